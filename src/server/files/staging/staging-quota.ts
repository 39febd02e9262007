/** How much all applicants together may leave here: visitors who choose files and never send must not fill the disk. */
export interface Quota {
  /** Looks again how much is here, when the last look is too old. */
  refresh(): Promise<void>;
  /** @param isOfVisitor some of the room is kept for those that a back end vouches for */
  begin(isOfVisitor?: boolean): Reservation;
}

/** Of one file that is coming. */
export interface Reservation {
  /** false: these bytes are too many. */
  take(bytes: number): boolean;
  /** What was taken became a file. */
  settle(): void;
  /** What was taken became none. */
  giveBack(): void;
}

export interface QuotaDependencies {
  readonly mostBytes: number;
  /** Bytes of all files that are here. */
  readonly total: () => Promise<number>;
  /** Milliseconds that only grow. */
  readonly monotonic: () => number;
}

/** Part of the room that files of visitors may fill. */
export const VISITORS_PART = 0.75;

/** Milliseconds that a look may be old: within them another process may take as much again. */
const FRESH = 10_000;

export function createQuota({ mostBytes, total, monotonic }: QuotaDependencies): Quota {
  let [known, coming, settled] = [0, 0, 0];
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | null = null;
  const read = async () => {
    const before = settled;
    known = await total();
    settled -= before;
    readAt = monotonic();
  };
  return {
    refresh() {
      if (monotonic() - readAt < FRESH) return Promise.resolve();
      reading ??= read().finally(() => {
        reading = null;
      });
      return reading;
    },
    begin(isOfVisitor = false) {
      const most = isOfVisitor ? mostBytes * VISITORS_PART : mostBytes;
      let own = 0;
      const end = () => {
        coming -= own;
        own = 0;
      };
      return {
        take(bytes) {
          if (known + settled + coming + bytes > most) return false;
          coming += bytes;
          own += bytes;
          return true;
        },
        settle() {
          settled += own;
          end();
        },
        giveBack: end,
      };
    },
  };
}
