/** How long a request waits for the service. What comes too late for it counts for the next one. */

/**
 * Milliseconds that all readings together may keep a receipt or a form waiting: with all else that comes before the
 * store it is a second at the most (`src/README.md#8-delivery`).
 */
const BUDGET = 800;

/** Milliseconds that a form waits for what it can do without: its job's title, its texts in a language. */
export const FIRST_PATIENCE = 5_000;

/** Readings that were waited for in vain and are still under way. */
const late = new WeakSet<Promise<void>>();

/** Whether a reading ends in time: who asked goes on with what is known, and the reading goes on for the next. */
export async function isOver(reading: Promise<void>, milliseconds: number): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), milliseconds);
  });
  const isInTime = await Promise.race([reading.then(() => true), limit]).finally(() => clearTimeout(timer));
  if (!isInTime) {
    late.add(reading);
    void reading.then(() => late.delete(reading));
  }
  return isInTime;
}

/** Of one request, for all that it reads. A reading resolves, whatever comes of it. */
export interface Patience {
  /** Where an earlier word counts meanwhile. Nothing waits for a reading that kept another request waiting already. */
  forNewer(reading: Promise<void>): Promise<boolean>;
  /**
   * Where there is no earlier word.
   * @param most milliseconds, where one can do without
   */
  forFirst(reading: Promise<void>, most?: number): Promise<boolean>;
  /** The last reading failed, and the next one may not begin yet. */
  giveUp(): void;
  /** Something came too late, or not at all: the service answers nothing soon. */
  isSpent(): boolean;
}

export interface PatienceDependencies {
  /** The service is left alone: no newer word is expected of it. */
  readonly isDown?: boolean;
  /** Without an earlier word, too, the budget is all there is. */
  readonly isForReceipt?: boolean;
}

export function createPatience({
  isDown = false,
  isForReceipt = false,
}: PatienceDependencies = {}): Patience {
  let until: number | null = null;
  let spent = false;

  async function wait(reading: Promise<void>, most: number): Promise<boolean> {
    until ??= performance.now() + BUDGET;
    const left = Math.max(0, until - performance.now());
    const isInTime = await isOver(reading, Math.min(left, most));
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
      return most === undefined ? reading.then(() => true) : isOver(reading, most);
    },
    giveUp() {
      spent = true;
    },
    isSpent: () => spent,
  };
}

/** Waits for every reading to its end. */
export const endless: Patience = {
  forNewer: (reading) => reading.then(() => true),
  forFirst: (reading) => reading.then(() => true),
  giveUp: () => undefined,
  isSpent: () => false,
};
