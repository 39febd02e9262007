/**
 * Finds the number of a challenge (`src/server/http/README.md#challenges`) in slices, between which the page does all
 * else. No worker: browsers refuse one from another origin, policies one from a `blob:`, and our own pages, which turn
 * no text into an address of a script, any.
 */
import { LONGEST, sha256 } from './sha-256.ts';

export interface Challenge {
  readonly challenge: string;
  readonly salt: string;
  readonly signature: string;
  readonly maxnumber: number;
}

/** Milliseconds of one slice, and numbers between two looks at the clock: under one more on a slow phone. */
const SLICE = 8;
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

/** @returns null where no number solves it, or its form has gone */
export async function solve(
  { salt, challenge, maxnumber }: Omit<Challenge, 'signature'>,
  signal: AbortSignal,
): Promise<number | null> {
  const hash = new Int32Array(8);
  const wanted = hash.map((_, word) => Number.parseInt(challenge.slice(word * 8, word * 8 + 8), 16));
  if (`${salt}${maxnumber}`.length > LONGEST) return null;
  let number = 0;
  while (number <= maxnumber && !signal.aborted) {
    const end = performance.now() + SLICE;
    do {
      for (let left = BETWEEN; left > 0; left -= 1, number += 1) {
        sha256(`${salt}${number}`, hash);
        if (hash[0] === wanted[0] && hash.every((word, place) => word === wanted[place])) return number;
      }
    } while (number <= maxnumber && performance.now() < end);
    await pause();
  }
  return null;
}
