import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { applicationId, questionId, reference, revision, subject, tenant } from '../../model/ids.ts';
import type { NewSubmission } from '../ledger-store.ts';
import { openStore } from './open-store.ts';

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
  items: [{ question, part: 0, place: 0, parent: null, fingerprint: 'f', payload: null, file: null }],
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

test('a reference that another submission has can be made anew', async () => {
  const store = await open();
  expect(await store.insert(submission('two', 'S'))).toBe(true);
  expect(await store.insert(submission('three', 'S'))).toBe(false);
  expect(await store.insert(submission('three', 'T'))).toBe(true);
  await store.close();
});
