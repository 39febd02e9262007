/**
 * The account of a service that all processes on one store share, as one of them sees it: it takes a few turns at a
 * time, and tells what became of them. Without its store it goes on as slowly as its part of the last known rate.
 */
import type { Tenant } from '../../../core/model/ids.ts';
import type { Clock } from '../../clock.ts';
import { type AccountRules, createOwnAccount, type OwnAccount, type RateAccount } from './rate-account.ts';
import type { RateLimitEvent } from './rate-limiter.ts';
import { LEASE, type LeasedTurn, type RateVisited, type ToldEvent, visitRate } from './rate-share.ts';
import type { RateStore } from './rate-store.ts';

export interface SharedAccountDependencies {
  readonly store: RateStore;
  readonly tenant: Tenant;
  /** Names this process among all. */
  readonly owner: string;
  readonly clock: Clock;
  readonly rules: AccountRules;
}

/** Milliseconds after which the store counts as away. */
const PATIENCE = 2_000;
/** Milliseconds until a store that was away is asked again. */
const AWAY_FOR = 1_000;
/** Of other processes that wrote meanwhile. */
const MOST_TRIES = 8;
/** Events that are kept for a store that is away. */
const MOST_UNTOLD = 100;

interface View {
  /** The account as it was stored last, with what this process has seen since, by the store's clock. */
  mirror: OwnAccount;
  /** What the store's clock is ahead of ours. */
  ahead: number;
  /** By our clock, earliest first. */
  turns: readonly LeasedTurn[];
  /** What the store has not been told, by our clock. */
  untold: readonly ToldEvent[];
  waiting: number;
  /** There is nothing to be had from the store before. */
  askAt: number;
  processes: number;
  isAsking: boolean;
  /** What was reported is more than the store can wait for. */
  hasNews: boolean;
  /** null: the store answers. */
  away: Away | null;
}

interface Away {
  /** Since when, or when the last request went without the store. */
  at: number;
  /** Requests a second that were known then. */
  readonly rate: number;
}

/** @param onChange a turn may have come, or be further away than it was */
export function createSharedAccount(
  dependencies: SharedAccountDependencies,
  onChange: () => void,
): RateAccount {
  const { clock, rules } = dependencies;
  const view: View = {
    mirror: createOwnAccount(clock.monotonic(), rules),
    ahead: 0,
    turns: [],
    untold: [],
    waiting: 0,
    askAt: Number.NEGATIVE_INFINITY,
    processes: 1,
    isAsking: false,
    hasNews: false,
    away: null,
  };
  const ask = () => void visit(dependencies, view).then(() => tellOn());
  function tellOn(): void {
    onChange();
    if (view.away === null && view.hasNews) ask();
  }
  // What was learned before this process began is known before its first request.
  ask();
  return {
    turnAt(now, waiting) {
      view.waiting = waiting;
      view.turns = view.turns.filter(({ at }) => now - at < LEASE);
      const [next] = view.turns;
      if (next !== undefined) return next.at;
      if (!view.isAsking && now >= view.askAt) ask();
      const told = view.isAsking ? now + PATIENCE : view.askAt;
      return view.away === null ? told : Math.min(turnWithoutStore(view, view.away), told);
    },
    take(now) {
      const [next, ...later] = view.turns;
      view.turns = later;
      if (next !== undefined) return next;
      if (view.away !== null) view.away.at = now;
      return view.mirror.take(now + view.ahead);
    },
    report(now, event) {
      if (changesMuch(view.mirror, event)) view.hasNews = true;
      view.mirror.report(now + view.ahead, event);
      view.untold = [...withoutFineAtEnd(view.untold, event), { event, at: now }].slice(-MOST_UNTOLD);
      if (view.hasNews && !view.isAsking && (view.away === null || now >= view.askAt)) ask();
    },
    figures(now) {
      const { stoppedUntil, restsUntil, ...figures } = view.mirror.figures(now + view.ahead);
      const here = (at: number) => (at === 0 ? 0 : at - view.ahead);
      return { ...figures, stoppedUntil: here(stoppedUntil), restsUntil: here(restsUntil) };
    },
  };
}

