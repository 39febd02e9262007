/**
 * Sessions of job mode whose application was made, or may have been, kept long after their receipts are forgotten: no
 * session makes a second one. Nothing of a person is in it.
 */
import type { StoredSubmission } from '../model/ports.ts';
import { createBoundedMap } from './bounded-map.ts';

/**
 * Milliseconds: nine days. A token lives for a day and can be renewed for seven more, and one that is renewed after
 * the sending says so itself; the ninth is for applications that were still waiting then.
 */
const REMEMBERED_FOR = 777_600_000;
/** About 500 bytes each. */
const MOST_REMEMBERED = 100_000;

export interface MadeApplications {
  /** Only what has an application that the service may hold. */
  remember(name: string, stored: StoredSubmission): void;
  find(name: string): StoredSubmission | null;
}

export function createMadeApplications(now: () => number): MadeApplications {
  const made = createBoundedMap<string, StoredSubmission>(MOST_REMEMBERED);
  return {
    remember(name, { submission, fingerprint }) {
      if (mayBeMade(submission)) made.set(name, { submission: { ...submission, answers: [] }, fingerprint });
    },
    find(name) {
      const stored = made.get(name) ?? null;
      const isOver = stored !== null && Date.parse(stored.submission.acceptedAt) + REMEMBERED_FOR <= now();
      if (isOver) made.delete(name);
      return isOver ? null : stored;
    },
  };
}

/** A service that refused it, or was never reached, has none. */
export function mayBeMade({ application }: StoredSubmission['submission']): boolean {
  if (application === null) return false;
  const { state, code } = application;
  return code === 'unclear' || state === 'sending' || state === 'delivered' || state === 'checking';
}
