/** The only clock of the server: all code that reads the time or waits uses it, so that tests can let time pass. */
export interface Clock {
  /** Milliseconds since 1970, by the wall clock. */
  now(): number;
  /** Milliseconds that never decrease, even if the wall clock is set back. */
  monotonic(): number;
  /** Resolves after the given time, or at once when the signal aborts. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
  /**
   * Calls `act` at an interval, without keeping Node running.
   *
   * @returns a function that stops it
   */
  every(milliseconds: number, act: () => void): () => void;
}

/** @param holdsProcess whether a pending sleep keeps Node running */
export const createSystemClock = ({ holdsProcess }: { readonly holdsProcess: boolean }): Clock => ({
  now: () => Date.now(),
  monotonic: () => performance.now(),
  sleep: (milliseconds, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted === true) return resolve();
      const end = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', end);
        resolve();
      };
      const timer = setTimeout(end, milliseconds);
      if (!holdsProcess) letEnd(timer);
      signal?.addEventListener('abort', end);
    }),
  every(milliseconds, act) {
    const timer = setInterval(act, milliseconds);
    letEnd(timer);
    return () => clearInterval(timer);
  },
});

function letEnd(timer: NodeJS.Timeout | number): void {
  // Outside Node a timer is a number.
  if (typeof timer === 'object') timer.unref();
}

export const systemClock: Clock = createSystemClock({ holdsProcess: true });

type Sleeping = Pick<Clock, 'sleep'>;

/** @returns a function that cancels it and releases its timer */
export function after(clock: Sleeping, milliseconds: number, act: () => void): () => void {
  const cancellation = new AbortController();
  void clock.sleep(milliseconds, cancellation.signal).then(() => {
    if (!cancellation.signal.aborted) act();
  });
  // A reason of type Error would cost a stack trace.
  return () => cancellation.abort(null);
}

/** Gives the result of the work; null if it takes longer, and then the work continues. */
export async function inTime<Value>(
  clock: Sleeping,
  milliseconds: number,
  work: Promise<Value>,
): Promise<Value | null> {
  const cancellation = new AbortController();
  const late = clock.sleep(milliseconds, cancellation.signal).then(() => null);
  return Promise.race([work, late]).finally(() => cancellation.abort(null));
}

/** @param work receives a signal that aborts with a `TimeoutError` after the limit */
export async function withLimit<Value>(
  clock: Sleeping,
  milliseconds: number,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const limit = new AbortController();
  const cancel = after(clock, milliseconds, () =>
    limit.abort(new DOMException('The time limit is over.', 'TimeoutError')),
  );
  return work(limit.signal).finally(cancel);
}

/**
 * Lets other work of the event loop run. Awaiting a call of libsql does not, because its continuation runs in the same
 * turn.
 */
export const giveTurn = (): Promise<void> =>
  new Promise((resolve) => void (globalThis.setImmediate ?? setTimeout)(resolve));

/** Rejects at once on abort: undici notices an abort only after it has connected. */
export function untilAborted<Done>(signal: AbortSignal, work: Promise<Done>): Promise<Done> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
