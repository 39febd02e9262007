/** The bytes of one file, cut into pieces, each sealed for its place: no piece can stand for another. */
import { createHash } from 'node:crypto';
import type { FileId } from '../../core/model/ids.ts';
import { CHUNK } from '../files/staging/chunk-size.ts';
import type { ChunkStore, ChunkWriter } from '../files/staging/chunk-store.ts';
import type { StoredContent, SubjectKey } from '../ports.ts';
import type { Cipher } from './cipher.ts';

export interface Upload {
  readonly key: SubjectKey;
  readonly file: FileId;
  /** Names the bytes. */
  readonly name: string;
}

export interface ContentDependencies {
  readonly chunks: ChunkStore;
  readonly cipher: Cipher;
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

/** Holds at most one piece in memory. */
export function writeContent(upload: Upload, writer: ChunkWriter, cipher: Cipher): ContentWriter {
  const hash = createHash('sha256');
  const chunk = Buffer.allocUnsafeSlow(CHUNK);
  let [filled, number] = [0, 0];
  const flush = async () => {
    await writer.write(cipher.seal(contextOf(upload, number), chunk.subarray(0, filled)));
    number += 1;
    filled = 0;
  };
  return {
    async append(bytes) {
      hash.update(bytes);
      for (let from = 0; from < bytes.byteLength; ) {
        const part = bytes.subarray(from, from + CHUNK - filled);
        chunk.set(part, filled);
        filled += part.byteLength;
        from += part.byteLength;
        if (filled === CHUNK) await flush();
      }
    },
    async finish() {
      if (filled > 0) await flush();
      await writer.finish();
      return hash.digest('hex');
    },
  };
}

export function readContent(
  upload: Upload,
  size: number,
  { chunks, cipher }: ContentDependencies,
): StoredContent {
  const readChunk = async (number: number): Promise<Uint8Array> => {
    const sealed = await chunks.read(upload.name, number);
    const plain = sealed === null ? null : cipher.open(contextOf(upload, number), sealed);
    if (plain?.byteLength !== Math.min(CHUNK, size - number * CHUNK))
      throw new Error('The bytes of a staged file are gone or were changed.');
    return plain;
  };
  // A reader of a file reads the same piece several times in a row.
  let last: { readonly number: number; readonly bytes: Uint8Array } | null = null;
  const readAgain = async (number: number): Promise<Uint8Array> => {
    if (last?.number !== number) last = { number, bytes: await readChunk(number) };
    return last.bytes;
  };
  return {
    size,
    async read(from, length) {
      const until = Math.min(from + length, size);
      const parts: Uint8Array[] = [];
      for (let number = Math.floor(from / CHUNK); number * CHUNK < until; number += 1) {
        const start = number * CHUNK;
        parts.push((await readAgain(number)).subarray(Math.max(0, from - start), until - start));
      }
      return Buffer.concat(parts);
    },
    async *chunks() {
      for (let number = 0; number * CHUNK < size; number += 1) yield await readChunk(number);
    },
  };
}
