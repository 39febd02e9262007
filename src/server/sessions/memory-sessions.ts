/** Codes of links and revoked sessions in this process's memory, each limited in number and lost at a restart. */

import { LRUCache } from 'lru-cache';
import {
  CODE_KEPT,
  REVOCATION_KEPT,
  type SessionStore,
  SPENT_AGAIN,
  type StoredCode,
} from '../session-store.ts';
import { createMemoryPrefills } from './memory-prefills.ts';

/** About 1.5 kB each. */
const MOST_CODES = 10_000;
/** About 200 bytes each. */
const MOST_REVOKED = 100_000;

interface Entry {
  readonly code: StoredCode;
  /** Milliseconds since 1970, like the next one. */
  readonly madeAt: number;
  readonly expiresAt: number;
  readonly spent: { readonly at: number; readonly attempt: string | null } | null;
}

/** @param now milliseconds since 1970 */
export function createMemorySessions(now: () => number): SessionStore {
  const codes = new LRUCache<string, Entry>({ max: MOST_CODES });
  const revoked = new LRUCache<string, number>({ max: MOST_REVOKED });
  const nameOf = (...name: readonly string[]) => JSON.stringify(name);
  return {
    prefills: createMemoryPrefills(now),
    async addCode(code, lifetime) {
      codes.set(code.hash, { code, madeAt: now(), expiresAt: now() + lifetime, spent: null });
    },
    async findCode(hash) {
      const entry = codes.get(hash);
      if (entry === undefined || entry.expiresAt + CODE_KEPT <= now()) return null;
      return { ...entry.code, madeAt: entry.madeAt, expired: entry.expiresAt <= now() };
    },
    async spendCode(hash, attempt) {
      const entry = codes.get(hash);
      if (entry === undefined) return false;
      const { spent, expiresAt } = entry;
      if (spent !== null)
        return attempt !== null && spent.attempt === attempt && spent.at + SPENT_AGAIN > now();
      if (expiresAt <= now()) return false;
      codes.set(hash, { ...entry, spent: { at: now(), attempt } });
      return true;
    },
    async revoke(tenant, session) {
      revoked.set(nameOf(tenant, session), now());
    },
    async isRevoked(tenant, session) {
      const at = revoked.get(nameOf(tenant, session));
      return at !== undefined && at + REVOCATION_KEPT > now();
    },
  };
}
