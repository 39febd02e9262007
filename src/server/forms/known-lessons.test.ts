import { expect, test } from 'vitest';
import { jobId, tenant } from '../../core/model/ids.ts';
import { createMemoryLessons } from '../ledger/memory-lessons.ts';
import { createKnownLessons } from './known-lessons.ts';

const [TENANT, JOB] = [tenant('default'), jobId('4711')];

function start() {
  let time = 0;
  let isDown = false;
  let reads = 0;
  const now = () => time;
  const store = createMemoryLessons(now);
  const list: typeof store.list = async (of) => {
    reads += 1;
    if (isDown) throw new Error('down');
    return store.list(of);
  };
  const known = createKnownLessons({ list }, now);
  return {
    known,
    store,
    reads: () => reads,
    wait: (milliseconds: number) => {
      time += milliseconds;
    },
    fail: (down: boolean) => {
      isDown = down;
    },
    fields: async () => (await known.of(TENANT)).map(({ field }) => field),
  };
}

test('what was learned is asked two seconds later at the latest, and read once for all who come meanwhile', async () => {
  const { store, fields, reads, wait } = start();
  expect(await Promise.all([fields(), fields(), fields()])).toEqual([[], [], []]);
  await store.learn(TENANT, JOB, ['phone']);
  wait(2_000);
  expect([await fields(), reads()]).toEqual([[], 1]);
  wait(1);
  expect([await fields(), reads()]).toEqual([['phone'], 2]);
});

test('what the operator changed is asked at once', async () => {
  const { known, store, fields } = start();
  expect(await fields()).toEqual([]);
  await store.learn(TENANT, JOB, ['phone']);
  known.forget(TENANT);
  expect(await fields()).toEqual(['phone']);
});

test('a store that does not answer stops no form: nothing is learned then, or what was known before', async () => {
  const { store, fields, wait, fail } = start();
  fail(true);
  expect(await fields()).toEqual([]);
  fail(false);
  await store.learn(TENANT, JOB, ['cv']);
  wait(3_000);
  expect(await fields()).toEqual(['cv']);
  fail(true);
  wait(3_000);
  expect(await fields()).toEqual(['cv']);
});
