/**
 * How much is begun at once. A process that begins everything that comes answers everything late; so what exceeds a
 * bound waits for a moment, in its order, and what would wait too long is refused before its body is read.
 */
import { type EventLoopUtilization, performance } from 'node:perf_hooks';
import { createLruCache } from '../http/lru-cache.ts';

/** Ends the stay of one request; called again it does nothing. */
export type Leave = () => void;

export interface Admission {
  /** null: overloaded, now or after it has waited. */
  enter(): Leave | Promise<Leave | null> | null;
  /** Who came now would be refused. */
  isFull(): boolean;
}

/** Milliseconds until a request is begun at the latest: a receipt is due within a second, a form may come later. */
const [RECEIPT_WAIT, OTHER_WAIT] = [500, 2_000];
/** Milliseconds between two looks at how busy the process is. */
const LOOK_EACH = 100;
/** Requests at once: what keeps one core busy, and what a slow store needs to take many in one commit. */
const [LEAST, MOST, FIRST] = [8, 256, 16];
/** Part of the time in which the process did not wait: above, more at once only makes each later; below, it has room. */
const [BUSY, ROOMY] = [0.95, 0.8];
const [STEP_DOWN, STEP_UP] = [0.8, 4];
/** Milliseconds from one departure to the next, before it is measured; part of each new figure in the mean. */
const [FIRST_PACE, NEW_PACE] = [1, 0.1];

export interface AdmissionDependencies {
  /** Milliseconds that only grow. */
  readonly now: () => number;
  /** Part of the time since the last call in which the process did not wait, from 0 to 1. */
  readonly utilisation: () => number;
}

interface Waiting {
  readonly since: number;
  begin(leave: Leave | null): void;
}

/** Milliseconds from one departure to the next, as learned while there is no room. */
function createPace() {
  let [pace, leftAt] = [FIRST_PACE, 0];
  return {
    /** There is no room from now on: before, how long it has been since the last one left said nothing. */
    fill(at: number): void {
      leftAt = at;
    },
    leave({ at, begunAt, limit, isFull }: Departure): void {
      // With room to spare it can only be seen that it would be no slower than this.
      const seen = isFull ? at - leftAt : Math.min(pace, (at - begunAt) / limit);
      pace += (seen - pace) * NEW_PACE;
      leftAt = at;
    },
    /** @param full how many there is room for; null: it is not full */
    each: (at: number, full: number | null): number =>
      Math.max(pace, full === null ? 0 : (at - leftAt) / full),
  };
}

/** How much is begun at once, as learned from how busy the process is. */
function createLimit(start: number, utilisation: () => number) {
  let [most, lookedAt, isCrowded] = [FIRST, start, false];
  return {
    get most() {
      return most;
    },
    /** There was more than that. */
    crowd(): void {
      isCrowded = true;
    },
    look(at: number, isStillCrowded: boolean): void {
      if (at - lookedAt < LOOK_EACH) return;
      const used = utilisation();
      if (used > BUSY) most = Math.max(LEAST, Math.floor(most * STEP_DOWN));
      else if (used < ROOMY && isCrowded) most = Math.min(MOST, most + STEP_UP);
      [lookedAt, isCrowded] = [at, isStillCrowded];
    },
  };
}

interface Departure {
  readonly at: number;
  readonly begunAt: number;
  readonly limit: number;
  readonly isFull: boolean;
}

