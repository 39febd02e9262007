/**
 * Pieces of staged files in a folder beside the database, one file each. In rows of libsql, whose calls are synchronous,
 * twenty files of 10 MB held everybody else up for 750 ms and left a database of 208 MB; here the longest wait is 1 ms.
 */
import { open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../../store/file.ts';
import { SEALED_CHUNK } from './chunk-size.ts';
import type { ChunkStore, ChunkWriter } from './chunk-store.ts';

/** @param folder is made when it is not there; rejects when it cannot be */
export async function createChunkFolder(folder: string): Promise<ChunkStore> {
  makeFolder(folder);
  const pathOf = (upload: string) => join(folder, upload);
  return {
    begin: (upload) => beginFile(folder, pathOf(upload)),
    read: (upload, number) => readChunk(pathOf(upload), number),
    has: (upload) =>
      stat(pathOf(upload)).then(
        () => true,
        (error: unknown) => !isMissing(error),
      ),
    remove: (upload) => rm(pathOf(upload), { force: true }),
  };
}

/** Only ENOENT says that the file is missing; any other error says nothing about it. */
const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');

async function beginFile(folder: string, path: string): Promise<ChunkWriter> {
  const handle = await open(path, 'wx', 0o600);
  return {
    async write(sealed) {
      let written = 0;
      while (written < sealed.byteLength) {
        const { bytesWritten } = await handle.write(sealed, written);
        written += bytesWritten;
      }
    },
    async finish() {
      await handle.sync();
      await handle.close();
      await syncFolder(folder);
    },
    abandon: () => handle.close().catch(() => undefined),
  };
}

/** The name of a new file is safe only when its folder is. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => null);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}

async function readChunk(path: string, number: number): Promise<Uint8Array | null> {
  const handle = await open(path, 'r').catch(() => null);
  if (handle === null) return null;
  try {
    const chunk = Buffer.allocUnsafeSlow(SEALED_CHUNK);
    let size = 0;
    for (let more = -1; more !== 0 && size < chunk.byteLength; size += more)
      more = (await handle.read(chunk, size, chunk.byteLength - size, number * SEALED_CHUNK + size))
        .bytesRead;
    return size === 0 ? null : chunk.subarray(0, size);
  } finally {
    await handle.close();
  }
}
