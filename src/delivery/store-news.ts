/** What the log is told of a store that fails: at once, then at most once a minute, and when it works again. */
import type { Clock } from './clock.ts';
import type { LedgerLog } from './ledger-log.ts';

/** Milliseconds. */
const PAUSE = 60_000;

export interface StoreNews {
  /** The same log; of `store_failed` only what is due, with the number of those that were left out. */
  readonly log: LedgerLog;
  works(): void;
}

export function createStoreNews(log: LedgerLog, clock: Pick<Clock, 'monotonic'>): StoreNews {
  let toldAt: number | null = null;
  let untold = 0;
  const fail: LedgerLog['error'] = (event, fields) => {
    untold += 1;
    if (toldAt !== null && clock.monotonic() - toldAt < PAUSE) return;
    log.error(event, untold === 1 ? fields : { ...fields, count: untold });
    toldAt = clock.monotonic();
    untold = 0;
  };
  return {
    log: {
      ...log,
      error: (event, fields) => (event === 'store_failed' ? fail : log.error)(event, fields),
    },
    works() {
      if (toldAt !== null) log.warn('store_works_again', {});
      toldAt = null;
      untold = 0;
    },
  };
}

/** A code such as `SQLITE_FULL` or a name: a message could carry what somebody typed. */
export function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const code = 'code' in error ? error.code : null;
  return typeof code === 'string' && /^\w{2,40}$/.test(code) ? code : error.name;
}
