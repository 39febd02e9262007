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

/**
 * Both sides in turn, the first of a round changing places, so that what the machine does meanwhile meets both.
 * @returns medians of main-thread milliseconds a key, net of a key that does nothing
 */
export async function comparePresses(
  { widget, handWritten }: Pair,
  { keys, rounds }: Presses,
): Promise<Compared> {
  const times = new Map<Stand, number[]>([
    [widget, []],
    [handWritten, []],
  ]);
  const empty = keys.map(() => emptyKey);
  // The first presses run code that was never run before.
  for (const stand of times.keys()) for (let turn = 0; turn < 3; turn += 1) await stand.press(...keys);
  const idle = new Map<Stand, number>();
  for (const stand of times.keys()) {
    const samples: number[] = [];
    for (let turn = 0; turn < 5; turn += 1) samples.push(await stand.press(...empty));
    idle.set(stand, median(samples));
  }
  for (let round = 0; round < rounds; round += 1) {
    const order = round % 2 === 0 ? [widget, handWritten] : [handWritten, widget];
    for (const stand of order) times.get(stand)?.push(await stand.press(...keys));
  }
  const net = (stand: Stand) => (median(times.get(stand) ?? []) - (idle.get(stand) ?? 0)) / keys.length;
  return { widget: net(widget), handWritten: net(handWritten) };
}
