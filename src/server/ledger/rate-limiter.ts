/**
 * How fast one tenant's service is asked (`src/server/ledger/README.md#the-services-limit`): a rate that is learned from its
 * answers, quickly up until its first 429, then slowly, and down a little at each; a bucket for a burst after a rest; stops
 * that it names; a breaker; and a line of those who wait.
 */
import type { Clock } from '../clock.ts';

export type RequestKind = 'read' | 'write';
type BreakerState = 'closed' | 'open' | 'probing';

interface RateLimitFigures {
  /** Requests a second that are allowed now. */
  readonly rate: number;
  /** Requests that wait for permission. */
  readonly waiting: number;
  /** No request is sent before this time (monotonic milliseconds); 0: not blocked. */
  readonly blockedUntil: number;
  readonly breaker: BreakerState;
}

/** The outcome of a request, as far as the rate limiter is concerned. */
export type RateLimitEvent =
  | { readonly kind: 'fine' }
  /** 429; seconds, null: it named none. */
  | { readonly kind: 'limited'; readonly retryAfter: number | null }
  /** The outcome is unknown: several in a row open the breaker. */
  | { readonly kind: 'unclear' }
  /** 401 or 403: no request succeeds until the operator corrects the key. */
  | { readonly kind: 'denied' }
  /** No connection. */
  | { readonly kind: 'unreachable' };

export interface RateLimiter {
  /**
   * Resolves when one request may be sent: one for a visitor after all others. While the breaker is open, only a read
   * may, as its probe.
   */
  acquire(kind: RequestKind, isVisitor: boolean, signal?: AbortSignal): Promise<void>;
  /** Called for each request whose outcome says something about the health of the service. */
  report(event: RateLimitEvent): void;
  /** Whether it is worth leasing work of this tenant now. */
  isOpen(): boolean;
  figures(): RateLimitFigures;
}

/** What of a service may be asked, of one process or of several that share a store. */
export interface Allowance {
  /**
   * Takes the next turn: milliseconds until it comes. Less than nothing: turns are saved up, at most `burst`.
   *
   * @param interval milliseconds between two turns
   */
  claim(interval: number, burst: number): Promise<number>;
  /** No turn comes for so many milliseconds, and none is saved up. */
  stop(milliseconds: number): Promise<void>;
}

interface RateLimiterDependencies {
  readonly clock: Clock;
  /** From 0 to 1. */
  readonly random: () => number;
  /** A cheap read that probes whether the service has recovered when only writes wait. */
  readonly probe: () => Promise<RateLimitEvent>;
  /** Milliseconds for which the breaker stays open the first time. */
  readonly rest?: number;
  /** Requests a second at the beginning. */
  readonly firstRate?: number;
  /** Of all processes on one store; it rejects where that is away, and then each goes on by its own. null: there is one process. */
  readonly shared?: Allowance | null;
}

interface State extends RateLimiterDependencies {
  /** In the order in which they came. */
  readonly waiting: Set<Waiter>;
  readonly breaker: Breaker;
  readonly learned: LearnedRate;
  readonly stops: Stops;
  readonly own: Allowance;
  /** The turn that was taken and not used yet. */
  turn: { readonly at: number; readonly isBurst: boolean } | null;
  /** Ends the sleep until it comes. */
  alarm: AbortController;
  isRunning: boolean;
}

interface Waiter {
  readonly kind: RequestKind;
  readonly isVisitor: boolean;
  go(): void;
}

export function createRateLimiter(dependencies: RateLimiterDependencies): RateLimiter {
  const { clock, random, rest, firstRate } = dependencies;
  const state: State = {
    ...dependencies,
    waiting: new Set(),
    breaker: createBreaker(rest),
    learned: createLearnedRate(clock.monotonic(), firstRate),
    stops: createStops(random),
    own: createAllowance(clock),
    turn: null,
    alarm: new AbortController(),
    isRunning: false,
  };
  const { waiting, breaker, learned } = state;
  return {
    acquire: (kind, isVisitor, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted === true) return resolve();
        const waiter = {
          kind,
          isVisitor,
          go() {
            signal?.removeEventListener('abort', waiter.go);
            waiting.delete(waiter);
            resolve();
          },
        };
        signal?.addEventListener('abort', waiter.go);
        waiting.add(waiter);
        wake(state);
      }),
    report: (event) => learn(state, event),
    isOpen: () => breaker.restsUntil() <= clock.monotonic(),
    figures: () => ({
      rate: learned.perSecond(),
      waiting: waiting.size,
      blockedUntil: blockedUntil(state),
      breaker: breaker.state(),
    }),
  };
}

