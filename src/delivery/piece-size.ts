import { SEAL_OVERHEAD } from './sealing.ts';

/** Bytes of a file that are sealed, stored and read at once. */
export const PIECE = 262_144;

export const SEALED_PIECE = PIECE + SEAL_OVERHEAD;
