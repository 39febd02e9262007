import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterAll, describe, expect, test } from 'vitest';
import { applicationId, questionId, reference, revision, subject, tenant } from '../../core/model/ids.ts';
import type { NewSubmission } from '../ledger/record.ts';
import { openStore } from './open-store.ts';
import { openToRead } from './sqlite.ts';

const folder = mkdtempSync(join(tmpdir(), 'apply-open-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function open() {
  const opened = await openStore(`file:${folder}/apply.db`);
  if (!opened.ok) throw new Error(opened.error);
  return opened.value.ledger;
}

const question = questionId('7');

const submission = (name: string, number: string): NewSubmission => ({
  key: { tenant: tenant('acme'), subject: subject(name) },
  reference: reference(number),
  fingerprint: 'f',
  revision: revision('r'),
  application: applicationId('99'),
  job: null,
  items: [{ question, part: 0, place: 0, parent: null, fingerprint: 'f', payload: null, files: [] }],
});

test('what the process before held, however it ended, is free at once when the file is opened again', async () => {
  const first = await open();
  await first.insert(submission('one', 'R'));
  const wish = { duration: 120_000, most: 1, tenants: [tenant('acme')] };
  expect(await first.lease({ ...wish, owner: 'first' })).toHaveLength(1);
  expect(await first.lease({ ...wish, owner: 'second' })).toEqual([]);
  await first.close();
  const second = await open();
  expect(await second.lease({ ...wish, owner: 'second' })).toHaveLength(1);
  await second.close();
});

describe('a connection that is to read alone', () => {
  test('cannot write, sees what the store writes, and can copy it', async () => {
    const store = await open();
    const path = join(folder, 'apply.db');
    const file = openToRead(path);
    expect(() => file.exec('delete from store_version')).toThrow('attempt to write a readonly database');
    expect(() => file.exec('pragma user_version = 7')).toThrow('readonly');
    await store.insert(submission('five', 'V'));
    expect(file.prepare("select subject from submission where subject = 'five'").all()).toHaveLength(1);
    file.prepare('vacuum into ?').run(join(folder, 'copy.db'));
    file.close();
    await store.close();
  });
});

/** Reads the file for so many milliseconds, as a backup does, and says when it has begun. */
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

test('a start waits for a backup that reads the file just then', { tags: 'deep' }, async () => {
  await (await open()).close();
  const worker = new Worker(reader, { eval: true, workerData: { path: `${folder}/apply.db`, time: 500 } });
  await once(worker, 'message');
  const store = await open();
  expect(await store.insert(submission('four', 'U'))).not.toBeNull();
  await store.close();
  await worker.terminate();
});
