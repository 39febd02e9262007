/**
 * Which way of asking what an application holds works at this service: learned by trying, remembered, and tried
 * again after a while, since a service may be given another version or its key other rights.
 */
import type { ReadBackWay } from '../service/read-back.ts';

/** Named option: `auto` tries all; `none` never asks. */
export const readBackOptions = ['auto', 'single', 'list', 'none'] as const;
export type ReadBack = (typeof readBackOptions)[number];

/** What to do where the service cannot be asked whether an unclear answer is stored (named option). */
export const withoutReadBackOptions = ['park', 'resend'] as const;
export type WithoutReadBack = (typeof withoutReadBackOptions)[number];

/** Milliseconds until a way that did not work is tried again. */
const FORGET_AFTER = 600_000;

/** The best first: those that take one request and name the question of each answer. */
const allWays: readonly ReadBackWay[] = [
  { by: 'single', include: 'answers.question' },
  { by: 'single', include: 'answers' },
  { by: 'list', include: 'answers.question' },
  { by: 'list', include: 'answers' },
];

export interface ReadBackWays {
  /** Worth trying now, the best first. */
  now(): readonly ReadBackWay[];
  /** It works. */
  keep(way: ReadBackWay): void;
  /** The service does not do it. false: it did before, so this may have been one odd reply; a second one excludes it. */
  exclude(way: ReadBackWay): boolean;
  /** Whether documents of the application are worth asking for now. */
  showsDocuments(): boolean;
  /** The service refuses to show them. */
  excludeDocuments(): void;
}

/** @param monotonic milliseconds that only grow */
export function createReadBackWays(option: ReadBack, monotonic: () => number): ReadBackWays {
  const ways = allWays.filter(({ by }) => option === 'auto' || option === by);
  const excludedUntil = new Map<ReadBackWay, number>();
  const working = new Set<ReadBackWay>();
  let noDocumentsUntil = 0;
  return {
    now: () => ways.filter((way) => (excludedUntil.get(way) ?? 0) <= monotonic()),
    keep: (way) => void working.add(way),
    exclude(way) {
      if (working.delete(way)) return false;
      excludedUntil.set(way, monotonic() + FORGET_AFTER);
      return true;
    },
    showsDocuments: () => option !== 'none' && noDocumentsUntil <= monotonic(),
    excludeDocuments() {
      noDocumentsUntil = monotonic() + FORGET_AFTER;
    },
  };
}
