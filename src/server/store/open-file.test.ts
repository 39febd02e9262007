import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { openInTest, useFolder } from './engines.support.ts';
import { acme, withOneAnswer as submission } from './samples.support.ts';
import { openToRead } from './sqlite.ts';

const folder = useFolder();
const open = async () => (await openInTest(`file:${folder}/apply.db`)).ledger;

test('frees the leases of the previous process as soon as the file is opened again', async () => {
  const first = await open();
  await first.insert(submission('one'));
  const wish = { duration: 120_000, most: 1, tenants: [acme] };
  expect(await first.lease({ ...wish, owner: 'first' })).toHaveLength(1);
  expect(await first.lease({ ...wish, owner: 'second' })).toEqual([]);
  await first.close();
  const second = await open();
  expect(await second.lease({ ...wish, owner: 'second' })).toHaveLength(1);
  await second.close();
});

test('a read-only connection cannot write, sees new rows and can copy the file', async () => {
  const store = await open();
  const file = openToRead(join(folder, 'apply.db'));
  expect(() => file.exec('delete from store_version')).toThrow('attempt to write a readonly database');
  expect(() => file.exec('pragma user_version = 7')).toThrow('readonly');
  await store.insert(submission('five'));
  expect(file.prepare("select subject from submission where subject = 'five'").all()).toHaveLength(1);
  file.prepare('vacuum into ?').run(join(folder, 'copy.db'));
  file.close();
});

/** Reads the file for so many milliseconds, as a backup does, and posts a message when it begins. */
const reader = `
  const { parentPort, workerData } = require('node:worker_threads');
  const Libsql = require('libsql');
  const store = new Libsql('file:' + workerData.path + '?mode=ro');
  store.exec('begin');
  store.prepare('select count(*) from submission').all();
  parentPort.postMessage('reads');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, workerData.time);
  store.exec('rollback');
  store.close();
`;

test('a start waits for a backup that is reading the file', { tags: 'deep' }, async () => {
  await (await open()).close();
  const worker = new Worker(reader, { eval: true, workerData: { path: `${folder}/apply.db`, time: 500 } });
  await once(worker, 'message');
  const store = await open();
  expect(await store.insert(submission('four'))).not.toBeNull();
  await store.close();
  await worker.terminate();
});
