/** Milliseconds for a read. A page of 1,000 records is the largest of them. */
export const READ_LIMIT = 10_000;
/** Milliseconds for a write (`APPLY_SEND_SECONDS`). */
export const WRITE_LIMIT = 15_000;
/** Bytes of a file that a slow connection carries in a second (`src/server/ledger/README.md#figures`): a file takes so much longer. */
export const SLOWEST_CARRIAGE = 262_144;
/** Bytes of the largest file that is carried. */
export const LARGEST_FILE = 30 * 1_048_576;

/** Bytes of all files that one request carries: as many as one subject may stage. */
export const LARGEST_BODY = 100 * 1_048_576;

/** Milliseconds for a write that carries so many bytes. */
export const writeLimitOf = (bytes: number, limit = WRITE_LIMIT): number =>
  limit + Math.ceil((bytes / SLOWEST_CARRIAGE) * 1000);
