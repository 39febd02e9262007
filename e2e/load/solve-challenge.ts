/** A proof of work in ALTCHA's format, version 1: the number whose hash behind the salt is the challenge. */
import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { at } from '../../src/sandbox/json.ts';

export interface Challenge {
  readonly algorithm: string;
  readonly challenge: string;
  readonly salt: string;
  readonly signature: string;
  readonly maxnumber: number;
}

/** null: this is none. */
export function readChallenge(value: unknown): Challenge | null {
  const text = (name: string) => String(at(value, name) ?? '');
  const maxnumber = Number(at(value, 'maxnumber'));
  const [challenge, salt] = [text('challenge'), text('salt')];
  if (challenge === '' || salt === '' || !Number.isSafeInteger(maxnumber)) return null;
  return { algorithm: text('algorithm'), challenge, salt, signature: text('signature'), maxnumber };
}

/** Hashes between two looks at what else is to be done. */
const SLICE = 2_000;

/** The member `meta.challenge` of what is sent; null: no number up to the largest is it. */
export async function solveChallenge(asked: Challenge): Promise<string | null> {
  const { algorithm, challenge, salt, signature, maxnumber } = asked;
  for (let number = 0; number <= maxnumber; number += 1) {
    if (number % SLICE === SLICE - 1) await setImmediate();
    if (createHash('sha256').update(`${salt}${number}`).digest('hex') !== challenge) continue;
    const solution = { algorithm, challenge, number, salt, signature };
    return Buffer.from(JSON.stringify(solution)).toString('base64');
  }
  return null;
}
