/** Limits how often the same event is logged; the next line says how many were left out. */

import type { LogFields } from './log.ts';
import { createLruCache } from './lru-cache.ts';

/** A log for any set of events. */
export interface LogOf<Event extends string> {
  warn(event: Event, fields: LogFields): void;
  error(event: Event, fields: LogFields): void;
}

export interface SeldomDependencies<Event extends string> {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /**
   * Milliseconds between two lines with the same event, tenant and cause; events that are not listed are always
   * logged.
   */
  readonly pauses: Partial<Readonly<Record<Event, number>>>;
}

interface Told {
  readonly at: number;
  untold: number;
}

/** Combinations of event, tenant and cause that are remembered; a forgotten one is simply logged again. */
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
      // The absolute difference, so that setting the clock back cannot suppress lines for that long.
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
