/** Rate limits as services have them, which a client can only learn of by their 429s. */

export interface HiddenLimit {
  readonly name: string;
  /** Requests a second. */
  readonly rate: number;
  /** null: taken. Else the seconds of `Retry-After`; undefined: it names none. */
  take(now: number): null | { readonly retryAfter: number | null };
}

/** Milliseconds. */
const WINDOW = 60_000;

/** So many requests in each window of the clock, counted whether they were taken or not. */
export function createFixedWindow(rate: number, names: boolean): HiddenLimit {
  let number = -1;
  let taken = 0;
  return {
    name: `${rate}/s in windows of ${WINDOW / 1000} s, ${names ? 'with' : 'without'} Retry-After`,
    rate,
    take(now) {
      const current = Math.floor(now / WINDOW);
      if (current !== number) [number, taken] = [current, 0];
      taken += 1;
      if (taken <= Math.max(Math.floor((rate * WINDOW) / 1000), 1)) return null;
      return { retryAfter: names ? Math.ceil(((current + 1) * WINDOW - now) / 1000) : null };
    },
  };
}

export function createTokenBucket(rate: number, names: boolean): HiddenLimit {
  /** Requests at once after a rest. */
  const capacity = Math.max(rate, 1);
  let tokens = capacity;
  let countedAt = 0;
  return {
    name: `${rate}/s from a bucket of ${capacity}, ${names ? 'with' : 'without'} Retry-After`,
    rate,
    take(now) {
      tokens = Math.min(capacity, tokens + ((now - countedAt) / 1000) * rate);
      countedAt = now;
      if (tokens < 1) return { retryAfter: names ? Math.ceil((1 - tokens) / rate) : null };
      tokens -= 1;
      return null;
    },
  };
}
