/** How long it takes until all is delivered, as honestly as it can be told. */
import { isSettled, type Submission } from '../../core/model/submission.ts';
import type { LedgerDependencies } from './dependencies.ts';
import type { Backlog } from './ledger-store.ts';
import type { Item, StoredRecord } from './record.ts';

/** null: nothing is on its way, or it is unknown: an estimate that a broken service proves wrong is worse than none. */
export type SecondsLeft = (record: StoredRecord, told: Submission) => number | null;

/** Milliseconds that a count of the backlog is good for: counting takes the store longer than one receipt. */
const FRESH = 2_000;
/** Other submissions considered at most. */
const MOST_OTHERS = 500;
/** Failures in a row of one item after which it cannot be told when it will go. */
const SEVERAL = 2;

export function createSecondsLeft(dependencies: LedgerDependencies): SecondsLeft {
  const { clock, store } = dependencies;
  let counted: readonly Backlog[] = [];
  let countedAt = Number.NEGATIVE_INFINITY;
  /** Not awaited: the next request gets the new count. */
  function recount(): void {
    countedAt = clock.monotonic();
    store.backlog().then(
      (backlog) => {
        counted = backlog;
      },
      () => undefined,
    );
  }
  return (record, told) => {
    // What a restored store sends waits first until all that the lost one had begun has ended.
    if (isSettled(told) || record.doubtedAt !== null || record.items.some(isUncertain)) return null;
    if (dependencies.rateLimiterOf(record.key.tenant).figures().breaker !== 'closed') return null;
    if (clock.monotonic() - countedAt > FRESH) recount();
    const backlog = counted.find((one) => one.tenant === record.key.tenant);
    return estimateFor(dependencies, { record, told, backlog });
  };
}

/** Its outcome is unknown, or it has failed repeatedly: the rate does not tell how often it still will. */
const isUncertain = ({ state, failures, unclearPosts }: Item): boolean =>
  state === 'unclear' || (/^(queued|sending)$/.test(state) && failures + unclearPosts >= SEVERAL);

interface Asked {
  readonly record: StoredRecord;
  readonly told: Submission;
  readonly backlog: Backlog | undefined;
}

function estimateFor({ estimate }: LedgerDependencies, { record, told, backlog }: Asked): number | null {
  const parts = [...(told.application === null ? [] : [told.application]), ...told.answers];
  const posts = parts.filter(({ state }) => state === 'queued' || state === 'sending').length;
  const isServed = record.leaseOwner !== null;
  const seconds = estimate(record.key.tenant, { own: posts, isServed, others: othersOf(backlog, posts) });
  return seconds === null ? null : Math.ceil(seconds);
}

/** The store counts them together: taken as equally long. */
function othersOf(backlog: Backlog | undefined, own: number): readonly number[] {
  if (backlog === undefined) return [];
  const others = Math.min(backlog.queued - 1, MOST_OTHERS);
  const posts = backlog.items.queued + backlog.items.sending - own;
  return others > 0 ? Array.from({ length: others }, () => Math.ceil(Math.max(posts, 0) / others)) : [];
}
