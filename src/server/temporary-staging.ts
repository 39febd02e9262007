/** Staged files in a folder of their own, which goes when the server stops. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Staging } from '../model/ports.ts';
import { createStaging, type StoredBytes } from '../proxy/staging.ts';

export interface TemporaryStaging extends Staging {
  close(): Promise<void>;
}

/** Milliseconds between two looks for files that are too old. */
const SWEEP = 600_000;

/** Of all applicants together, 10 GB: visitors who leave files and never send must not fill the disk. */
const MOST_BYTES = 10 * 1024 * 1_048_576;

/** Rejects when no folder can be made. */
export async function createTemporaryStaging(now: () => number = Date.now): Promise<TemporaryStaging> {
  const folder = await mkdtemp(join(tmpdir(), 'apply-form-'));
  const store = (bytes: Uint8Array) => storeFile(join(folder, `${crypto.randomUUID()}.bin`), bytes);
  const staging = createStaging({ store, mostBytes: MOST_BYTES, now });
  const sweeping = setInterval(staging.sweep, SWEEP);
  sweeping.unref();
  return {
    ...staging,
    async close() {
      clearInterval(sweeping);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function storeFile(path: string, bytes: Uint8Array): Promise<StoredBytes> {
  const remove = () => rm(path, { force: true });
  try {
    await writeFile(path, bytes, { mode: 0o600, flag: 'wx' });
    return { read: () => readFile(path).catch(() => null), remove };
  } catch (error) {
    await remove().catch(() => undefined);
    throw error;
  }
}
