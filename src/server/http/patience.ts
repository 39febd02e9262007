/** How long a request waits for the service. A reading that comes too late is used by the next request. */
import { type Clock, inTime } from '../clock.ts';

/**
 * Milliseconds that all readings together may delay a receipt or a form; with everything else before the store that
 * makes one second at most (`src/README.md#8-delivery`).
 */
const BUDGET = 800;

/** Milliseconds that a form waits for optional data: the job's title, or texts in another language. */
export const FIRST_PATIENCE = 5_000;

/** Readings that a request gave up waiting for and that are still in progress. */
const late = new WeakSet<Promise<void>>();

/**
 * Whether a reading finishes in time. If not, the caller continues with what is known, and the reading goes on for
 * the next request.
 */
export async function isOver(clock: Clock, reading: Promise<void>, milliseconds: number): Promise<boolean> {
  const isInTime =
    (await inTime(
      clock,
      milliseconds,
      reading.then(() => true),
    )) ?? false;
  if (!isInTime) {
    late.add(reading);
    void reading.then(() => late.delete(reading));
  }
  return isInTime;
}

/** The waiting time of one request, shared by all its readings. A reading always resolves, even when it fails. */
export interface Patience {
  /**
   * Waits when an earlier value could be used instead; never for a reading that has already delayed another request.
   */
  forNewer(reading: Promise<void>): Promise<boolean>;
  /**
   * Waits when there is no earlier value.
   * @param most milliseconds, for data that the form can do without
   */
  forFirst(reading: Promise<void>, most?: number): Promise<boolean>;
  /** Called when the last reading failed and the next one may not start yet. */
  giveUp(): void;
  /** A reading was too late or failed, so the service is not expected to answer soon. */
  isSpent(): boolean;
}

export interface PatienceDependencies {
  /** The service is being left alone, so no newer value is expected. */
  readonly isDown?: boolean;
  /** Limits the wait to the budget even when there is no earlier value. */
  readonly isForReceipt?: boolean;
}

export function createPatience(
  clock: Clock,
  { isDown = false, isForReceipt = false }: PatienceDependencies = {},
): Patience {
  let until: number | null = null;
  let spent = false;

  async function wait(reading: Promise<void>, most: number): Promise<boolean> {
    until ??= clock.monotonic() + BUDGET;
    const left = Math.max(0, until - clock.monotonic());
    const isInTime = await isOver(clock, reading, Math.min(left, most));
    spent ||= !isInTime;
    return isInTime;
  }

  return {
    async forNewer(reading) {
      if (!isDown && !late.has(reading)) return wait(reading, BUDGET);
      spent = true;
      return false;
    },
    async forFirst(reading, most) {
      if (isForReceipt) return wait(reading, BUDGET);
      return most === undefined ? reading.then(() => true) : isOver(clock, reading, most);
    },
    giveUp() {
      spent = true;
    },
    isSpent: () => spent,
  };
}

/** Waits until every reading has finished. */
export const endless: Patience = {
  forNewer: (reading) => reading.then(() => true),
  forFirst: (reading) => reading.then(() => true),
  giveUp: () => undefined,
  isSpent: () => false,
};
