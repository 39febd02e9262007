/**
 * Orderly shutdown: `/readyz` reports that the process is stopping, it keeps serving for a while so that the load
 * balancer notices, then it closes the port and finishes what is under way.
 */
import type { Clock } from '../clock.ts';

export interface DrainDependencies {
  /** The drain window: the time between the signal to stop and the closing of the port. */
  readonly seconds: number;
  readonly clock: Clock;
  /** Answers callers that wait, and sends their connections elsewhere. */
  begin(): void;
  /** @param grace milliseconds for requests that are under way; without it, a moment */
  close(grace?: number): Promise<void>;
}

export interface Drain {
  /** Resolves when every resource is released. */
  stop(): Promise<void>;
  /** Closes the port at once. false: it is closed already. */
  hurry(): boolean;
  /** Stops without a drain window. */
  close(): Promise<void>;
}

/**
 * Milliseconds: together with the drain window and one POST to the service, this stays below the 30 s that Kubernetes
 * allows.
 */
const GRACE = 10_000;

export function createDrain({ seconds, clock, begin, close }: DrainDependencies): Drain {
  const window = new AbortController();
  let stopping: Promise<void> | null = null;
  let closing: Promise<void> | null = null;

  function closeOnce(grace?: number): Promise<void> {
    closing ??= close(grace);
    return closing;
  }

  async function drain(): Promise<void> {
    begin();
    await clock.sleep(seconds * 1_000, window.signal);
    return closeOnce(GRACE);
  }

  return {
    stop() {
      stopping ??= drain();
      return stopping;
    },
    hurry() {
      if (closing !== null) return false;
      window.abort();
      return true;
    },
    close() {
      if (stopping === null) begin();
      return closeOnce();
    },
  };
}
