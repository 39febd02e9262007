/**
 * `GET /challenge`, and the check of a visitor's submission (`src/server/http/README.md#challenges`): a proof of work
 * in the format of ALTCHA (version 1), whose client looks for the number that hashes, after the salt, to the challenge.
 * Nothing is stored: the salt contains its expiry and a keyed hash of subject and effort, and the signature proves that
 * we made the challenge.
 */
import * as z from 'zod';
import { success } from '../../../core/model/failure.ts';
import { withLimit } from '../../clock.ts';
import type { VerifierSetting } from '../../forms/form-settings.ts';
import { settingsOf } from '../../forms/jobs.ts';
import type { SubjectKey } from '../../ports.ts';
import { type Call, isVisitor, type KeyedHash, type Keys, sha256 } from '../../sessions/tokens.ts';
import type { SubmissionDocument } from '../../submissions/body.ts';
import { type Checked, refused, respond } from '../replies.ts';

/** How a form was filled in, in numbers only. Only our own form sends it. */
export interface Filling {
  /** Whole seconds from the form being ready until it was sent. */
  readonly seconds: number;
  /** Keys, presses and input that the browser marks as trusted; the form counts only the first. */
  readonly events: number;
  /** Characters in a field that is invisible to people and unknown to autofill. */
  readonly hidden: number;
}

/** Seconds within which no person fills in a form without any event. */
const INSTANT = 5;

/**
 * Only scripts fill in the hidden field, or send at once without any event. Speed or a lack of events alone proves
 * nothing: autofill, prefill, drafts and paste are fast, but end with a press; some programs for voice or eye control
 * press by script, but not at once.
 */
function scoreOf({ seconds, events, hidden }: Filling): number {
  if (hidden > 0) return 2;
  return events === 0 && seconds < INSTANT ? 1 : 0;
}

/** @param raised true if the queue is under pressure, or this address sends much */
export function challengeLevel(filling: Filling | null, raised: boolean): 'none' | Effort {
  const score = (filling === null ? 0 : scoreOf(filling)) + Number(raised);
  return (['none', 'normal'] as const)[score] ?? 'hard';
}

/** From cheap to expensive. */
export const efforts = ['normal', 'hard'] as const;
export type Effort = (typeof efforts)[number];

/**
 * The largest number that may have to be tried, one SHA-256 each. `normal` takes at most two seconds in the form on a
 * processor slowed six times (`public/docs/security.md#proof-of-a-person`).
 */
export const mostNumbers: Readonly<Record<Effort, number>> = { normal: 50_000, hard: 250_000 };

/** Milliseconds for which a challenge and its solution are valid. */
export const CHALLENGE_LASTS = 600_000;

/** Hexadecimal characters. With the expiry and seven digits, the hashed text fits into one block of SHA-256. */
const [NONCE, TAG] = [8, 16];
/** The `&` at its end prevents digits from moving between salt and number. */
const salts = /^([0-9a-f]{8})([0-9a-f]{16})\?expires=(\d{10})&$/;

const hex = z.string().regex(/^[0-9a-f]{64}$/);
/** ALTCHA's own widget adds the time it took, which we ignore. */
const solution = z.object({
  algorithm: z.literal('SHA-256'),
  challenge: hex,
  number: z.int().min(0).max(mostNumbers.hard),
  salt: z.string().regex(salts),
  signature: hex,
});

export type Solution = z.output<typeof solution>;

interface ChallengeInput {
  readonly key: KeyedHash;
  readonly subjectKey: SubjectKey;
  readonly effort: Effort;
}

export type Challenge = ReturnType<typeof makeChallenge>;

/** @param now milliseconds since 1970 */
export function makeChallenge(input: ChallengeInput, now: number) {
  const maxnumber = mostNumbers[input.effort];
  const nonce = randomBelow(2 ** 32)
    .toString(16)
    .padStart(NONCE, '0');
  const expires = `${Math.ceil((now + CHALLENGE_LASTS) / 1000)}`;
  const salt = `${nonce}${tagOf(input, nonce, expires)}?expires=${expires}&`;
  /** SHA-256 of salt and number, in hex; the signature is its keyed hash. */
  const challenge = sha256(`${salt}${randomBelow(maxnumber + 1)}`);
  return { algorithm: 'SHA-256', challenge, salt, signature: input.key(challenge), maxnumber };
}

/** Binds a challenge to subject and effort, so that a solution is useless for another subject. */
const tagOf = (
  { key, subjectKey: { tenant, subject }, effort }: ChallengeInput,
  nonce: string,
  expires: string,
): string => key(JSON.stringify([tenant, subject, effort, nonce, expires])).slice(0, TAG);

/** `limit` is at most 2 ** 32; the remainder favours some numbers by less than a thousandth. */
function randomBelow(limit: number): number {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  return random % limit;
}

