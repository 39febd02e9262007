import { expect, test } from 'vitest';
import { failure, success } from '../../core/model/failure.ts';
import { jobId, tenant } from '../../core/model/ids.ts';
import { systemClock } from '../clock.ts';
import { createPatience } from '../http/patience.ts';
import type { TreeStore } from '../ports.ts';
import { createJobCache } from './job-cache.ts';
import { memoryTrees } from './memory-trees.support.ts';

function scene(trees: TreeStore | null = null) {
  let clock = 0;
  let reads = 0;
  let status: string | null = 'open';
  let down = false;
  let gone = false;
  const cache = createJobCache({ trees, now: () => clock });
  let held: Promise<void> = Promise.resolve();
  const service = {
    readJob: async () => {
      reads += 1;
      await held;
      if (gone) return failure({ kind: 'not_found' as const });
      return down
        ? failure({ kind: 'forbidden' as const })
        : success({ title: 'Nurse', status, visibility: 'external' });
    },
  };
  return {
    read: (oldest = 60_000) => cache.read({ service, tenant: tenant('t'), job: jobId('1') }, oldest),
    find: (oldest = 60_000) => cache.find({ service, tenant: tenant('t'), job: jobId('1') }, oldest),
    findForReceipt: () =>
      cache.find(
        { service, tenant: tenant('t'), job: jobId('1') },
        60_000,
        createPatience(systemClock, { isForReceipt: true }),
      ),
    /** From now on the service answers when it is let go. */
    hang() {
      let letGo: () => void = () => undefined;
      held = new Promise((resolve) => {
        letGo = resolve;
      });
      return letGo;
    },
    reads: () => reads,
    pass: (milliseconds: number) => {
      clock += milliseconds;
    },
    set: (next: { status?: string | null; down?: boolean; gone?: boolean }) => {
      if (next.status !== undefined) status = next.status;
      if (next.down !== undefined) down = next.down;
      if (next.gone !== undefined) gone = next.gone;
    },
  };
}

test.each([
  ['open', true, true],
  ['closed', false, true],
  ['draft', false, false],
  ['pending', false, false],
  ['archived', false, false],
  ['a state of tomorrow', true, true],
  [null, true, true],
])('a job that is %s takes applications: %s, and is published: %s', async (status, open, published) => {
  const it = scene();
  it.set({ status });
  expect(await it.read()).toEqual({ title: 'Nurse', open, published });
});

test('it is read once for all who ask, and again when it is too old for one of them', async () => {
  const it = scene();
  await Promise.all([it.read(), it.read(), it.read()]);
  it.pass(60_000);
  await it.read();
  expect(it.reads()).toBe(1);
  it.set({ status: 'closed' });
  it.pass(1);
  expect((await it.read(600_000)).open).toBe(true);
  expect((await it.read()).open).toBe(false);
  expect(it.reads()).toBe(2);
});

test('a service that does not tell is asked once a minute, and means open', async () => {
  const it = scene();
  it.set({ down: true });
  expect(await it.read(600_000)).toEqual({ title: null, open: true, published: true });
  await it.read(600_000);
  expect(it.reads()).toBe(1);
  it.set({ down: false });
  it.pass(60_001);
  expect((await it.read(600_000)).title).toBe('Nurse');
});

test('a job that the service does not know is none, and is asked for again after five seconds', async () => {
  const it = scene();
  it.set({ gone: true });
  expect(await it.find()).toBeNull();
  await it.find(600_000);
  expect(it.reads()).toBe(1);
  it.set({ gone: false });
  it.pass(5_001);
  expect(await it.find(600_000)).toEqual({ title: 'Nurse', open: true, published: true });
});

test('what another process learned counts while the service is down from the start', async () => {
  const trees = memoryTrees();
  const before = scene(trees);
  before.set({ status: 'closed' });
  await before.read();
  const after = scene(trees);
  after.set({ down: true });
  expect(await after.find()).toEqual({ title: 'Nurse', open: false, published: true });
});

test('a job that went while we knew it is remembered as closed', async () => {
  const trees = memoryTrees();
  const it = scene(trees);
  await it.read();
  it.set({ gone: true });
  it.pass(60_001);
  await it.find();
  const after = scene(trees);
  after.set({ down: true });
  expect(await after.find()).toEqual({ title: 'Nurse', open: false, published: true });
});

test('a receipt waits a second at the most, then the last word on its job counts, and the late one for the next', async () => {
  const it = scene();
  it.set({ status: 'closed' });
  await it.read();
  it.set({ status: 'open' });
  it.pass(60_001);
  const letGo = it.hang();
  expect((await it.findForReceipt())?.open).toBe(false);
  letGo();
  expect((await it.find())?.open).toBe(true);
  expect(it.reads()).toBe(2);
});
