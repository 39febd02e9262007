/** The bytes of one file, cut into pieces, each sealed for its place: no piece can stand for another. */
import { createHash } from 'node:crypto';
import type { FileId } from '../../core/model/ids.ts';
import type { StoredContent, SubjectKey } from '../../core/model/ports.ts';
import type { Sealer } from './cipher.ts';
import { PIECE } from './staging/chunk-size.ts';
import type { PieceStore, PieceWriter } from './staging/chunk-store.ts';

export interface Upload {
  readonly key: SubjectKey;
  readonly file: FileId;
  /** Names the bytes. */
  readonly name: string;
}

export interface ContentMeans {
  readonly pieces: PieceStore;
  readonly sealer: Sealer;
}

/** @param part the number of a piece, or what else is sealed of this file */
export const contextOf = ({ key, file, name }: Upload, part: number | 'about'): string =>
  JSON.stringify(['file', key.tenant, key.subject, file, name, part]);

export interface ContentWriter {
  /** Rejects when there is no room. */
  append(bytes: Uint8Array): Promise<void>;
  /** SHA-256, hex. */
  finish(): Promise<string>;
}

/** At the most one piece of it is in memory. */
export function writeContent(upload: Upload, writer: PieceWriter, sealer: Sealer): ContentWriter {
  const hash = createHash('sha256');
  const piece = Buffer.allocUnsafeSlow(PIECE);
  let [filled, number] = [0, 0];
  const flush = async () => {
    await writer.write(sealer.seal(contextOf(upload, number), piece.subarray(0, filled)));
    number += 1;
    filled = 0;
  };
  return {
    async append(bytes) {
      hash.update(bytes);
      for (let from = 0; from < bytes.byteLength; ) {
        const part = bytes.subarray(from, from + PIECE - filled);
        piece.set(part, filled);
        filled += part.byteLength;
        from += part.byteLength;
        if (filled === PIECE) await flush();
      }
    },
    async finish() {
      if (filled > 0) await flush();
      await writer.finish();
      return hash.digest('hex');
    },
  };
}

export function readContent(upload: Upload, size: number, { pieces, sealer }: ContentMeans): StoredContent {
  const readPiece = async (number: number): Promise<Uint8Array> => {
    const sealed = await pieces.read(upload.name, number);
    const plain = sealed === null ? null : sealer.open(contextOf(upload, number), sealed);
    if (plain?.byteLength !== Math.min(PIECE, size - number * PIECE))
      throw new Error('The bytes of a staged file are gone or were changed.');
    return plain;
  };
  // Who looks at a file looks at one place several times.
  let last: { readonly number: number; readonly bytes: Uint8Array } | null = null;
  const readAgain = async (number: number): Promise<Uint8Array> => {
    if (last?.number !== number) last = { number, bytes: await readPiece(number) };
    return last.bytes;
  };
  return {
    size,
    async read(from, length) {
      const until = Math.min(from + length, size);
      const parts: Uint8Array[] = [];
      for (let number = Math.floor(from / PIECE); number * PIECE < until; number += 1) {
        const start = number * PIECE;
        parts.push((await readAgain(number)).subarray(Math.max(0, from - start), until - start));
      }
      return Buffer.concat(parts);
    },
    async *chunks() {
      for (let number = 0; number * PIECE < size; number += 1) yield await readPiece(number);
    },
  };
}
