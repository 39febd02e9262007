import { SEAL_OVERHEAD } from './sealing.ts';

/**
 * Bytes of a file that are sealed, stored and read at once. Small, because what is in use while the young generation is
 * collected becomes old, and then stays for long: pieces of four times the size took twice the memory.
 */
export const PIECE = 65_536;

export const SEALED_PIECE = PIECE + SEAL_OVERHEAD;