const blockedUntil = ({ stops, breaker }: State): number => Math.max(stops.until(), breaker.restsUntil());

function wake(state: State): void {
  if (state.isRunning) state.alarm.abort();
  else void run(state);
}

/** Lets one after the other go, for as long as one waits. */
async function run(state: State): Promise<void> {
  const { clock, waiting } = state;
  state.isRunning = true;
  while (waiting.size > 0) {
    state.turn ??= await claim(state);
    const now = clock.monotonic();
    const at = Math.max(state.turn.at, blockedUntil(state));
    if (at <= now) grant(state, now, state.turn.isBurst);
    else {
      state.alarm = new AbortController();
      await clock.sleep(at - now, state.alarm.signal);
    }
  }
  state.isRunning = false;
}

async function claim({ clock, learned, own, shared }: State): Promise<NonNullable<State['turn']>> {
  const [interval, burst] = [1_000 / learned.perSecond(), learned.burst(clock.monotonic())];
  // Where others share the store nothing is saved up for when it is away.
  const mine = await own.claim(interval, shared ? 1 : burst);
  const wait = await (shared?.claim(interval, burst) ?? Promise.resolve(mine)).catch(() => mine);
  if (wait > 0) learned.wanted();
  return { at: clock.monotonic() + wait, isBurst: wait <= -interval };
}

function grant(state: State, now: number, isBurst: boolean): void {
  const { breaker, learned, probe } = state;
  const isProbe = breaker.state() !== 'closed';
  const all = [...state.waiting].filter(({ kind }) => !isProbe || kind === 'read');
  // Known applicants go before visitors.
  const waiter = all.find(({ isVisitor }) => !isVisitor) ?? all[0];
  // Who waited may have left meanwhile: the turn is for the next one.
  if (waiter === undefined && !isProbe) return;
  state.turn = null;
  learned.sent(now, isBurst);
  if (isProbe) breaker.probe(now);
  const report = (event: RateLimitEvent) => learn(state, event);
  if (waiter !== undefined) waiter.go();
  else void probe().then(report, () => report({ kind: 'unclear' }));
}

function learn(state: State, event: RateLimitEvent): void {
  const { clock, breaker, learned, stops, own, shared } = state;
  const now = clock.monotonic();
  if (event.kind === 'fine') stops.fine();
  if (event.kind === 'limited') {
    const wasStopped = now < stops.until();
    stops.stop(now, event.retryAfter, learned.perSecond());
    learned.limited(now, wasStopped);
    state.turn = null;
    const left = stops.until() - now;
    void own.stop(left);
    void shared?.stop(left).catch(() => undefined);
  }
  breaker.report(now, event);
  wake(state);
}

/** Of one process. */
function createAllowance({ monotonic }: Pick<Clock, 'monotonic'>): Allowance {
  let nextAt = Number.NEGATIVE_INFINITY;
  return {
    async claim(interval, burst) {
      const at = Math.max(nextAt, monotonic() - (burst - 1) * interval);
      nextAt = at + interval;
      return at - monotonic();
    },
    async stop(milliseconds) {
      nextAt = Math.max(nextAt, monotonic() + milliseconds);
    },
  };
}

/** Requests a second: at the beginning, and the bounds of what is believed. */
const [FIRST_RATE, LOWEST_RATE, HIGHEST_RATE] = [2, 1 / 60, 1_000];
/** Between two steps up: milliseconds, and requests, so that a slow service is not tried more often than a quick one. */
const [UP_EVERY, UP_REQUESTS] = [10_000, 10];
const [DOUBLE, STEP_UP, STEP_DOWN] = [2, 0.01, 0.85];
/** Milliseconds without any 429 after which the step up is twice as large: the limit may be far away now. */
const BOLDER_AFTER = 300_000;
/** Milliseconds between two steps down: several 429s at one moment count once. */
const DOWN_EVERY = 5_000;
/** Requests that may go at once after a rest, and milliseconds within which they are answered. */
const [BURST, BURST_ANSWERED] = [20, 1_000];
/** Milliseconds after which a burst that was too large is tried again. */
const FORGET_AFTER = 1_800_000;

type LearnedRate = ReturnType<typeof createLearnedRate>;

