/**
 * What the log is told of what goes on failing: at once, then at most once a minute, and when the store works again. Of
 * a store that is gone once, as nothing but a restart helps.
 */
import type { Clock } from '../clock.ts';
import { createAdvisingLog } from './ledger-advice.ts';
import type { LedgerEvent, LedgerLog } from './ledger-log.ts';

/** Milliseconds. */
const PAUSE = 60_000;

export interface StoreEvents {
  /** The same log with what to do; of what is told seldom only what is due, with the number of those that were left out. */
  readonly log: LedgerLog;
  works(): void;
}

interface Told {
  at: number | null;
  untold: number;
}

export function createStoreEvents(given: LedgerLog, clock: Pick<Clock, 'monotonic'>): StoreEvents {
  const log = createAdvisingLog(given);
  const failed: Told = { at: null, untold: 0 };
  const seldom = new Map<LedgerEvent, Told>([
    ['store_failed', failed],
    ['sealed_by_other_secret', { at: null, untold: 0 }],
  ]);
  let isGone = false;
  return {
    log: {
      ...log,
      error(event, fields) {
        if (event === 'store_gone' && isGone) return;
        isGone ||= event === 'store_gone';
        const told = seldom.get(event);
        if (told === undefined) return log.error(event, fields);
        told.untold += 1;
        if (told.at !== null && clock.monotonic() - told.at < PAUSE) return;
        log.error(event, told.untold === 1 ? fields : { ...fields, count: told.untold });
        told.at = clock.monotonic();
        told.untold = 0;
      },
    },
    works() {
      if (failed.at !== null) log.warn('store_works_again', {});
      failed.at = null;
      failed.untold = 0;
    },
  };
}

/** A code such as `SQLITE_FULL` or a name: a message could carry what an applicant typed. */
export function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const code = 'code' in error ? error.code : null;
  return typeof code === 'string' && /^\w{2,40}$/.test(code) ? code : error.name;
}
