/** Whether the store works, for the log; and what an error says of itself there. */
import type { Log } from '../log.ts';

export interface StoreEvents {
  readonly log: Log;
  works(): void;
}

export function createStoreEvents(log: Log): StoreEvents {
  let hasFailed = false;
  return {
    log: {
      ...log,
      error(event, fields) {
        hasFailed ||= event === 'store_failed';
        log.error(event, fields);
      },
    },
    works() {
      if (hasFailed) log.warn('store_works_again', {});
      hasFailed = false;
    },
  };
}

/** A code such as `SQLITE_FULL` or a name: a message could carry what an applicant typed. */
export function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const code = 'code' in error ? error.code : null;
  return typeof code === 'string' && /^\w{2,40}$/.test(code) ? code : error.name;
}
