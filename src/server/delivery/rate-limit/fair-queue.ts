/** Who of those that wait goes next: one of each subject in turn, however many of its requests wait. */
import type { Subject } from '../../../core/model/ids.ts';

/** Part of the requests that reads may take while writes wait. */
const READS_BESIDE_WRITES = 0.3;

export type RequestKind = 'read' | 'write';

export interface Waiter {
  readonly subject: Subject;
  readonly kind: RequestKind;
  go(): void;
}

export interface FairQueue {
  add(waiter: Waiter): void;
  remove(waiter: Waiter): void;
  /** Takes the next one out. @param kinds which may go at all */
  next(kinds: readonly RequestKind[]): Waiter | null;
  size(): number;
}

/** A Map keeps the order in which subjects came: a subject that was served goes to its end. */
type Round = Map<Subject, Waiter[]>;

export function createFairQueue(): FairQueue {
  const rounds: Readonly<Record<RequestKind, Round>> = { read: new Map(), write: new Map() };
  /** Of a read, saved up while writes go before it. */
  let saved = 0;

  function choose(kinds: readonly RequestKind[]): RequestKind | null {
    const [reads, writes] = [
      kinds.includes('read') && rounds.read.size > 0,
      kinds.includes('write') && rounds.write.size > 0,
    ];
    if (!(reads && writes)) return reads ? 'read' : writes ? 'write' : null;
    saved += READS_BESIDE_WRITES;
    if (saved < 1) return 'write';
    saved -= 1;
    return 'read';
  }

  return {
    add(waiter) {
      const round = rounds[waiter.kind];
      round.set(waiter.subject, [...(round.get(waiter.subject) ?? []), waiter]);
    },
    remove(waiter) {
      const round = rounds[waiter.kind];
      const left = (round.get(waiter.subject) ?? []).filter((one) => one !== waiter);
      if (left.length === 0) round.delete(waiter.subject);
      else round.set(waiter.subject, left);
    },
    next(kinds) {
      const kind = choose(kinds);
      return kind === null ? null : takeFirst(rounds[kind]);
    },
    size: () =>
      [...rounds.read.values(), ...rounds.write.values()].reduce((sum, { length }) => sum + length, 0),
  };
}

function takeFirst(round: Round): Waiter | null {
  const [entry] = round;
  if (entry === undefined) return null;
  const [subject, [first, ...others]] = entry;
  round.delete(subject);
  if (others.length > 0) round.set(subject, others);
  return first ?? null;
}
