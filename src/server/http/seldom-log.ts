/** What may come a thousand times in a minute is told once, with the number of those that were left out before. */

import type { LogFields } from './log.ts';
import { createLruCache } from './lru-cache.ts';

/** A log of any events. */
export interface LogOf<Event extends string> {
  warn(event: Event, fields: LogFields): void;
  error(event: Event, fields: LogFields): void;
}

export interface SeldomDependencies<Event extends string> {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Milliseconds between two lines of one event, tenant and cause; an event without a pause is told each time. */
  readonly pauses: Partial<Readonly<Record<Event, number>>>;
}

interface Told {
  readonly at: number;
  untold: number;
}

/** Kinds: causes and tenants are few; should they not be, one that was forgotten is told again. */
const MOST_KINDS = 1_000;

export function createSeldomLog<Event extends string>(
  log: LogOf<Event>,
  { now, pauses }: SeldomDependencies<Event>,
): LogOf<Event> {
  const kinds = createLruCache<string, Told>(MOST_KINDS);
  const seldom =
    (level: 'warn' | 'error') =>
    (event: Event, fields: LogFields): void => {
      const pause = pauses[event] ?? 0;
      if (pause === 0) {
        log[level](event, fields);
        return;
      }
      const { tenant, cause, route } = fields;
      const kind = JSON.stringify([event, tenant, cause, route]);
      const told = kinds.get(kind);
      // A clock that was set back must not silence anything for as long.
      if (told !== undefined && Math.abs(now() - told.at) < pause) {
        told.untold += 1;
        return;
      }
      kinds.set(kind, { at: now(), untold: 0 });
      const { untold } = told ?? { untold: 0 };
      log[level](event, untold === 0 ? fields : { ...fields, left_out: untold });
    };
  return { warn: seldom('warn'), error: seldom('error') };
}
