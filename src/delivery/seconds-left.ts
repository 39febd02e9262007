/** How long it takes until all is delivered, as honestly as it can be told. */
import type { Submission } from '../model/submission.ts';
import { isSettled } from './describe.ts';
import type { LedgerMeans } from './ledger-means.ts';
import type { Backlog, StoredRecord } from './ledger-store.ts';

/** null: nothing is on its way, or nobody can say. */
export type SecondsLeft = (record: StoredRecord, told: Submission) => number | null;

/** Milliseconds that a count of the backlog is good for: counting takes the store longer than one receipt. */
const FRESH = 2_000;
/** Of so many others at the most it is asked how long they take. */
const MOST_OTHERS = 500;

export function createSecondsLeft(means: LedgerMeans): SecondsLeft {
  const { clock, store } = means;
  let counted: readonly Backlog[] = [];
  let countedAt = Number.NEGATIVE_INFINITY;
  /** Nobody waits for the count: the next one who asks has it. */
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
    if (isSettled(told)) return null;
    if (clock.monotonic() - countedAt > FRESH) recount();
    const backlog = counted.find((one) => one.tenant === record.key.tenant);
    return estimateFor(means, { record, told, backlog });
  };
}

interface Asked {
  readonly record: StoredRecord;
  readonly told: Submission;
  readonly backlog: Backlog | undefined;
}

function estimateFor({ estimate, rules }: LedgerMeans, { record, told, backlog }: Asked): number | null {
  const parts = [...(told.application === null ? [] : [told.application]), ...told.answers];
  const posts = parts.filter(({ state }) => state === 'queued' || state === 'sending').length;
  const isServed = record.leaseOwner !== null;
  const seconds = estimate(record.key.tenant, { own: posts, isServed, others: othersOf(backlog, posts) });
  const isChecked = parts.some(({ state }) => state === 'checking');
  return seconds === null ? null : Math.ceil(Math.max(seconds, isChecked ? rules.quiet / 1000 : 0));
}

/** The store counts them together: taken as equally long. */
function othersOf(backlog: Backlog | undefined, own: number): readonly number[] {
  if (backlog === undefined) return [];
  const others = Math.min(backlog.queued - 1, MOST_OTHERS);
  const posts = backlog.items.queued + backlog.items.sending - own;
  return others > 0 ? Array.from({ length: others }, () => Math.ceil(Math.max(posts, 0) / others)) : [];
}
