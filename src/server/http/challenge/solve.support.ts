/** For tests: solves a challenge as a client does. */
import { createHash } from 'node:crypto';
import type { Challenge } from './check-challenge.ts';

export type Solved = Pick<Challenge, 'algorithm' | 'challenge' | 'salt' | 'signature'> & {
  readonly number: number;
};

export function solve({ algorithm, challenge, salt, signature, maxnumber }: Challenge): Solved {
  for (let number = 0; number <= maxnumber; number += 1)
    if (createHash('sha256').update(`${salt}${number}`).digest('hex') === challenge)
      return { algorithm, challenge, number, salt, signature };
  throw new Error('No number solves this challenge.');
}

export const written = (solved: Solved): string => btoa(JSON.stringify(solved));
