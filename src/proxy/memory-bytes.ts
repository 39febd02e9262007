/** The bytes of one file in this process's memory. */
import { sha256 } from './keys.ts';
import type { FindRefusal, IncomingBytes, KeptContent } from './receive-file.ts';

export function createMemoryBytes(findRefusal: FindRefusal): IncomingBytes {
  const pieces: Uint8Array[] = [];
  let size = 0;
  return {
    get size() {
      return size;
    },
    async append(piece) {
      const refusal = findRefusal(piece.byteLength);
      if (refusal !== null) return refusal;
      size += piece.byteLength;
      pieces.push(piece);
      return null;
    },
    async finish() {
      const whole = joined(pieces.splice(0), size);
      return { content: toContent(whole), hash: await sha256(whole) };
    },
    async discard() {
      pieces.length = 0;
    },
  };
}

/** Bytes that a caller gives out in one go. */
const PIECE = 65_536;

export const toContent = (bytes: Uint8Array): KeptContent => ({
  size: bytes.byteLength,
  read: async (from, length) => bytes.subarray(from, from + length),
  async *chunks() {
    for (let from = 0; from < bytes.byteLength; from += PIECE) yield bytes.subarray(from, from + PIECE);
  },
  remove: async () => undefined,
});

export function joined(pieces: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size);
  let offset = 0;
  for (const piece of pieces) {
    bytes.set(piece, offset);
    offset += piece.byteLength;
  }
  return bytes;
}
