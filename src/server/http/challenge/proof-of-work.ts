/**
 * A proof of work in the format of ALTCHA (version 1): the client looks for the number whose hash, after the salt, is
 * the challenge. Nothing is stored here: the salt says until when it holds and, in a keyed hash, which subject it was made for
 * and what it costs; the signature, that it was made here.
 */
import * as z from 'zod';
import type { SubjectKey } from '../../ports.ts';
import { type KeyedHash, type Keys, sha256 } from '../../sessions/keys.ts';

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
 * processor slowed six times (`public/docs/performance.md#a-proof-of-work`).
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
