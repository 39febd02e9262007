/** What back ends know of applicants, sealed, in this process's memory: limited in number and lost at a restart. */
import { LRUCache } from 'lru-cache';
import type { PrefillStore, StoredPrefill } from '../../core/model/details.ts';

/** At most 90 kB each. */
const MOST_PREFILLS = 1_000;

interface Entry extends StoredPrefill {
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/** @param now milliseconds since 1970 */
export function createMemoryPrefills(now: () => number): PrefillStore {
  const prefills = new LRUCache<string, Entry>({ max: MOST_PREFILLS });
  const nameOf = (...name: readonly string[]) => JSON.stringify(name);
  const live = (name: string) => {
    const entry = prefills.get(name);
    return entry !== undefined && entry.expiresAt > now() ? entry : null;
  };
  const forget = (isOver: (entry: Entry) => boolean) => {
    for (const entry of prefills.values())
      if (isOver(entry)) prefills.delete(nameOf(entry.tenant, entry.session));
  };
  return {
    async add(prefill, lifetime) {
      forget(({ expiresAt }) => expiresAt <= now());
      const name = nameOf(prefill.tenant, prefill.session);
      prefills.set(name, { ...prefill, expiresAt: now() + lifetime });
    },
    async find(tenant, session) {
      return live(nameOf(tenant, session))?.sealed ?? null;
    },
    async extend(tenant, session, lifetime) {
      const name = nameOf(tenant, session);
      const entry = live(name);
      if (entry !== null) prefills.set(name, { ...entry, expiresAt: now() + lifetime });
    },
    async removeSession(tenant, session) {
      prefills.delete(nameOf(tenant, session));
    },
    async removeSubject(tenant, subject) {
      forget((entry) => entry.tenant === tenant && entry.subject === subject);
    },
  };
}
