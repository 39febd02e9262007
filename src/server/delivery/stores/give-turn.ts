/**
 * Calls of libsql are synchronous, and what is awaited after them goes on within the same turn of the event loop. Between
 * two pages of a long look everything else has its turn.
 */
export const giveTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
