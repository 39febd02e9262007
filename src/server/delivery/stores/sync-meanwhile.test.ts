import { mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
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

/** The writer holds its thread, and the other one goes on meanwhile. */
function write(): number | null {
  writeFileSync(path, Buffer.alloc(1_000_000));
  for (let turn = 0; turn < 1_000 && countOpen() === 0; turn += 1) stand(5);
  return countOpen();
}

test('a file is held by another thread while it is written, and not after it', async () => {
  const [meanwhile, after] = process.platform === 'linux' ? [1, 0] : [null, null];
  expect(await syncMeanwhile(path, write)).toBe(meanwhile);
  expect(countOpen()).toBe(after);
});

test('a writer that fails is heard, and the other thread ends', async () => {
  const failing = syncMeanwhile(path, () => {
    write();
    throw new Error('The disk is full.');
  });
  await expect(failing).rejects.toThrow('The disk is full.');
  expect(countOpen() ?? 0).toBe(0);
});

test('a file that cannot be held is written all the same', async () => {
  expect(await syncMeanwhile(join(folder, 'none'), () => 'written')).toBe('written');
});
