import { median } from '../median.ts';
import type { Pair } from '../rig.ts';
import type { Stand } from '../stand.ts';

interface Presses {
  readonly keys: readonly string[];
  readonly rounds: number;
}

interface Compared {
  readonly widget: number;
  readonly handWritten: number;
}

/** Does nothing in any form: what is left of a press when its effect is taken away. */
const emptyKey = 'Shift';
const warmUps = 3;

/**
 * Both sides in turn, the first of a round changing places, and each press beside one that does nothing: what the
 * machine does meanwhile meets all of them alike.
 * @returns medians of main-thread milliseconds a key, net of the key that does nothing
 */
export async function comparePresses(
  { widget, handWritten }: Pair,
  { keys, rounds }: Presses,
): Promise<Compared> {
  const empty = keys.map(() => emptyKey);
  const net = async (stand: Stand) => (await stand.press(...keys)) - (await stand.press(...empty));
  const ours: number[] = [];
  const theirs: number[] = [];
  // The first presses run code that was never run before.
  for (let turn = 0; turn < warmUps; turn += 1) for (const stand of [widget, handWritten]) await net(stand);
  for (let round = 0; round < rounds; round += 1) {
    if (round % 2 === 0) ours.push(await net(widget));
    theirs.push(await net(handWritten));
    if (round % 2 !== 0) ours.push(await net(widget));
  }
  return { widget: median(ours) / keys.length, handWritten: median(theirs) / keys.length };
}
