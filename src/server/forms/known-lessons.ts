/** What refusals taught, as forms ask for it: read seldom, and never in the way of a form. */
import type { Tenant } from '../../core/model/ids.ts';
import type { Lesson, Lessons } from '../ports.ts';

/** Milliseconds: so soon the next visitor is asked for what was learned. */
const FRESH = 2_000;

export interface KnownLessons {
  /** Always resolves: what was last known while the store does not answer, nothing before that. */
  of(tenant: Tenant): Promise<readonly Lesson[]>;
  /** The operator changed them: the next form asks again. */
  forget(tenant: Tenant): void;
}

interface Entry {
  readonly readAt: number;
  readonly reading: Promise<readonly Lesson[]>;
}

export function createKnownLessons(lessons: Pick<Lessons, 'list'>, now: () => number): KnownLessons {
  const entries = new Map<Tenant, Entry>();
  return {
    of(tenant) {
      const known = entries.get(tenant);
      if (known !== undefined && now() - known.readAt <= FRESH) return known.reading;
      const before = known?.reading ?? Promise.resolve([]);
      const reading = lessons.list(tenant).catch(() => before);
      entries.set(tenant, { readAt: now(), reading });
      return reading;
    },
    forget(tenant) {
      entries.delete(tenant);
    },
  };
}
