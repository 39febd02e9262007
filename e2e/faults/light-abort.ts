/**
 * Abort signals of a few words, for worlds in memory: thousands of them are made in each second, and those of the
 * platform, which are event targets with all that belongs to them, take a tenth of the time. What the code that is
 * simulated uses of them does the same; the tests of it use the platform's.
 */
type Listener = () => void;

class LightSignal {
  aborted = false;
  reason: unknown = undefined;
  readonly #listeners = new Set<Listener>();

  addEventListener(_type: 'abort', listener: Listener): void {
    this.#listeners.add(listener);
  }

  removeEventListener(_type: 'abort', listener: Listener): void {
    this.#listeners.delete(listener);
  }

  abort(reason: unknown): void {
    if (this.aborted) return;
    this.aborted = true;
    this.reason = reason;
    // As with events: who is removed while the others are told is not told any more.
    for (const listener of this.#listeners) listener();
    this.#listeners.clear();
  }
}

class LightController {
  readonly signal = new LightSignal();

  abort(reason?: unknown): void {
    this.signal.abort(reason);
  }
}

/** For this process from now on. */
export function useLightAbort(): void {
  Object.assign(globalThis, { AbortController: LightController });
}
