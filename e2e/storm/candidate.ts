/** One who really applies, as the form does it: waits when told to, solves what is asked, and looks until all is delivered. */
import { setTimeout } from 'node:timers/promises';
import { at } from '../../src/sandbox/json.ts';
import { type Line, type LineCall, type LineReply, MEDIA } from '../load/line.ts';
import { isChallenged, isForNow, isGranted, solve, wordsOf } from './answered.ts';
import { JOB, ORIGIN, sessionFor, submissionOf, textsOf } from './form.ts';

export const candidateKinds = ['invited', 'anonymous', 'behind one address'] as const;
export type CandidateKind = (typeof candidateKinds)[number];

export interface Candidate {
  readonly kind: CandidateKind;
  /** Unlike all others. */
  readonly name: string;
  readonly address: string;
  /** At the service; null: none yet. */
  readonly application: string | null;
}

export interface Applied extends Candidate {
  readonly texts: readonly string[];
  /** null: no receipt until the end. */
  readonly reference: string | null;
  /** Milliseconds until the form was there. */
  readonly form: number | null;
  /** Milliseconds from *Send*; null: not until the end. */
  readonly receipt: number | null;
  readonly delivery: number | null;
  /** Every reply that was not granted. */
  readonly refusals: readonly string[];
}

export interface CandidateWorld {
  readonly line: Line;
  readonly adminKey: string;
  /** `performance.now()` at which it is over. */
  readonly end: number;
}

/** Seconds until the next try where none is told, and between two looks at the delivery. */
const [PAUSE, LOOK] = [2, 1];

export async function apply(world: CandidateWorld, candidate: Candidate): Promise<Applied> {
  const texts = textsOf(candidate.name);
  const refusals: string[] = [];
  const applicant = { world, candidate, refusals };
  const started = performance.now();
  const opened = await openForm(applicant);
  const none = { ...candidate, texts, refusals, reference: null, form: null, receipt: null, delivery: null };
  if (opened === null) return none;
  const sent = performance.now();
  const form = sent - started;
  const reference = await send(applicant, { ...opened, texts });
  if (reference === null) return { ...none, form };
  const receipt = performance.now() - sent;
  const isDelivered = await follow(applicant, opened.token, reference);
  const delivery = isDelivered ? performance.now() - sent : null;
  return { ...none, form, reference, receipt, delivery };
}

interface Applicant {
  readonly world: CandidateWorld;
  readonly candidate: Candidate;
  readonly refusals: string[];
}

interface Opened {
  readonly token: string;
  readonly revision: string;
}

const headersOf = ({ address }: Candidate, token: string | null) => ({
  ...MEDIA,
  origin: ORIGIN,
  'x-forwarded-for': address,
  ...(token === null ? {} : { authorization: `Bearer ${token}` }),
});

async function openForm(applicant: Applicant): Promise<Opened | null> {
  const { candidate, world } = applicant;
  const { application } = candidate;
  const isInvited = application !== null;
  const session = await insist(applicant, {
    method: 'POST',
    path: '/sessions',
    // A back end has no page, and the server that it calls from is not the candidate's.
    headers: isInvited ? { ...MEDIA, authorization: `Bearer ${world.adminKey}` } : headersOf(candidate, null),
    body: sessionFor(isInvited ? { application } : { job: JOB, tenant: 'default' }),
  });
  const token = at(session?.body, 'data', 'attributes', 'token');
  if (typeof token !== 'string') return null;
  const questions = await insist(applicant, {
    method: 'GET',
    path: '/api/v1/questions?include=conditional_questions',
    headers: headersOf(candidate, token),
  });
  const revision = at(questions?.body, 'meta', 'revision');
  return typeof revision === 'string' ? { token, revision } : null;
}

/** The reference on the receipt. */
async function send(
  applicant: Applicant,
  { token, revision, texts }: Opened & { readonly texts: readonly string[] },
): Promise<string | null> {
  const { candidate, world } = applicant;
  const headers = headersOf(candidate, token);
  const email = candidate.application === null ? `${candidate.name.replaceAll(' ', '.')}@example.com` : null;
  let solution: string | null = null;
  while (performance.now() < world.end) {
    const body = submissionOf({ texts, revision, email, solution });
    const call = {
      method: 'POST',
      path: '/submissions',
      headers: { ...headers, prefer: 'wait=0' },
      body,
    } as const;
    const outcome = await insistUntil(applicant, call, isChallenged);
    if (outcome === null) return null;
    if (isGranted(outcome)) return String(at(outcome.body, 'data', 'id'));
    solution = await solve(world.line, outcome, headers);
    if (solution === null) await setTimeout(PAUSE * 1_000);
  }
  return null;
}

/** Whether all of it is at the service before the end. */
async function follow(applicant: Applicant, token: string, reference: string): Promise<boolean> {
  const { candidate, world } = applicant;
  const call = {
    method: 'GET',
    path: `/submissions/${reference}`,
    headers: headersOf(candidate, token),
  } as const;
  while (performance.now() < world.end) {
    const reply = await insist(applicant, call);
    if (at(reply?.body, 'data', 'attributes', 'state') === 'complete') return true;
    await setTimeout(LOOK * 1_000);
  }
  return false;
}

const insist = (applicant: Applicant, call: LineCall): Promise<LineReply | null> =>
  insistUntil(applicant, call, () => false);

/** Until it is granted, or answered in another way that is wanted; null: never, or refused for good. */
async function insistUntil(
  { world, refusals }: Applicant,
  call: LineCall,
  isWanted: typeof isForNow,
): Promise<LineReply | null> {
  while (performance.now() < world.end) {
    const outcome = await world.line.send(call);
    if (outcome.ok && isGranted(outcome.value)) return outcome.value;
    refusals.push(`${call.method} ${call.path.split('/')[1]?.split('?')[0]} ${wordsOf(outcome)}`);
    if (outcome.ok && isWanted(outcome)) return outcome.value;
    if (!isForNow(outcome)) return null;
    const seconds = (outcome.ok ? outcome.value.retryAfter : null) ?? PAUSE;
    // Not all at one moment.
    await setTimeout(seconds * (1 + Math.random() / 2) * 1_000);
  }
  return null;
}
