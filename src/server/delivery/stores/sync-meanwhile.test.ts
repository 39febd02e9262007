import { mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { syncMeanwhile } from './sync-meanwhile.ts';

let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'apply-sync-'));
  path = join(folder, 'copy.db');
  writeFileSync(path, '');
});
afterEach(() => rmSync(folder, { recursive: true }));

/** How often this process has the file open; null where the system does not tell. */
function countOpen(): number | null {
  if (process.platform !== 'linux') return null;
  const targets = readdirSync('/proc/self/fd').map((number) => {
    try {
      return readlinkSync(`/proc/self/fd/${number}`);
    } catch {
      return '';
    }
  });
  return targets.filter((target) => target === path).length;
}

const stand = (milliseconds: number) =>
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);

/** This thread, and the one that syncs. */
const BOTH = 2;

/** The writer holds its thread, and the other one opens the file meanwhile. */
function write(): number | null {
  writeFileSync(path, Buffer.alloc(1_000_000));
  for (let turn = 0; turn < 2_000 && (countOpen() ?? BOTH) < BOTH; turn += 1) stand(5);
  return countOpen();
}

const isTold = process.platform === 'linux';

test('another thread holds the file while it is written, and nothing holds it afterwards', async () => {
  expect(await syncMeanwhile(path, write)).toBe(isTold ? BOTH : null);
  expect(countOpen()).toBe(isTold ? 0 : null);
});

test('a writer that fails is heard, and nothing holds the file afterwards', async () => {
  const failing = syncMeanwhile(path, () => {
    write();
    throw new Error('The disk is full.');
  });
  await expect(failing).rejects.toThrow('The disk is full.');
  expect(countOpen()).toBe(isTold ? 0 : null);
});

test('a disk that does not take what was written is heard, though the writer was told nothing', async () => {
  await expect(syncMeanwhile('/dev/null', () => 'written')).rejects.toThrow('fdatasync');
});

test('a file that is not there is refused before anything is written', async () => {
  const writer = vi.fn();
  await expect(syncMeanwhile(join(folder, 'none'), writer)).rejects.toThrow('ENOENT');
  expect(writer).not.toHaveBeenCalled();
});
