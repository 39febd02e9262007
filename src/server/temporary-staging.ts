/** Staged files in a folder of their own, which goes when the server stops. */
import { createHash } from 'node:crypto';
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Staging } from '../model/ports.ts';
import type { FindRefusal, IncomingBytes, KeptContent } from '../proxy/receive-file.ts';
import { createStaging } from '../proxy/staging.ts';

export interface TemporaryStaging extends Staging {
  close(): Promise<void>;
}

/** Of all applicants together, 10 GB: visitors who leave files and never send must not fill the disk. */
const MOST_BYTES = 10 * 1024 * 1_048_576;

/** Rejects when no folder can be made. */
export async function createTemporaryStaging(now: () => number = Date.now): Promise<TemporaryStaging> {
  const folder = await mkdtemp(join(tmpdir(), 'apply-form-'));
  const begin = (findRefusal: FindRefusal) =>
    beginFile(join(folder, `${crypto.randomUUID()}.bin`), findRefusal);
  return {
    ...createStaging({ begin, mostBytes: MOST_BYTES, now }),
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

async function beginFile(path: string, findRefusal: FindRefusal): Promise<IncomingBytes> {
  const handle = await open(path, 'wx', 0o600);
  const hash = createHash('sha256');
  let size = 0;
  return {
    get size() {
      return size;
    },
    async append(piece) {
      const refusal = findRefusal(piece.byteLength);
      if (refusal !== null) return refusal;
      size += piece.byteLength;
      hash.update(piece);
      return handle.write(piece).then(
        () => null,
        () => ({ kind: 'full' }),
      );
    },
    async finish() {
      await handle.close();
      return { content: contentOf(path, size), hash: hash.digest('hex') };
    },
    async discard() {
      await handle.close().catch(() => undefined);
      await rm(path, { force: true }).catch(() => undefined);
    },
  };
}

/** Bytes a piece. */
const PIECE = 65_536;

const contentOf = (path: string, size: number): KeptContent => ({
  size,
  read: async (from, length) => {
    const handle = await open(path, 'r');
    return readPiece(handle, from, length).finally(() => handle.close());
  },
  async *chunks() {
    const handle = await open(path, 'r');
    try {
      for (let from = 0; from < size; from += PIECE) yield await readPiece(handle, from, PIECE);
    } finally {
      await handle.close();
    }
  },
  remove: () => rm(path, { force: true }),
});

async function readPiece(handle: FileHandle, from: number, length: number): Promise<Uint8Array> {
  const { buffer, bytesRead } = await handle.read(new Uint8Array(length), 0, length, from);
  return buffer.subarray(0, bytesRead);
}
