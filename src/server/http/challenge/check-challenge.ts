/**
 * `GET /challenge`, and whether a visitor's submission carries what it has to (`src/server/http/README.md#challenges`): a
 * proof of work in the format of ALTCHA (version 1), whose client looks for the number whose hash, after the salt, is the
 * challenge. Nothing is stored here: the salt says until when it holds and, in a keyed hash, which subject it was made for
 * and what it costs; the signature, that it was made here.
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

/** How a form was filled in, in counts alone; null: the client does not say, as clients other than the form. */
export interface Filling {
  /** Whole seconds from the form being ready until it was sent. */
  readonly seconds: number;
  /** Keys, presses and input that the browser vouches for; the form counts the first alone. */
  readonly events: number;
  /** Characters in a field that no person sees and no autofill knows. */
  readonly hidden: number;
}

/** Seconds. */
const INSTANT = 5;

/**
 * A filled hidden field is a script's, and so is a form that was sent at once and without one event. Neither counts
 * alone: autofill, prefill, drafts and paste are fast, but end with a press; some programs for voice or with one's eyes
 * press by script, but not at once.
 */
function scoreOf({ seconds, events, hidden }: Filling): number {
  if (hidden > 0) return 2;
  return events === 0 && seconds < INSTANT ? 1 : 0;
}

/** @param raised the queue is under pressure, or this address sends much */
export function challengeLevel(filling: Filling | null, raised: boolean): 'none' | Effort {
  const score = (filling === null ? 0 : scoreOf(filling)) + Number(raised);
  return (['none', 'normal'] as const)[score] ?? 'hard';
}

/** From the cheaper to the dearer. */
export const efforts = ['normal', 'hard'] as const;
export type Effort = (typeof efforts)[number];

/**
 * The largest number that may have to be tried, one SHA-256 each. Normal: at the most two seconds in the form on a
 * processor slowed six times (`public/docs/security.md#proof-of-a-person`).
 */
export const mostNumbers: Readonly<Record<Effort, number>> = { normal: 50_000, hard: 250_000 };

/** Milliseconds for which a challenge, and so its solution, holds. */
export const CHALLENGE_LASTS = 600_000;

/** Characters of hex: with the expiry and seven digits the hashed text is one block of SHA-256. */
const [NONCE, TAG] = [8, 16];
/** Its end keeps digits from moving between salt and number. */
const salts = /^([0-9a-f]{8})([0-9a-f]{16})\?expires=(\d{10})&$/;

const hex = z.string().regex(/^[0-9a-f]{64}$/);
/** ALTCHA's own widget adds how long it took, which is of no use here. */
const solution = z.object({
  algorithm: z.literal('SHA-256'),
  challenge: hex,
  number: z.int().min(0).max(mostNumbers.hard),
  salt: z.string().regex(salts),
  signature: hex,
});

export type Solution = z.output<typeof solution>;

interface Made {
  readonly key: KeyedHash;
  readonly who: SubjectKey;
  readonly effort: Effort;
}

export type Challenge = ReturnType<typeof makeChallenge>;

/** @param now milliseconds since 1970 */
export function makeChallenge(made: Made, now: number) {
  const maxnumber = mostNumbers[made.effort];
  const nonce = randomBelow(2 ** 32)
    .toString(16)
    .padStart(NONCE, '0');
  const expires = `${Math.ceil((now + CHALLENGE_LASTS) / 1000)}`;
  const salt = `${nonce}${tagOf(made, nonce, expires)}?expires=${expires}&`;
  /** SHA-256 of the salt and the number, in hex; the signature is the keyed hash of it. */
  const challenge = sha256(`${salt}${randomBelow(maxnumber + 1)}`);
  return { algorithm: 'SHA-256', challenge, salt, signature: made.key(challenge), maxnumber };
}

/** Which subject it is for, at which effort: another subject's solution has another one. */
const tagOf = ({ key, who: { tenant, subject }, effort }: Made, nonce: string, expires: string): string =>
  key(JSON.stringify([tenant, subject, effort, nonce, expires])).slice(0, TAG);

/** Below 2 ** 32; the remainder favours some numbers by less than a thousandth. */
function randomBelow(limit: number): number {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  return random % limit;
}

