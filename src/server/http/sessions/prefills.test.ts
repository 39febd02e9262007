/** Whose it is: what was kept for one session is shown to no other, whatever was done to its row in the store. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Libsql from 'libsql';
import { describe, expect, test } from 'vitest';
import { jobId, sessionId, subject, tenant } from '../../../core/model/ids.ts';
import type { StoredPrefill } from '../../../core/model/prefill.ts';
import { openBench, sessionBody } from '../../app/server.support.ts';
import { deriveKeys } from './keys.ts';
import { createMemoryPrefills } from './memory-prefills.ts';
import { createPrefills } from './prefills.ts';

const ada = { details: { first_name: 'Ada' }, answers: {} };
const secret = 's'.repeat(32);

const sessionOf = (id: string, of = 'acme') => ({
  id: sessionId(id),
  tenant: tenant(of),
  subject: subject('visitor 1'),
  application: null,
  job: jobId('4711'),
  posting: null,
  questionable: null,
  answered: false,
  closed: false,
  readAt: 0,
  publicOnly: false,
  prefilled: true,
  expiresAt: 1_000,
});

const tools = { now: () => 0, renewableFor: 0 };

/** The row that is kept for the session `one` under this secret. */
async function rowOf(given: string): Promise<StoredPrefill> {
  const kept: StoredPrefill[] = [];
  const store = { ...createMemoryPrefills(() => 0), add: async (row: StoredPrefill) => void kept.push(row) };
  await createPrefills({ ...tools, store, keys: [await deriveKeys(given)] }).keep(sessionOf('one'), ada);
  const [row] = kept;
  if (row === undefined) throw new Error('Nothing was kept.');
  return row;
}

/** What the proxy finds for a session whose row this is, with the given secrets. */
async function find(row: StoredPrefill, session = sessionOf('one'), newer: readonly string[] = []) {
  const store = createMemoryPrefills(() => 0);
  await store.add(row, 1_000);
  const [first = await deriveKeys(secret), ...older] = await Promise.all(
    [...newer, secret].map((one) => deriveKeys(one)),
  );
  return createPrefills({ ...tools, store, keys: [first, ...older] }).find(session);
}

describe('what was kept for one session', () => {
  test('opens for it, under an older secret too (control)', async () => {
    const row = await rowOf(secret);
    expect(await find(row)).toEqual(ada);
    expect(await find(row, sessionOf('one'), ['n'.repeat(32)])).toEqual(ada);
  });

  test('opens for no other session to which its row was moved', async () => {
    const row = await rowOf(secret);
    const moved = { ...row, session: sessionId('two') };
    expect(await find(moved, sessionOf('two'))).toBeNull();
  });

  test('opens for no other tenant to which its row was moved', async () => {
    const row = await rowOf(secret);
    const moved = { ...row, tenant: tenant('other') };
    expect(await find(moved, sessionOf('one', 'other'))).toBeNull();
  });

  test('is refused where it was sealed with another secret, also under the name of ours', async () => {
    const [own, foreign] = [await rowOf(secret), await rowOf('f'.repeat(32))];
    expect(await find(foreign)).toBeNull();
    const named = [own.sealed.split('.')[0], ...foreign.sealed.split('.').slice(1)].join('.');
    expect(await find({ ...foreign, sealed: named })).toBeNull();
  });

  test('is refused where one letter of it was changed', async () => {
    const row = await rowOf(secret);
    const place = row.sealed.length - 10;
    const letter = row.sealed[place] === 'A' ? 'B' : 'A';
    const changed = row.sealed.slice(0, place) + letter + row.sealed.slice(place + 1);
    expect(await find({ ...row, sealed: changed })).toBeNull();
  });
});

test('a row that is moved in the file of the store fills in no other form, and fills in its own again', {
  tags: 'deep',
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'apply-prefills-'));
  const file = join(folder, 'apply.db');
  const bench = await openBench({ APPLY_STORE: `file:${file}`, APPLY_SECRET: secret });
  const store = new Libsql(file);
  const headers = { authorization: 'Bearer sandbox-admin' };
  const make = async (name: string) => {
    const body = sessionBody({ job: '4711', prefill: { first_name: name } });
    const { id, attributes } = (await bench.call('POST', '/sessions', { body, headers })).json.data;
    return { id, read: async () => (await bench.readForm({ token: attributes.token })).text };
  };
  const [one, other] = [await make('Ada'), await make('Grace')];
  const move = (from: string, to: string) =>
    store.prepare('update session_prefill set session = ? where session = ?').run(to, from);
  expect([await one.read(), await other.read()]).toEqual([
    expect.stringContaining('"first_name":"Ada"'),
    expect.stringContaining('"first_name":"Grace"'),
  ]);
  move(other.id, 'aside');
  move(one.id, other.id);
  for (const { read } of [one, other]) expect(await read()).not.toMatch(/\bAda\b|\bGrace\b|"prefill"/);
  // Control: nothing else was done to it.
  move(other.id, one.id);
  expect(await one.read()).toContain('"first_name":"Ada"');
  store.close();
  await bench.close();
  rmSync(folder, { recursive: true });
});