/** Its part of the last known rate, and nothing while the service is to be left alone. */
function turnWithoutStore({ mirror, ahead, processes }: View, away: Away): number {
  const { rate, stoppedUntil, restsUntil } = mirror.figures(away.at + ahead);
  const pause = (processes * 1000) / Math.min(rate, away.rate);
  return Math.max(away.at + pause, stoppedUntil - ahead, restsUntil - ahead);
}

/** A success counts where something was wrong before. */
function changesMuch(mirror: OwnAccount, { kind }: RateLimitEvent): boolean {
  const { breaker, unclear, stopsInRow } = mirror.keep();
  return kind !== 'fine' || breaker !== 'closed' || unclear > 0 || stopsInRow > 0;
}

/** Two successes in a row say no more than one. */
const withoutFineAtEnd = (untold: readonly ToldEvent[], { kind }: RateLimitEvent): readonly ToldEvent[] =>
  kind === 'fine' && untold.at(-1)?.event.kind === 'fine' ? untold.slice(0, -1) : untold;

async function visit({ clock, ...dependencies }: SharedAccountDependencies, view: View): Promise<void> {
  view.isAsking = true;
  const told = view.untold;
  [view.untold, view.hasNews] = [[], false];
  const limit = new AbortController();
  const late = clock.sleep(PATIENCE, limit.signal).then(() => null);
  const met = meet({ clock, ...dependencies }, view, told).catch(() => null);
  const visited = await Promise.race([met, late]);
  limit.abort();
  view.isAsking = false;
  const now = clock.monotonic();
  if (visited === null || visited === 'busy') view.untold = [...told, ...view.untold].slice(-MOST_UNTOLD);
  if (visited === null) {
    view.away ??= { at: now, rate: view.mirror.figures(now + view.ahead).rate };
    view.askAt = now + AWAY_FOR;
  } else if (visited === 'busy') view.askAt = now;
  else take(dependencies, view, visited);
}

interface Visited extends RateVisited {
  readonly ahead: number;
  readonly now: number;
}

/** busy: others came first, each time. */
async function meet(
  { clock, store, tenant, owner, rules }: SharedAccountDependencies,
  view: View,
  told: readonly ToldEvent[],
): Promise<Visited | 'busy'> {
  const unused = withdraw(view, clock.monotonic());
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const { shared, version, now } = await store.read(tenant);
    const ahead = now - clock.monotonic();
    const waiting = view.turns.length > 0 ? 0 : view.waiting;
    const events = told.map(({ event, at }) => ({ event, at: at + ahead }));
    const visited = visitRate(rules, shared, { now, owner, waiting, unused, events });
    if (!visited.isChanged || (await store.write(tenant, version, visited.shared)))
      return { ...visited, ahead, now };
  }
  return 'busy';
}

/** Turns that would come while the service is to be left alone are given back. */
function withdraw(view: View, now: number): number {
  const { stoppedUntil, restsUntil } = view.mirror.figures(now + view.ahead);
  if (Math.max(stoppedUntil, restsUntil) <= now + view.ahead) return 0;
  const { length } = view.turns.filter(({ at }) => now - at < LEASE);
  view.turns = [];
  return length;
}

/** What the store said, and what was seen while it was asked. */
function take({ rules }: Pick<SharedAccountDependencies, 'rules'>, view: View, visited: Visited): void {
  const { shared, turns, askAgainAt, processes, ahead, now } = visited;
  view.mirror = createOwnAccount(now, rules, shared.account);
  for (const { event, at } of view.untold) view.mirror.report(at + ahead, event);
  const isStopped = shared.account.stoppedUntil > now || shared.account.restsUntil > now;
  const kept = isStopped && turns.length === 0 ? [] : view.turns;
  view.turns = [...kept, ...turns.map((turn) => ({ ...turn, at: turn.at - ahead }))];
  [view.ahead, view.askAt, view.processes, view.away] = [ahead, askAgainAt - ahead, processes, null];
}
