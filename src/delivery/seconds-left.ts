/** How long it takes until all is delivered, as honestly as it can be told. */

import type { LedgerMeans } from './ledger-means.ts';
import type { Backlog, StoredRecord } from './ledger-store.ts';
import { isUnclear } from './next-step.ts';

export type SecondsLeft = (record: StoredRecord) => number | null;

/** Milliseconds that a count of the backlog is good for: counting takes the store longer than one receipt. */
const FRESH = 2_000;
/** Of so many others at the most it is asked how long they take. */
const MOST_OTHERS = 500;

export function createSecondsLeft(means: LedgerMeans): SecondsLeft {
  const { clock, store } = means;
  let counted: readonly Backlog[] = [];
  let countedAt = Number.NEGATIVE_INFINITY;
  return (record) => {
    if (clock.monotonic() - countedAt > FRESH) {
      countedAt = clock.monotonic();
      // Nobody waits for the count: the next one who asks has it.
      store.backlog().then(
        (backlog) => (counted = backlog),
        () => undefined,
      );
    }
    return estimate(means, record, counted);
  };
}

function estimate(
  means: LedgerMeans,
  { key, items }: StoredRecord,
  counted: readonly Backlog[],
): number | null {
  const posts = items.filter((item) => item.state === 'queued' || isUnclear(item)).length;
  if (posts === 0) return null;
  const backlog = counted.find(({ tenant }) => tenant === key.tenant);
  const seconds = means.estimate(key.tenant, posts, othersOf(backlog, posts));
  const quiet = items.some(({ state }) => state === 'unclear') ? means.rules.quiet / 1000 : 0;
  return seconds === null ? null : Math.ceil(Math.max(seconds, quiet));
}

/** The store counts them together: taken as equally long. */
function othersOf(backlog: Backlog | undefined, own: number): readonly number[] {
  if (backlog === undefined) return [];
  const others = Math.min(backlog.queued - 1, MOST_OTHERS);
  const posts = backlog.items.queued + backlog.items.sending + backlog.items.unclear - own;
  return others > 0 ? Array.from({ length: others }, () => Math.ceil(Math.max(posts, 0) / others)) : [];
}
