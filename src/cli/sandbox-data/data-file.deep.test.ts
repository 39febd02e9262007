import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { programArguments } from '../../../e2e/support/programs/program-arguments.ts';
import { at, parseJson } from '../../sandbox/json.ts';

let folder = '';
const running: ChildProcess[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sandbox-data-'));
});
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL');
  await rm(folder, { recursive: true });
});

const start = (script: string, ...args: readonly string[]) => {
  const file = fileURLToPath(new URL(script, import.meta.url));
  const child = spawn(process.execPath, [...programArguments(file), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.push(child);
  return child;
};

/** Milliseconds; a write of the loop takes about ten. */
const LATEST_KILL = 40;

async function killWhileWriting(path: string, manner: string, latest = LATEST_KILL): Promise<void> {
  const child = start('./write-loop.ts', path, manner);
  await once(child.stdout, 'data');
  await new Promise((resolve) => setTimeout(resolve, Math.random() * latest));
  child.kill('SIGKILL');
  await once(child, 'exit');
}

async function isWhole(path: string): Promise<boolean> {
  const read = parseJson(await readFile(path, 'utf8'));
  return typeof at(read, 'round') === 'number' && at(read, 'round') === at(read, 'last');
}

describe('a process killed while it writes', () => {
  test('leaves the old content or the new, whole', async () => {
    const path = join(folder, 'whole.json');
    for (let kill = 0; kill < 4; kill += 1) {
      await killWhileWriting(path, 'whole');
      expect(await isWhole(path)).toBe(true);
    }
  });

  test('control: written in place, the file is torn', async () => {
    const path = join(folder, 'in-place.json');
    let torn = 0;
    for (let kill = 0; kill < 60 && torn === 0; kill += 1) {
      // On a slow machine a write takes longer, and begins later.
      await killWhileWriting(path, 'in-place', LATEST_KILL + kill * 10);
      if (!(await isWhole(path))) torn += 1;
    }
    expect(torn).toBe(1);
  });
});
