/** The prefill of one session is never shown to another, even if its row in the store is changed. */
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

/** The sealed prefill of the session `one` under this secret. */
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

/** The prefill that the proxy opens for a session from this row. */
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

test('a prefill opens for its own session, under an older secret too (control)', async () => {
  expect(await find(own)).toEqual(ada);
  expect(await find(own, sessionOf('one'), ['n'.repeat(32)])).toEqual(ada);
});

test.each<readonly [string, string, ReturnType<typeof sessionOf>]>([
  ['a prefill in the row of another session', own, sessionOf('two')],
  ['a prefill in the row of another tenant', own, sessionOf('one', 'other')],
  ['a prefill sealed with another secret', foreign, sessionOf('one')],
  // The eight bytes of the key's name are eleven characters of base64url.
  ['a prefill that falsely names our secret', own.slice(0, 11) + foreign.slice(11), sessionOf('one')],
  ['a changed prefill', changedAt(own, 70), sessionOf('one')],
])('%s does not open', async (_where, sealed, session) => {
  expect(await find(sealed, session)).toBeNull();
});