/** It only goes up while it is used up: a rate that is not used is not learned. */
function createLearnedRate(start: number, first = FIRST_RATE) {
  let [rate, requests, upAt, isFirst, isWanted] = [first, 0, start, true, false];
  let [downAt, burstAt] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  let [burst, halvedAt] = [BURST, start];
  const burstNow = (now: number) => (now - halvedAt >= FORGET_AFTER ? BURST : burst);

  return {
    perSecond: () => rate,
    burst: burstNow,
    /** A request waits for the rate alone. */
    wanted() {
      isWanted = true;
    },
    sent(now: number, isBurst: boolean) {
      if (isBurst) burstAt = now;
      requests += 1;
      if (now - upAt < UP_EVERY || requests < UP_REQUESTS) return;
      const bolder = 2 ** Math.floor((now - downAt) / BOLDER_AFTER);
      const step = isFirst ? DOUBLE : Math.min(1 + STEP_UP * bolder, DOUBLE);
      if (isWanted) rate = Math.min(rate * step, HIGHEST_RATE);
      [upAt, requests, isWanted] = [now, 0, false];
    },
    limited(now: number, wasStopped: boolean) {
      // A 429 after a burst says that the burst was too large, not that the rate is.
      if (now - burstAt < BURST_ANSWERED && burstNow(now) > 1) {
        if (!wasStopped) [burst, halvedAt] = [Math.max(burstNow(now) / 2, 1), now];
        return;
      }
      isFirst = false;
      if (now - downAt < DOWN_EVERY) return;
      rate = Math.max(rate * STEP_DOWN, LOWEST_RATE);
      [upAt, requests, isWanted, downAt] = [now, 0, false, now];
    },
  };
}

/** Milliseconds without `Retry-After`, and requests that would have gone meanwhile; doubled at each in a row. */
const [FIRST_STOP, FIRST_REQUESTS, LONGEST_STOP] = [1_000, 2, 60_000];
/** Milliseconds: what of `Retry-After` is believed. */
const [SHORTEST_RETRY, LONGEST_RETRY] = [1_000, 900_000];
/** Part of a stop by which it may last longer, so that several processes do not come back at once. */
const JITTER = 0.1;

type Stops = ReturnType<typeof createStops>;

/** How long a 429 stops everything: what the service names, or longer each time that it names nothing. */
function createStops(random: () => number) {
  let [until, inRow] = [0, 0];
  return {
    until: () => until,
    /** A request succeeded, so the next stop is a short one. */
    fine() {
      inRow = 0;
    },
    stop(now: number, retryAfter: number | null, rate: number) {
      // Several 429s at one moment count as one.
      if (retryAfter === null && now < until) return;
      const first = Math.max(FIRST_STOP, (FIRST_REQUESTS / rate) * 1_000);
      const asked =
        retryAfter === null
          ? Math.min(first * 2 ** inRow, LONGEST_STOP)
          : Math.min(Math.max(retryAfter * 1_000, SHORTEST_RETRY), LONGEST_RETRY);
      if (retryAfter === null) inRow += 1;
      until = Math.max(until, now + asked * (1 + JITTER * random()));
    },
  };
}

/** Consecutive unknown outcomes before the breaker opens. */
const MOST_UNCLEAR = 5;
/** Milliseconds after which a probe without an outcome counts as lost. */
const PROBE_LIMIT = 60_000;
/** Milliseconds for which the breaker stays open; doubled after each failed probe. */
const [FIRST_REST, LONGEST_REST] = [30_000, 60_000];

type Breaker = ReturnType<typeof createBreaker>;

/**
 * Stops all writes to a service that fails, so that no write becomes unclear. After a pause, one read probes whether
 * the service has recovered.
 *
 * @param firstRest milliseconds
 */
export function createBreaker(firstRest: number = FIRST_REST) {
  let [unclear, rest, until] = [0, firstRest, 0];
  let state: BreakerState = 'closed';

  function open(now: number): void {
    // Requests that were under way when the breaker opened say nothing new.
    if (state === 'open') return;
    if (state === 'probing') rest = Math.min(rest * 2, LONGEST_REST);
    [until, state] = [now + rest, 'open'];
  }

  return {
    state: () => state,
    /** Milliseconds, when the next probe may be sent; 0 while the breaker is closed. */
    restsUntil: () => until,
    /** The probe is being sent. */
    probe(now: number) {
      [until, state] = [now + PROBE_LIMIT, 'probing'];
    },
    report(now: number, { kind }: Pick<RateLimitEvent, 'kind'>) {
      if (kind === 'fine' || kind === 'limited') [unclear, rest, until, state] = [0, firstRest, 0, 'closed'];
      else {
        if (kind === 'unclear') unclear += 1;
        if (kind !== 'unclear' || state === 'probing' || unclear >= MOST_UNCLEAR) open(now);
      }
    },
  };
}