/**
 * @param text base64 of JSON
 * @returns null if the text is not a solution, right or wrong
 */
export function readSolution(text: string): Solution | null {
  try {
    const parsed = solution.safeParse(JSON.parse(atob(text)));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

export interface Requirement {
  /** Keys of both secrets, because a challenge may be older than a change of secrets. */
  readonly keys: readonly Pick<Keys, 'challenge'>[];
  readonly subjectKey: SubjectKey;
  /** The minimum effort. */
  readonly minimum: Effort;
  /** Milliseconds since 1970. */
  readonly now: number;
}

export function isSolved(given: Solution, { keys, subjectKey, minimum, now }: Requirement): boolean {
  const [, nonce = '', tag, expires = ''] = salts.exec(given.salt) ?? [];
  if (Number(expires) * 1000 < now) return false;
  if (sha256(`${given.salt}${given.number}`) !== given.challenge) return false;
  const sufficient = efforts.slice(efforts.indexOf(minimum));
  return keys.some(
    ({ challenge: key }) =>
      // Compares keyed hashes, so that the duration does not reveal where they differ.
      key(key(given.challenge)) === key(given.signature) &&
      sufficient.some((effort) => tagOf({ key, subjectKey, effort }, nonce, expires) === tag),
  );
}

export async function getChallenge(call: Call): Promise<Checked<Response>> {
  return success(respond(200, { data: challengeFor(call, verifierOf(call) === null ? 'normal' : 'hard') }));
}

/**
 * Checks the challenge. A tenant's own verifier comes first; if its token is missing or invalid, our hard challenge
 * replaces it, so that no applicant is locked out.
 */
export async function checkChallenge(
  call: Call,
  { challenge: given, filling }: SubmissionDocument['meta'],
  raised = false,
): Promise<Checked<null>> {
  const level = isVisitor(call.session) ? challengeLevel(filling ?? null, raised) : 'none';
  if (level === 'none') return success(null);
  const verifier = verifierOf(call);
  const minimum = verifier === null ? level : 'hard';
  if (given !== undefined && (await isProven(call, given, minimum))) return success(null);
  return refused('challenge_required', {
    challenge: challengeFor(call, minimum),
    ...(verifier === null ? {} : { callback: true }),
  });
}

async function isProven(call: Call, given: string, minimum: Effort): Promise<boolean> {
  const { keys, now } = call.context;
  const solution = readSolution(given);
  if (solution !== null) return isSolved(solution, { keys, subjectKey: call.session, minimum, now: now() });
  const verifier = verifierOf(call);
  return verifier !== null && isVerified(call, verifier, given);
}

const verifierOf = ({ session, tenant }: Call) => settingsOf(tenant, session.job).challenge;

/** Leading characters of a salt that are unique to a challenge. */
const ID_LENGTH = 24;

function challengeFor({ context, session }: Call, effort: Effort) {
  const input = { key: context.keys[0].challenge, subjectKey: session, effort };
  const attributes = makeChallenge(input, context.now());
  return { type: 'challenges', id: attributes.salt.slice(0, ID_LENGTH), attributes };
}

/** Milliseconds until the whole reply of a verifier must have arrived. */
const LIMIT = 3_000;
/** Characters of a reply, far more than its few members need. */
const LONGEST_REPLY = 10_000;

const verifierReply = z.object({
  success: z.boolean(),
  'error-codes': z.array(z.string()).optional(),
});

/** Codes of a wrong secret, with which no applicant's token can pass. */
const secretFaults = /^(missing-input-secret|invalid-input-secret|sitekey-secret-mismatch)$/;

/**
 * @returns false also if the verifier gives no verdict, which is logged: the applicant then solves our own challenge
 * and loses nothing
 */
async function isVerified(
  { context, tenant }: Pick<Call, 'context' | 'tenant'>,
  { verify, secret }: VerifierSetting,
  token: string,
): Promise<boolean> {
  const reportFailure = (cause: string) => {
    context.log.warn('verifier_failed', { tenant: tenant.id, cause });
    return false;
  };
  const ask = async (signal: AbortSignal): Promise<string> => {
    const request = new Request(verify, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      body: new URLSearchParams({ secret, response: token }).toString(),
      // A redirect could carry the secret to another host.
      redirect: 'manual',
      signal,
    });
    return (await context.send(request)).text();
  };
  try {
    const text = await withLimit(context.clock, LIMIT, ask);
    if (text.length > LONGEST_REPLY) return reportFailure('bad_document');
    const { success, 'error-codes': codes = [] } = verifierReply.parse(JSON.parse(text));
    return !success && codes.some((code) => secretFaults.test(code))
      ? reportFailure('wrong_secret')
      : success;
  } catch (error) {
    return reportFailure(
      error instanceof SyntaxError || error instanceof z.ZodError ? 'bad_document' : 'unreachable',
    );
  }
}
