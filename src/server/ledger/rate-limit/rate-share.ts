/**
 * One account of a service that several processes share: each in turn puts in what it has seen and takes turns for what
 * waits. Pure: it is given the account as it is stored, and says how it is stored from then on.
 */
import {
  type AccountRules,
  createOwnAccount,
  type KeptAccount,
  type OwnAccount,
  type RateTurn,
} from './rate-account.ts';
import type { RateLimitEvent } from './rate-limiter.ts';

/** Milliseconds for which a turn is good once it has come, and of which turns are taken at once at the most. */
export const LEASE = 1_000;
/** Turns that are taken at once, where there are more, though fewer requests wait: the next ones come soon. */
const AHEAD = 4;
/** Milliseconds that a turn may lie ahead of who is alone at a slow service. */
const LONGEST_PROMISE = 3_000;
/** Milliseconds for which a process that was here counts as one that is at work. */
const BUSY_FOR = 3_000;
/** Milliseconds for which it counts as one of the processes. */
const SEEN_FOR = 60_000;
/** Milliseconds between two looks at a service that is left alone, of which another process may know more. */
const LOOK_EVERY = 2_000;
/** Milliseconds between two looks at the least. */
const SHORTEST_PAUSE = 20;

/** One process, as it was here last. Times are milliseconds of the store's clock. */
export interface RateMember {
  readonly owner: string;
  readonly seenAt: number;
  /** Since when it has waited without a turn; null: it does not. */
  readonly waitsSince: number | null;
}

export interface SharedRate {
  /** null: nothing is known of the service. */
  readonly account: KeptAccount | null;
  readonly members: readonly RateMember[];
}

export interface WrittenRate extends SharedRate {
  readonly account: KeptAccount;
}

export interface ToldEvent {
  readonly event: RateLimitEvent;
  /** Milliseconds of the store's clock. */
  readonly at: number;
}

export interface RateVisit {
  /** Milliseconds of the store's clock. */
  readonly now: number;
  readonly owner: string;
  /** Requests for which it wants a turn. */
  readonly waiting: number;
  /** Turns that it took before and does not use. */
  readonly unused: number;
  readonly events: readonly ToldEvent[];
}

/** Its time is when the request may go. */
export interface LeasedTurn extends RateTurn {
  readonly at: number;
}

export interface RateVisited {
  readonly shared: WrittenRate;
  /** false: nothing of it has to be stored. */
  readonly isChanged: boolean;
  readonly turns: readonly LeasedTurn[];
  /** Milliseconds of the store's clock: before, there is no turn for it. */
  readonly askAgainAt: number;
  /** With this one. */
  readonly processes: number;
}

export function visitRate(rules: AccountRules, stored: SharedRate, visit: RateVisit): RateVisited {
  const { now, owner, waiting, unused, events } = visit;
  const account = createOwnAccount(now, rules, stored.account);
  const members = stored.members.filter(({ seenAt }) => Math.abs(now - seenAt) < SEEN_FOR);
  const own = members.find((one) => one.owner === owner);
  const others = members.filter((one) => one !== own && Math.abs(now - one.seenAt) < BUSY_FOR);
  const since = own?.waitsSince ?? now;
  const before = others.filter(({ waitsSince }) => waitsSince !== null && waitsSince < since).length;
  if (unused > 0) account.putBack(now, unused);
  for (const { event, at } of events) account.report(Math.min(at, now), event);
  const taken = takeTurns(account, { now, waiting, sharers: others.length + 1, before });
  const waitsSince = waiting > 0 && taken.turns.length === 0 ? since : null;
  const isSeen = own !== undefined && own.waitsSince === waitsSince && now - own.seenAt < BUSY_FOR / 2;
  const rest = members.filter((one) => one !== own);
  return {
    ...taken,
    shared: { account: account.keep(), members: [...rest, { owner, seenAt: now, waitsSince }] },
    isChanged: taken.turns.length > 0 || events.length > 0 || unused > 0 || !isSeen,
    processes: rest.length + 1,
  };
}

interface Wish {
  readonly now: number;
  readonly waiting: number;
  /** Processes at work, with this one. */
  readonly sharers: number;
  /** Of these, those that have waited longer: each is left one turn. */
  readonly before: number;
}

function takeTurns(account: OwnAccount, wish: Wish): Pick<RateVisited, 'turns' | 'askAgainAt'> {
  const { now, waiting, sharers, before } = wish;
  const { rate, saved, breaker } = account.figures(now);
  const promised = now + promisedAhead(account, wish);
  const ofOthers = (Math.max(before - Math.floor(saved), 0) / rate) * 1000;
  const share = Math.max(Math.ceil((saved + (rate * LEASE) / 1000) / sharers), 1);
  const turns: LeasedTurn[] = [];
  while (turns.length < Math.min(waiting, share)) {
    const at = account.turnAt(now, waiting);
    if (at + ofOthers > promised) break;
    turns.push({ at, ...account.take(now) });
    // Until its outcome is known there is no other.
    if (breaker !== 'closed') break;
  }
  const ahead = waiting > 0 && before === 0 && breaker === 'closed' ? Math.min(AHEAD, share) : 0;
  while (turns.length < ahead && account.figures(now).saved >= 1)
    turns.push({ at: now, ...account.take(now) });
  if (waiting === 0) return { turns, askAgainAt: now };
  const next = account.turnAt(now, waiting);
  // Where no turn is left, each of the others takes as many before it is our turn again.
  const between = turns.length > 0 ? (sharers - 1) * turns.length : Math.max(before - Math.floor(saved), 0);
  const wanted = next <= now ? now : next + (between / rate) * 1000 - (promised - now);
  const latest = breaker === 'closed' ? Number.POSITIVE_INFINITY : now + LOOK_EVERY;
  return { turns, askAgainAt: Math.max(Math.min(wanted, latest), now + SHORTEST_PAUSE) };
}

/** Milliseconds. Who is alone knows at once of a 429, so nothing that it was promised goes after one. */
function promisedAhead(account: OwnAccount, { now, sharers }: Wish): number {
  const { stoppedUntil, stopsInRow, rate, breaker } = account.keep();
  // Who waits for a service that is left alone may have gone by then, and a question that is not asked holds up all.
  if (breaker !== 'closed') return 0;
  // The first one after a stop shows whether there will be others.
  if (now < stoppedUntil || stopsInRow > 0) return 0;
  return sharers > 1 ? LEASE / 2 : Math.min(Math.max(LEASE, (AHEAD * 1000) / rate), LONGEST_PROMISE);
}
