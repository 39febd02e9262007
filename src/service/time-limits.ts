/** Milliseconds for a read. A page of 1,000 records is the largest of them. */
export const READ_LIMIT = 10_000;
/** Milliseconds for a write (DOORS, `APPLY_SEND_SECONDS`). */
export const WRITE_LIMIT = 15_000;
