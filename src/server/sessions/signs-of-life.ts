/** Forms of visitors that are still open: each of their requests shows it, and their files stay for it. */

import { LRUCache } from 'lru-cache';
import type { Staging } from '../ports.ts';
import type { Session } from './tokens.ts';
import { isVisitor } from './visitors.ts';

/** Milliseconds in which one sign is enough: far fewer than files stay. */
const SEEN_FOR = 300_000;
/** About 150 bytes each. */
const REMEMBERED = 10_000;

export type SeeSign = (session: Session) => void;

export function createSignsOfLife(staging: Pick<Staging, 'keep'>, now: () => number): SeeSign {
  const seen = new LRUCache<string, number>({ max: REMEMBERED });
  return (session) => {
    if (!isVisitor(session)) return;
    const name = JSON.stringify([session.tenant, session.subject]);
    if (now() - (seen.get(name) ?? Number.NEGATIVE_INFINITY) < SEEN_FOR) return;
    seen.set(name, now());
    // Should it fail, the form stages its files again.
    staging.keep(session).catch(() => undefined);
  };
}
