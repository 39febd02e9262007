/** Whose it is: what was kept for one session is shown to no other, whatever was done to its row in the store. */
import { expect, test } from 'vitest';
import type { PrefillStore, StoredPrefill } from '../../core/model/details.ts';
import { jobId, sessionId, subject, tenant } from '../../core/model/ids.ts';
import { createCipher } from '../ledger/cipher.ts';
import { changedAt } from './changed-at.support.ts';
import { createPrefills } from './sessions.ts';

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

/** What is kept for the session `one` under this secret. */
async function sealedWith(given: string): Promise<string> {
  let sealed = '';
  const prefills = {
    ...none,
    add: async (row: StoredPrefill) => {
      sealed = row.sealed;
    },
  };
  await createPrefills({ prefills }, createCipher([given], 'prefill'), () => 0).keep(sessionOf('one'), ada);
  return sealed;
}

/** What the proxy finds for a session whose row has this, with the given secrets. */
function find(sealed: string, session = sessionOf('one'), newer: readonly string[] = []) {
  const [first = secret, ...older] = [...newer, secret];
  const prefills = { ...none, find: async () => sealed };
  return createPrefills({ prefills }, createCipher([first, ...older], 'prefill'), () => 0).find(session);
}

const none: PrefillStore = {
  add: async () => undefined,
  find: async () => null,
  extend: async () => undefined,
  removeSession: async () => undefined,
  removeSubject: async () => undefined,
};

test('what was kept for one session opens for it, under an older secret too (control)', async () => {
  const sealed = await sealedWith(secret);
  expect(await find(sealed)).toEqual(ada);
  expect(await find(sealed, sessionOf('one'), ['n'.repeat(32)])).toEqual(ada);
});

test.each([
  ['another session', sessionOf('two')],
  ['another tenant', sessionOf('one', 'other')],
])('it opens for no row of %s to which it was moved', async (_whose, session) => {
  expect(await find(await sealedWith(secret), session)).toBeNull();
});

test('it is refused where it was sealed with another secret, also under the name of ours, or changed', async () => {
  const [own, foreign] = [await sealedWith(secret), await sealedWith('f'.repeat(32))];
  // The name of the key is the first eight bytes.
  const named = own.slice(0, 10) + foreign.slice(10);
  for (const sealed of [foreign, named, changedAt(own, 70)]) expect(await find(sealed)).toBeNull();
});
