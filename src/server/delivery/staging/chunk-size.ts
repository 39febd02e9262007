import { SEAL_OVERHEAD } from '../cipher.ts';

/** Bytes of a file that are sealed, stored and read at once: what each file on its way takes of the memory, some times over. */
export const PIECE = 65_536;

export const SEALED_PIECE = PIECE + SEAL_OVERHEAD;

/** Of so many bytes, piece by piece. */
export const sealedSize = (size: number): number => size + Math.ceil(size / PIECE) * SEAL_OVERHEAD;
