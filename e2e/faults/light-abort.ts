/**
 * Minimal abort signals for simulations in memory, which make thousands of them a second: the platform's own, which are
 * full event targets, would take a tenth of the time. They do the same as far as the simulated code uses them; its unit
 * tests use the platform's.
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
    // As with events: a listener that is removed during the dispatch is not called any more.
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
