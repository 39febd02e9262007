/**
 * Who of those that wait goes next: known applicants before visitors, one of each subject in turn, however many of its
 * requests wait; of visitors one of each share in turn.
 */
import type { Subject } from '../../../core/model/ids.ts';

/** Part of the requests that reads may take while writes wait. */
const READS_BESIDE_WRITES = 0.3;
/** Part that visitors may take while known applicants wait: these go first, and visitors go on. */
const VISITORS_BESIDE_KNOWN = 0.2;

export type RequestKind = 'read' | 'write';

export interface Waiter {
  readonly subject: Subject;
  readonly kind: RequestKind;
  /** Of a visitor: all of one share wait in one line. null: a back end vouches for the applicant. */
  readonly share: string | null;
  go(): void;
}

export interface FairQueue {
  add(waiter: Waiter): void;
  remove(waiter: Waiter): void;
  /** Takes the next one out. @param kinds which may go at all */
  next(kinds: readonly RequestKind[]): Waiter | null;
  size(): number;
  /** Of those that wait, none is of a known applicant, and more than one of a visitor. */
  isOnlyVisitors(): boolean;
}

/** A Map keeps the order in which they came: a line that was served goes to its end. */
type Round = Map<string, Waiter[]>;
type Lane = Readonly<Record<RequestKind, Round>>;

export function createFairQueue(): FairQueue {
  const lanes = { known: newLane(), visitors: newLane() };
  /** Of a visitor's request, saved up while known applicants go before it. */
  let savedForVisitors = 0;
  const chooseKind = { known: createChoice(), visitors: createChoice() };
  const roundOf = ({ share, kind }: Waiter) => lanes[share === null ? 'known' : 'visitors'][kind];

  function chooseLane(kinds: readonly RequestKind[]): keyof typeof lanes {
    if (!hasAny(lanes.visitors, kinds)) return 'known';
    if (!hasAny(lanes.known, kinds)) return 'visitors';
    savedForVisitors += VISITORS_BESIDE_KNOWN;
    if (savedForVisitors < 1) return 'known';
    savedForVisitors -= 1;
    return 'visitors';
  }

  return {
    add(waiter) {
      const round = roundOf(waiter);
      round.set(lineOf(waiter), [...(round.get(lineOf(waiter)) ?? []), waiter]);
    },
    remove(waiter) {
      const round = roundOf(waiter);
      const left = (round.get(lineOf(waiter)) ?? []).filter((one) => one !== waiter);
      if (left.length === 0) round.delete(lineOf(waiter));
      else round.set(lineOf(waiter), left);
    },
    next(kinds) {
      const name = chooseLane(kinds);
      const kind = chooseKind[name](lanes[name], kinds);
      return kind === null ? null : takeFirst(lanes[name][kind]);
    },
    size: () => sizeOf(lanes.known) + sizeOf(lanes.visitors),
    isOnlyVisitors: () => sizeOf(lanes.known) === 0 && sizeOf(lanes.visitors) > 1,
  };
}

const newLane = (): Lane => ({ read: new Map(), write: new Map() });

const lineOf = ({ subject, share }: Waiter): string => share ?? subject;

const hasAny = (lane: Lane, kinds: readonly RequestKind[]): boolean =>
  kinds.some((kind) => lane[kind].size > 0);

const sizeOf = (lane: Lane): number =>
  [...lane.read.values(), ...lane.write.values()].reduce((sum, { length }) => sum + length, 0);

function createChoice(): (lane: Lane, kinds: readonly RequestKind[]) => RequestKind | null {
  /** Of a read, saved up while writes go before it. */
  let saved = 0;
  return (lane, kinds) => {
    const [reads, writes] = [hasAny(lane, kinds.filter(isRead)), hasAny(lane, kinds.filter(isWrite))];
    if (!(reads && writes)) return reads ? 'read' : writes ? 'write' : null;
    saved += READS_BESIDE_WRITES;
    if (saved < 1) return 'write';
    saved -= 1;
    return 'read';
  };
}

const isRead = (kind: RequestKind): boolean => kind === 'read';
const isWrite = (kind: RequestKind): boolean => kind === 'write';

function takeFirst(round: Round): Waiter | null {
  const [entry] = round;
  if (entry === undefined) return null;
  const [line, [first, ...others]] = entry;
  round.delete(line);
  if (others.length > 0) round.set(line, others);
  return first ?? null;
}
