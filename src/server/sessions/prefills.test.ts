/** Whose it is: what was kept for one session is shown to no other, whatever was done to its row in the store. */
import { expect, test } from 'vitest';
import type { PrefillStore, StoredPrefill } from '../../core/model/details.ts';
import { sessionId, tenant } from '../../core/model/ids.ts';
import { createCipher } from '../ledger/cipher.ts';
import { changedAt, sessionWith } from './changed-at.support.ts';
import { createPrefills } from './sessions.ts';

const ada = { details: { first_name: 'Ada' }, answers: {} };
const secret = 's'.repeat(32);

const sessionOf = (id: string, of = 'acme') =>
  sessionWith({ id: sessionId(id), tenant: tenant(of), prefilled: true, expiresAt: 1_000 });

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

const [own, foreign] = [await sealedWith(secret), await sealedWith('f'.repeat(32))];

test('what was kept for one session opens for it, under an older secret too (control)', async () => {
  expect(await find(own)).toEqual(ada);
  expect(await find(own, sessionOf('one'), ['n'.repeat(32)])).toEqual(ada);
});

test.each<readonly [string, string, ReturnType<typeof sessionOf>]>([
  ['in the row of another session', own, sessionOf('two')],
  ['in the row of another tenant', own, sessionOf('one', 'other')],
  ['that was sealed with another secret', foreign, sessionOf('one')],
  // The name of the key is the first eight bytes.
  ['that says it was sealed with ours', own.slice(0, 10) + foreign.slice(10), sessionOf('one')],
  ['that was changed', changedAt(own, 70), sessionOf('one')],
])('nothing opens %s', async (_where, sealed, session) => {
  expect(await find(sealed, session)).toBeNull();
});
