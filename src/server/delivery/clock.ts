/** Time as one process sees it. The store has its own; this one measures durations and waits. */
export interface Clock {
  /** Milliseconds that only ever grow, whatever happens to the wall clock. */
  monotonic(): number;
  /** Resolves after so many milliseconds, or at once when the signal aborts. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

/** @param holdsProcess whether a pending sleep keeps Node running */
export const createSystemClock = ({ holdsProcess }: { readonly holdsProcess: boolean }): Clock => ({
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
      // Outside Node a timer is a number.
      if (!holdsProcess && typeof timer === 'object') timer.unref();
      signal?.addEventListener('abort', end);
    }),
});

export const systemClock: Clock = createSystemClock({ holdsProcess: true });
