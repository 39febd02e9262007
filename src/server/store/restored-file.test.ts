import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { programArguments } from '../../../e2e/support/programs/program-arguments.ts';
import { applicationId, questionId, reference, revision, subject, tenant } from '../../core/model/ids.ts';
import { type OpenStore, openStore } from './open-store.ts';

let folder: string;
let path: string;
let isOpen: OpenStore | null;
/** What was said of copies. */
let told: number[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'apply-restored-'));
  path = join(folder, 'apply.db');
  isOpen = null;
  told = [];
});
afterEach(async () => {
  await isOpen?.close();
  rmSync(folder, { recursive: true });
});

async function start(at = path, isRestored = false): Promise<OpenStore> {
  const opened = await openStore(`file:${at}`, { isRestored, onRestored: (count) => told.push(count) });
  if (!opened.ok) throw new Error(opened.error);
  isOpen = opened.value;
  return opened.value;
}

async function stop(): Promise<void> {
  await isOpen?.close();
  isOpen = null;
}

const keyOf = (name: string) => ({ tenant: tenant('acme'), subject: subject(name) });
const item = {
  question: questionId('7'),
  part: 0,
  place: 0,
  parent: null,
  fingerprint: 'f',
  payload: null,
  files: [],
};

const insert = ({ ledger }: OpenStore, name: string) =>
  ledger.insert({
    key: keyOf(name),
    reference: reference(name),
    fingerprint: 'f',
    revision: revision('r'),
    application: applicationId('99'),
    job: null,
    items: [item],
  });

const stateOf = async ({ ledger }: OpenStore, name: string) =>
  (await ledger.find(keyOf(name)))?.items.map(({ state }) => state);

/** A store with one submission, stopped in order. */
async function fill(): Promise<void> {
  await insert(await start(), 'one');
  await stop();
}

test('after an orderly stop the file alone holds everything', async () => {
  const store = await start();
  for (let count = 0; count < 20; count += 1) await insert(store, `${count}`);
  await stop();
  copyFileSync(path, join(folder, 'copy.db'));
  const copy = await start(join(folder, 'copy.db'));
  for (let count = 0; count < 20; count += 1) expect(await stateOf(copy, `${count}`)).toHaveLength(1);
});

test('so it does while nothing happens', { tags: 'deep' }, async () => {
  await insert(await start(), 'one');
  expect(statSync(`${path}-wal`).size).toBeGreaterThan(0);
  await expect.poll(() => statSync(`${path}-wal`).size).toBe(0);
  copyFileSync(path, join(folder, 'copy.db'));
  await stop();
  expect(await stateOf(await start(join(folder, 'copy.db')), 'one')).toHaveLength(1);
});

describe('a restored copy, in which all that is open becomes unclear', () => {
  beforeEach(fill);
  const copy = (name = 'copy.db') => join(folder, name);
  /** The store goes on without the copy. */
  const goOn = async () => {
    await insert(await start(), 'two');
    await stop();
  };

  const ways: readonly (readonly [string, () => Promise<string>])[] = [
    [
      'elsewhere',
      async () => {
        copyFileSync(path, copy());
        return copy();
      },
    ],
    [
      'elsewhere with all that lies beside it',
      async () => {
        for (const end of ['', '.epoch']) copyFileSync(`${path}${end}`, `${copy()}${end}`);
        return copy();
      },
    ],
    [
      'over the store itself, which has gone on',
      async () => {
        copyFileSync(path, copy());
        await goOn();
        copyFileSync(copy(), path);
        return path;
      },
    ],
    [
      'in the place of the store, under its name',
      async () => {
        copyFileSync(path, copy());
        await goOn();
        renameSync(copy(), path);
        return path;
      },
    ],
  ];

  test.each(ways)('%s', async (_name, restore) => {
    const at = await restore();
    const store = await start(at);
    expect(told).toEqual([1]);
    expect(await stateOf(store, 'one')).toEqual(['unclear']);
    expect(await stateOf(store, 'two')).toBeUndefined();
    const due = (await store.ledger.find(keyOf('one')))?.items[0]?.dueAt ?? 0;
    expect(due - (await store.ledger.now())).toBeGreaterThan(60_000);
  });

  test('with the whole disk, when the operator says so', async () => {
    const store = await start(path, true);
    expect(told).toEqual([1]);
    expect(await stateOf(store, 'one')).toEqual(['unclear']);
    await stop();
    await start();
    expect(told).toEqual([1]);
  });

  test('is doubted once, however often it is started', async () => {
    copyFileSync(path, copy());
    await start(copy());
    await stop();
    await start(copy());
    expect(told).toEqual([1]);
  });

  test('over a store that was killed does not take up the log that this one left', {
    tags: 'deep',
  }, async () => {
    copyFileSync(path, copy());
    await killWriter();
    expect(statSync(`${path}-wal`).size).toBeGreaterThan(0);
    // SQLite keeps in mind what this process has had open under that name, which a new process has not.
    const other = join(folder, 'other.db');
    copyFileSync(copy(), other);
    copyFileSync(`${path}-wal`, `${other}-wal`);
    const store = await start(other);
    expect(told).toEqual([1]);
    const all = await store.engine.database.selectFrom('submission').select('subject').execute();
    expect(all).toEqual([{ subject: 'one' }]);
  });
});