/** @param text base64 of JSON; null: it is no solution, right or wrong */
export function readSolution(text: string): Solution | null {
  try {
    const parsed = solution.safeParse(JSON.parse(atob(text)));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

export interface Wanted {
  /** Both of two secrets: a challenge may be older than a change of them. */
  readonly keys: readonly Pick<Keys, 'challenge'>[];
  readonly who: SubjectKey;
  /** A dearer one is as good. */
  readonly least: Effort;
  /** Milliseconds since 1970. */
  readonly now: number;
}

export function isSolved(given: Solution, { keys, who, least, now }: Wanted): boolean {
  const [, nonce = '', tag, expires = ''] = salts.exec(given.salt) ?? [];
  if (Number(expires) * 1000 < now) return false;
  if (sha256(`${given.salt}${given.number}`) !== given.challenge) return false;
  const dearer = efforts.slice(efforts.indexOf(least));
  return keys.some(
    ({ challenge: key }) =>
      // By their keyed hashes, so that the time it takes does not reveal where they differ.
      key(key(given.challenge)) === key(given.signature) &&
      dearer.some((effort) => tagOf({ key, who, effort }, nonce, expires) === tag),
  );
}

export async function getChallenge(call: Call): Promise<Checked<Response>> {
  return success(respond(200, { data: challengeFor(call, verifierOf(call) === null ? 'normal' : 'hard') }));
}

/**
 * Where the tenant has a verifier of its own, our challenge at
 * its dearer step stands in wherever that one's token cannot be had, so that no applicant is locked out.
 */
export async function checkChallenge(
  call: Call,
  { challenge: given, filling }: SubmissionDocument['meta'],
  raised = false,
): Promise<Checked<null>> {
  const level = isVisitor(call.session) ? challengeLevel(filling ?? null, raised) : 'none';
  if (level === 'none') return success(null);
  const verifier = verifierOf(call);
  const least = verifier === null ? level : 'hard';
  if (given !== undefined && (await isProven(call, given, least))) return success(null);
  return refused('challenge_required', {
    challenge: challengeFor(call, least),
    ...(verifier === null ? {} : { callback: true }),
  });
}

async function isProven(call: Call, given: string, least: Effort): Promise<boolean> {
  const { keys, now } = call.context;
  const solution = readSolution(given);
  if (solution !== null) return isSolved(solution, { keys, who: call.session, least, now: now() });
  const verifier = verifierOf(call);
  return verifier !== null && isVerified(call, verifier, given);
}

const verifierOf = ({ session, tenant }: Call) => settingsOf(tenant, session.job).challenge;

/** Characters of a salt that no other challenge has. */
const OWN = 24;

function challengeFor({ context, session }: Call, effort: Effort) {
  const made = { key: context.keys[0].challenge, who: session, effort };
  const attributes = makeChallenge(made, context.now());
  return { type: 'challenges', id: attributes.salt.slice(0, OWN), attributes };
}

/** Milliseconds until the whole reply must be there. */
const LIMIT = 3_000;
/** Characters of a reply: far more than their few members. */
const LONGEST_REPLY = 10_000;

const reply = z.object({
  success: z.boolean(),
  'error-codes': z.array(z.string()).optional(),
});

/** The secret is wrong: no token of any applicant can pass. */
const ownFaults = /^(missing-input-secret|invalid-input-secret|sitekey-secret-mismatch)$/;

/**
 * @returns false as well where the verifier cannot say, which the log says: the applicant then solves our own
 *   challenge, and loses nothing
 */
async function isVerified(
  { context, tenant }: Pick<Call, 'context' | 'tenant'>,
  { verify, secret }: VerifierSetting,
  token: string,
): Promise<boolean> {
  const tell = (cause: string) => {
    context.log.warn('verifier_failed', { tenant: tenant.id, cause });
    return false;
  };
  const ask = async (signal: AbortSignal): Promise<string> => {
    const request = new Request(verify, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      body: new URLSearchParams({ secret, response: token }).toString(),
      // Followed, it could carry the secret to another host.
      redirect: 'manual',
      signal,
    });
    return (await context.send(request)).text();
  };
  try {
    const text = await withLimit(context.clock, LIMIT, ask);
    if (text.length > LONGEST_REPLY) return tell('bad_document');
    const { success, 'error-codes': codes = [] } = reply.parse(JSON.parse(text));
    return !success && codes.some((code) => ownFaults.test(code)) ? tell('wrong_secret') : success;
  } catch (error) {
    return tell(error instanceof SyntaxError || error instanceof z.ZodError ? 'bad_document' : 'unreachable');
  }
}