/** @param longestWait milliseconds that a request may have to wait until it is begun */
export function createAdmission(
  longestWait = RECEIPT_WAIT,
  { now, utilisation }: AdmissionDependencies = ofThisProcess(),
): Admission {
  const waiting: Waiting[] = [];
  const pace = createPace();
  const limit = createLimit(now(), utilisation);
  let active = 0;
  let timer: NodeJS.Timeout | null = null;

  const look = (at: number) => limit.look(at, waiting.length > 0);

  function begin(): Leave {
    active += 1;
    const begunAt = now();
    if (active >= limit.most) pace.fill(begunAt);
    let isHere = true;
    return () => {
      if (!isHere) return;
      isHere = false;
      const at = now();
      pace.leave({ at, begunAt, limit: limit.most, isFull: active >= limit.most });
      active -= 1;
      look(at);
      beginNext();
    };
  }

  function beginNext(): void {
    while (active < limit.most && waiting.length > 0) waiting.shift()?.begin(begin());
    if (waiting.length === 0 && timer !== null) timer = stop(timer);
  }

  /** Nothing may leave for as long as the store does not answer. */
  function refuseLate(): void {
    const at = now();
    look(at);
    beginNext();
    while (waiting[0] !== undefined && at - waiting[0].since > 2 * longestWait) waiting.shift()?.begin(null);
    if (waiting.length === 0 && timer !== null) timer = stop(timer);
  }

  const hasRoom = () => active < limit.most && waiting.length === 0;

  function isFull(): boolean {
    if (hasRoom()) return false;
    const at = now();
    limit.crowd();
    look(at);
    return pace.each(at, active >= limit.most ? limit.most : null) * (waiting.length + 1) > longestWait;
  }

  return {
    isFull,
    enter() {
      if (hasRoom()) return begin();
      if (isFull()) return null;
      timer ??= setInterval(refuseLate, LOOK_EACH).unref();
      return new Promise((begin) => waiting.push({ since: now(), begin }));
    },
  };
}

function stop(timer: NodeJS.Timeout): null {
  clearInterval(timer);
  return null;
}

function ofThisProcess(): AdmissionDependencies {
  let last: EventLoopUtilization = performance.eventLoopUtilization();
  return {
    now: () => performance.now(),
    utilisation() {
      const before = last;
      last = performance.eventLoopUtilization();
      return performance.eventLoopUtilization(last, before).utilization;
    },
  };
}

/** What costs most in a request's place: each has a bound of its own, so that those who read do not keep out receipts. */
export interface Lane {
  readonly receipts: Admission;
  readonly others: Admission;
}

/** Back ends, and applicants that one vouches for, do not queue behind visitors. */
export interface Admissions {
  /** @param bearer key or token of the request, which was not looked at yet */
  laneOf(bearer: string | null): Lane;
  /** Back ends are known by their keys before they have come, and for good. */
  know(keys: readonly string[]): void;
  /** It is the token of an applicant that a back end vouches for. */
  vouch(token: string): void;
  /** It opens nothing any more. */
  forget(token: string): void;
}

/** Tokens of about 500 bytes each; one that is pushed out is a visitor's until it has been opened again. */
const REMEMBERED = 5_000;

/** For what has no bound. */
export const unbounded: Admission = { enter: () => () => undefined, isFull: () => false };

const createLane = (): Lane => ({ receipts: createAdmission(), others: createAdmission(OTHER_WAIT) });

export function createAdmissions(newLane: () => Lane = createLane): Admissions {
  const [visitors, known] = [newLane(), newLane()];
  const keys = new Set<string>();
  const vouched = createLruCache<string, true>(REMEMBERED);
  const isKnown = (bearer: string) => keys.has(bearer) || vouched.get(bearer) === true;
  return {
    laneOf: (bearer) => (bearer !== null && isKnown(bearer) ? known : visitors),
    know(given) {
      for (const key of given) keys.add(key);
    },
    vouch: (token) => vouched.set(token, true),
    forget: (token) => vouched.delete(token),
  };
}

/** Uploads last as long as their line needs, and have bounds of their own. */
export function admissionFor({ receipts, others }: Lane, method: string, path: string): Admission {
  if (method === 'POST' && path === '/submissions') return receipts;
  return /^\/(?:sessions|submissions|api)(?:\/|$)/.test(path) && method !== 'OPTIONS' ? others : unbounded;
}

/** Seconds, at most so many more: those who are refused at one moment should not come back at one. */
const [RETRY, SPREAD] = [2, 6];

export const retryAfter = (random: () => number = Math.random): number =>
  RETRY + Math.round(SPREAD * random());
