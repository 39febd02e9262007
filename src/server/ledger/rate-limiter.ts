/**
 * Limits requests to one tenant's service (`src/server/ledger/README.md#the-services-limit`): a learned rate, which
 * rises fast until the first 429, then slowly, and falls a little at each 429; a bucket for bursts; stops that the
 * service names; a circuit breaker; and a queue.
 */
import type { Clock } from '../clock.ts';

export type RequestKind = 'read' | 'write';
type BreakerState = 'closed' | 'open' | 'probing';

interface RateLimitFigures {
  /** Requests per second that are allowed now. */
  readonly rate: number;
  /** Requests that wait for permission. */
  readonly waiting: number;
  /** No request is sent before this time (monotonic milliseconds); 0 if not blocked. */
  readonly blockedUntil: number;
  readonly breaker: BreakerState;
}

/** The outcome of a request, as far as the rate limiter is concerned. */
export type RateLimitEvent =
  | { readonly kind: 'fine' }
  /** A 429. Seconds; null if the service named none. */
  | { readonly kind: 'limited'; readonly retryAfter: number | null }
  /** The outcome is unknown: several in a row open the breaker. */
  | { readonly kind: 'unclear' }
  /** 401 or 403: no request succeeds until the operator corrects the key. */
  | { readonly kind: 'denied' }
  /** No connection. */
  | { readonly kind: 'unreachable' };

export interface RateLimiter {
  /**
   * Resolves when the request may be sent; visitors' requests come after all others. While the breaker is open, only a
   * read may be sent, as its probe.
   */
  acquire(kind: RequestKind, isVisitor: boolean, signal?: AbortSignal): Promise<void>;
  /** Called for each request whose outcome says something about the health of the service. */
  report(event: RateLimitEvent): void;
  /** Whether it is useful to lease work of this tenant now. */
  isOpen(): boolean;
  figures(): RateLimitFigures;
}

/** The rate allowance at a service, of one process or of several that share a store. */
export interface Allowance {
  /**
   * Claims the next turn and gives the milliseconds until it. A negative number means saved turns, at most `burst`.
   * @param interval milliseconds between two turns
   */
  claim(interval: number, burst: number): Promise<number>;
  /** Blocks all turns for this many milliseconds and discards saved turns. */
  stop(milliseconds: number): Promise<void>;
}

interface RateLimiterDependencies {
  readonly clock: Clock;
  /** Gives a number from 0 to 1. */
  readonly random: () => number;
  /** A cheap read that probes whether the service has recovered when only writes wait. */
  readonly probe: () => Promise<RateLimitEvent>;
  /** Milliseconds for which the breaker stays open the first time. */
  readonly rest?: number;
  /** Initial requests per second. */
  readonly firstRate?: number;
  /**
   * The allowance of all processes on one store; null if there is one process. If it rejects because the store does not
   * answer, each process uses its own.
   */
  readonly shared?: Allowance | null;
}

interface State extends RateLimiterDependencies {
  /** In order of arrival. */
  readonly waiting: Set<Waiter>;
  readonly breaker: Breaker;
  readonly learned: LearnedRate;
  readonly stops: Stops;
  readonly own: Allowance;
  /** The claimed turn that is not used yet. */
  turn: { readonly at: number; readonly isBurst: boolean } | null;
  /** Ends the sleep before that turn. */
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

/** Admits waiting requests one after another until none waits. */
async function run(state: State): Promise<void> {
  const { clock, waiting } = state;
  state.isRunning = true;
  while (waiting.size > 0) {
    state.turn ??= await claim(state);
    const now = clock.monotonic();
    const at = Math.max(state.turn.at, blockedUntil(state));
    if (at <= now) admitNext(state, now, state.turn.isBurst);
    else {
      state.alarm = new AbortController();
      await clock.sleep(at - now, state.alarm.signal);
    }
  }
  state.isRunning = false;
}

async function claim({ clock, learned, own, shared }: State): Promise<NonNullable<State['turn']>> {
  const interval = 1_000 / learned.perSecond();
  const burst = learned.burst(clock.monotonic());
  // A process with a shared allowance saves no turns of its own, so that it sends no burst when the store fails.
  const ownWait = await own.claim(interval, shared ? 1 : burst);
  const wait = await (shared?.claim(interval, burst) ?? Promise.resolve(ownWait)).catch(() => ownWait);
  if (wait > 0) learned.wanted();
  return { at: clock.monotonic() + wait, isBurst: wait <= -interval };
}

function admitNext(state: State, now: number, isBurst: boolean): void {
  const { breaker, learned, probe } = state;
  const isProbe = breaker.state() !== 'closed';
  const admissible = [...state.waiting].filter(({ kind }) => !isProbe || kind === 'read');
  // Known applicants go before visitors.
  const waiter = admissible.find(({ isVisitor }) => !isVisitor) ?? admissible[0];
  // The waiting request may have been aborted: the turn stays for the next one.
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

/** The allowance of one process. */
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

/** Requests per second: the initial rate, and the bounds of the learned rate. */
const [FIRST_RATE, LOWEST_RATE, HIGHEST_RATE] = [2, 1 / 60, 1_000];
/** Between two steps up: milliseconds, and requests, so that a slow service is tested no more often than a fast one. */
const [UP_EVERY, UP_REQUESTS] = [10_000, 10];
const [DOUBLE, STEP_UP, STEP_DOWN] = [2, 0.01, 0.85];
/** Milliseconds without a 429 after which the step up doubles: the limit may be far away now. */
const BOLDER_AFTER = 300_000;
/** Milliseconds between two steps down: several 429s at one moment count once. */
const DOWN_EVERY = 5_000;
/** Requests that may be sent at once after a pause, and milliseconds within which they are answered. */
const [BURST, BURST_ANSWERED] = [20, 1_000];
/** Milliseconds after which a burst that was too large is tried again. */
const FORGET_AFTER = 1_800_000;

type LearnedRate = ReturnType<typeof createLearnedRate>;

/** The rate rises only while it is used up: an unused rate teaches nothing. */
function createLearnedRate(start: number, first = FIRST_RATE) {
  let rate = first;
  let requests = 0;
  let upAt = start;
  let isFirst = true;
  let isWanted = false;
  let downAt = Number.NEGATIVE_INFINITY;
  let burstAt = Number.NEGATIVE_INFINITY;
  let burst = BURST;
  let halvedAt = start;
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

/** Stop without `Retry-After`: milliseconds, and skipped requests; doubled at each one in a row. */
const [FIRST_STOP, FIRST_REQUESTS, LONGEST_STOP] = [1_000, 2, 60_000];
/** Bounds of `Retry-After`, in milliseconds. */
const [SHORTEST_RETRY, LONGEST_RETRY] = [1_000, 900_000];
/** Fraction by which a stop is extended at random, so that several processes do not return at once. */
const JITTER = 0.1;

type Stops = ReturnType<typeof createStops>;

/** Stops all requests after a 429: for as long as the service names, else longer each time. */
function createStops(random: () => number) {
  let until = 0;
  let inRow = 0;
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
      const pause =
        retryAfter === null
          ? Math.min(first * 2 ** inRow, LONGEST_STOP)
          : Math.min(Math.max(retryAfter * 1_000, SHORTEST_RETRY), LONGEST_RETRY);
      if (retryAfter === null) inRow += 1;
      until = Math.max(until, now + pause * (1 + JITTER * random()));
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
  let unclear = 0;
  let rest = firstRest;
  let until = 0;
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
