/** What the last requests were like: how long one takes, and how many of them carry an answer. */
import type { TurnKind } from './fair-turns.ts';

export interface PaceRecord {
  /** Milliseconds from a turn to its news, in the mean. */
  readonly roundTrip: number;
  /** Part of the requests that write. */
  readonly writes: number;
}

/** Before anything is known. One look before and one after about ten answers. */
const FIRST: PaceRecord = { roundTrip: 300, writes: 0.83 };
/** Part of each new figure in the mean. */
const [NEW_TRIP, NEW_KIND] = [0.1, 0.02];
/** Milliseconds after which a turn of which nothing is heard was not used. */
const LOST_AFTER = 60_000;

export interface PaceRecorder {
  went(now: number, kind: TurnKind): void;
  came(now: number, kind: TurnKind): void;
  figures(): PaceRecord;
}

export function createPaceRecord(): PaceRecorder {
  let { roundTrip, writes } = FIRST;
  /** When those under way began. Which news is whose does not matter to the mean. */
  const under: Record<TurnKind, number[]> = { read: [], write: [] };
  return {
    went(now, kind) {
      under[kind] = under[kind].filter((at) => now - at < LOST_AFTER);
      under[kind].push(now);
      writes += ((kind === 'write' ? 1 : 0) - writes) * NEW_KIND;
    },
    came(now, kind) {
      const began = under[kind].shift();
      if (began !== undefined) roundTrip += (now - began - roundTrip) * NEW_TRIP;
    },
    figures: () => ({ roundTrip, writes }),
  };
}
