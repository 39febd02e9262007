/** The one clock of the server: whatever asks for the time or waits takes it, so that a test can let time pass. */
export interface Clock {
  /** Milliseconds since 1970, as the machine is set. */
  now(): number;
  /** Milliseconds that only ever grow, whatever happens to the wall clock. */
  monotonic(): number;
  /** Resolves after so many milliseconds, or at once when the signal aborts. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
  /**
   * Acts again and again, so many milliseconds apart, without keeping Node running.
   *
   * @returns ends it
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

/** @returns calls it off, and releases its timer */
export function after(clock: Sleeping, milliseconds: number, act: () => void): () => void {
  const off = new AbortController();
  void clock.sleep(milliseconds, off.signal).then(() => off.signal.aborted || act());
  // A reason of its own would cost a stack trace.
  return () => off.abort(null);
}

/** What the work comes to; null: it takes longer, and goes on. */
export async function inTime<Value>(
  clock: Sleeping,
  milliseconds: number,
  work: Promise<Value>,
): Promise<Value | null> {
  const off = new AbortController();
  const late = clock.sleep(milliseconds, off.signal).then(() => null);
  return Promise.race([work, late]).finally(() => off.abort(null));
}

/** @param work its signal aborts with a `TimeoutError` when it takes longer */
export async function withLimit<Value>(
  clock: Sleeping,
  milliseconds: number,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const limit = new AbortController();
  const callOff = after(clock, milliseconds, () =>
    limit.abort(new DOMException('The time is over.', 'TimeoutError')),
  );
  return work(limit.signal).finally(callOff);
}

/**
 * Lets everything else have its turn. It takes no time: what is awaited after a call of libsql goes on within the same
 * turn of the event loop.
 */
export const giveTurn = (): Promise<void> =>
  new Promise((resolve) => void (globalThis.setImmediate ?? setTimeout)(resolve));

/** undici notices an abort only once its connection is established. */
export function untilAborted<Done>(signal: AbortSignal, work: Promise<Done>): Promise<Done> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
