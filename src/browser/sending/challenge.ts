/**
 * Answers a challenge that the proxy demands of a visitor: solves it, or gets a token from the host's page, and sends the
 * same submission again.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { path } from '../../core/jsonapi/json.ts';
import type { OutgoingSubmission } from '../../core/jsonapi/submissions.ts';
import type { Outcome } from '../../core/model/failure.ts';
import type { Submission } from '../../core/model/submission.ts';
import type { WritableForm } from '../../form/contract.ts';
import type { Host } from '../host/host.ts';
import type { FillingTools } from '../proxy/access.ts';
import { inTime, type Trouble } from '../proxy/request.ts';

export type ChallengeTools = Pick<FillingTools, 'messages' | 'signal'> & {
  readonly host: Pick<Host, 'settings'>;
};

interface RefusedSubmission {
  readonly form: WritableForm;
  readonly sent: OutgoingSubmission;
  /** The refusal, which may demand a challenge. */
  readonly trouble: Trouble;
}

/** Rounds, because the difficulty may rise while solving, and a token may be refused. */
const ROUNDS = 3;
/** Milliseconds for the host's page, which may ask the applicant something. */
const PATIENCE = 120_000;
/** Seconds after which the form sends again by itself if it could not solve the challenge. */
const LATER = 60;

/** @param send sends once more */
export async function answerChallenge(
  tools: ChallengeTools,
  { form, sent, trouble }: RefusedSubmission,
  send: (again: OutgoingSubmission) => Promise<Outcome<Submission, Trouble>>,
): Promise<Outcome<Submission, Trouble>> {
  let last = trouble;
  for (let round = 0; round < ROUNDS; round += 1) {
    const demand = readDemand(last);
    if (!demand) return { ok: false, error: last };
    form.submission.value = { kind: 'sending', step: tools.messages().text('challenge.solving') };
    const token = round === 0 && demand.byHost ? await tokenOfHost(tools) : null;
    const challenge = token ?? (await ownProof(demand.challenge, tools.signal));
    if (challenge === null) break;
    form.submission.value = { kind: 'sending' };
    const outcome = await send({ ...sent, meta: { ...sent.meta, challenge } });
    if (outcome.ok) return outcome;
    last = outcome.error;
  }
  // Reported like a busy proxy, so that the form keeps everything and tries again.
  return { ok: false, error: { status: 503, document: null, retryAfter: LATER } };
}

/** null if the refusal demands no challenge. */
function readDemand(trouble: Trouble) {
  const meta = path(trouble, 'document', 'meta');
  const given = path(meta, 'challenge', 'attributes');
  const text = (name: string) => `${path(given, name)}`;
  const maxnumber = Number(path(given, 'maxnumber'));
  if (text('algorithm') !== 'SHA-256' || !(maxnumber > 0)) return null;
  const [challenge, salt, signature] = [text('challenge'), text('salt'), text('signature')];
  return { challenge: { challenge, salt, signature, maxnumber }, byHost: path(meta, 'callback') === true };
}

async function ownProof(challenge: Challenge, signal: AbortSignal): Promise<string | null> {
  const { maxnumber: _most, ...given } = challenge;
  const number = await solve(challenge, signal);
  return number === null ? null : btoa(JSON.stringify({ algorithm: 'SHA-256', ...given, number }));
}

/** null if the form's own proof of work is used. */
async function tokenOfHost({ host }: ChallengeTools): Promise<string | null> {
  const ask = host.settings().challenge;
  if (typeof ask !== 'function') return null;
  const given = await inTime(async () => ask(), PATIENCE);
  return given.ok && typeof given.value === 'string' && given.value ? given.value : null;
}

/*
 * Solves a challenge in slices, so that the page stays responsive. A worker is impossible: browsers refuse one from another
 * origin, policies one from a `blob:`, and our own pages any, because they accept no text as the address of a script.
 * `crypto.subtle` would take a task for each hash.
 */

type Challenge = Readonly<Record<'challenge' | 'salt' | 'signature', string>> & {
  readonly maxnumber: number;
};

/** Milliseconds of one slice. */
const SLICE = 8;
/** Hashes between two looks at the clock. */
const BETWEEN = 32;

/** A timer would wait for a second in a tab that is not seen. */
const pause = () =>
  new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(0);
  });

/** @returns null if no number solves it, or if the form was closed */
export async function solve(
  { salt, challenge, maxnumber }: Omit<Challenge, 'signature'>,
  signal: AbortSignal,
): Promise<number | null> {
  let number = 0;
  while (number <= maxnumber && !signal.aborted) {
    const end = performance.now() + SLICE;
    do {
      for (let left = BETWEEN; left > 0; left -= 1, number += 1)
        if (bytesToHex(sha256(utf8ToBytes(`${salt}${number}`))) === challenge) return number;
    } while (number <= maxnumber && performance.now() < end);
    await pause();
  }
  return null;
}
