/** Whose it is: what was kept for one session is shown to no other, whatever was done to its row in the store. */
import { describe, expect, test } from 'vitest';
import type { StoredPrefill } from '../../core/model/details.ts';
import { jobId, sessionId, subject, tenant } from '../../core/model/ids.ts';
import { openTestStore } from '../http/proxy.support.ts';
import { createCipher } from '../ledger/cipher.ts';
import { changedAt } from './changed-at.support.ts';
import { createPrefills } from './prefills.ts';

const opened = await openTestStore(() => 0);
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
  const store = { ...opened.sessions.prefills, add: async (row: StoredPrefill) => void kept.push(row) };
  await createPrefills({ ...tools, store, cipher: createCipher([given], 'prefill') }).keep(
    sessionOf('one'),
    ada,
  );
  const [row] = kept;
  if (row === undefined) throw new Error('Nothing was kept.');
  return row;
}

/** What the proxy finds for a session whose row this is, with the given secrets. */
async function find(row: StoredPrefill, session = sessionOf('one'), newer: readonly string[] = []) {
  const store = opened.sessions.prefills;
  await store.removeSession(row.tenant, row.session);
  await store.add(row, 1_000);
  const [first = secret, ...older] = [...newer, secret];
  return createPrefills({ ...tools, store, cipher: createCipher([first, ...older], 'prefill') }).find(
    session,
  );
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
    // The name of the key is the first eight bytes.
    const named = own.sealed.slice(0, 10) + foreign.sealed.slice(10);
    expect(await find({ ...foreign, sealed: named })).toBeNull();
  });

  test('is refused where one letter of it was changed', async () => {
    const row = await rowOf(secret);
    expect(await find({ ...row, sealed: changedAt(row.sealed, 70) })).toBeNull();
  });
});
