import { SEAL_OVERHEAD } from '../../ledger/cipher.ts';

/** Bytes of a file that are sealed, stored and read at once: what each file on its way takes of the memory, some times over. */
export const CHUNK = 65_536;

export const SEALED_CHUNK = CHUNK + SEAL_OVERHEAD;

/** Of so many bytes, piece by piece. */
export const sealedSize = (size: number): number => size + Math.ceil(size / CHUNK) * SEAL_OVERHEAD;