interface Writer {
  readonly output: NodeJS.ReadableStream;
  kill(): Promise<void>;
}

/** A process that stores one submission after the other. */
function startWriter(pause = 0): Writer {
  const program = fileURLToPath(new URL('./write-until-killed.support.ts', import.meta.url));
  const writer = spawn(process.execPath, [...programArguments(program), `file:${path}`, `${pause}`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(writer, 'exit');
  return {
    output: writer.stdout,
    async kill() {
      writer.kill('SIGKILL');
      await ended;
    },
  };
}

/** It is killed in the middle. */
async function killWriter(): Promise<void> {
  const writer = startWriter();
  await once(writer.output, 'data');
  await writer.kill();
}

// This process has had nothing open under that name before, which SQLite would keep in mind.
test('a copy made by hand while nothing happened is known, over a server that has gone on and was killed', {
  tags: 'deep',
}, async () => {
  const copy = join(folder, 'copy.db');
  const writer = startWriter(15_000);
  try {
    await once(writer.output, 'data');
    await expect.poll(() => statSync(`${path}-wal`).size).toBe(0);
    copyFileSync(path, copy);
    const before = readFileSync(`${path}.epoch`, 'utf8').trim();
    await once(writer.output, 'data');
    await expect.poll(() => readFileSync(`${path}.epoch`, 'utf8')).not.toContain(before);
  } finally {
    await writer.kill();
  }
  for (const end of ['-wal', '-shm']) rmSync(`${path}${end}`, { force: true });
  writeFileSync(path, readFileSync(copy));
  await start();
  expect(told).toEqual([1]);
});

describe('no copy, so that nothing has to be looked for', () => {
  test('a store that is stopped and started', async () => {
    await fill();
    expect(await stateOf(await start(), 'one')).toEqual(['queued']);
    expect(told).toEqual([]);
  });

  test('a process that was killed', { tags: 'deep' }, async () => {
    await killWriter();
    expect(await stateOf(await start(), '0')).toHaveLength(12);
    expect(told).toEqual([]);
  });

  test('a store that was killed while its epoch changed, before the change and after it', async () => {
    await fill();
    for (const name of [(epochs: string) => `${epochs}another\n`, (epochs: string) => `another\n${epochs}`]) {
      writeFileSync(`${path}.epoch`, name(readFileSync(`${path}.epoch`, 'utf8')));
      expect(await stateOf(await start(), 'one')).toEqual(['queued']);
      await stop();
    }
    expect(told).toEqual([]);
  });

  test('a copy that comes back before the store was started again', async () => {
    await fill();
    copyFileSync(path, join(folder, 'copy.db'));
    copyFileSync(join(folder, 'copy.db'), path);
    expect(await stateOf(await start(), 'one')).toEqual(['queued']);
  });
});

describe('a store that is taken away from under its process', () => {
  test.each([
    ['deleted', () => rmSync(path)],
    [
      'replaced',
      () => {
        copyFileSync(path, join(folder, 'other.db'));
        renameSync(join(folder, 'other.db'), path);
      },
    ],
  ])('%s, is not ready, and tells so', async (_name, take) => {
    const store = await start();
    expect([store.ledger.isInPlace(), await store.isReady()]).toEqual([true, true]);
    take();
    expect([store.ledger.isInPlace(), await store.isReady()]).toEqual([false, false]);
  });

  test('leaves no mark beside the file that has taken its place', async () => {
    await fill();
    copyFileSync(path, join(folder, 'copy.db'));
    await start();
    const epochs = readFileSync(`${path}.epoch`, 'utf8');
    renameSync(join(folder, 'copy.db'), path);
    await stop();
    expect(readFileSync(`${path}.epoch`, 'utf8')).toBe(epochs);
    expect(existsSync(`${path}.epoch.new`)).toBe(false);
    await start();
    expect(told).toEqual([1]);
  });
});
