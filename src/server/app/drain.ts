/**
 * The end of a process in order: it says that it goes (`/readyz`), serves on for a while, so that its balancer
 * hears of that, then closes its port and finishes what is under way.
 */
import { systemClock } from '../delivery/clock.ts';

export interface DrainDependencies {
  /** Between the wish to stop and the closing of the port. */
  readonly seconds: number;
  /** Answers those who wait, and sends their connections elsewhere. */
  begin(): void;
  /** @param grace milliseconds for requests that are under way; without it, a moment */
  close(grace?: number): Promise<void>;
}

export interface Drain {
  /** Resolves when all is given back. */
  stop(): Promise<void>;
  /** Closes the port at once. false: that is done already. */
  hurry(): boolean;
  /** Stops without a window. */
  close(): Promise<void>;
}

/** Milliseconds: with the window and one POST to the service it stays below the 30 s that Kubernetes gives. */
const GRACE = 10_000;

export function createDrain({ seconds, begin, close }: DrainDependencies): Drain {
  const window = new AbortController();
  let stopping: Promise<void> | null = null;
  let closing: Promise<void> | null = null;

  function closeOnce(grace?: number): Promise<void> {
    closing ??= close(grace);
    return closing;
  }

  async function drain(): Promise<void> {
    begin();
    await systemClock.sleep(seconds * 1_000, window.signal);
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
