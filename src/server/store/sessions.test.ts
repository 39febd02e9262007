/** The contract of `SessionStore`, on every engine. The tests set the time, so that every engine sees the same. */
import { beforeEach, describe, expect, test } from 'vitest';
import { sessionId, subject, tenant } from '../../core/model/ids.ts';
import type { StoredCode } from '../session-store.ts';
import { storedEngines, useFresh } from './engines.support.ts';
import type { OpenStore } from './open-store.ts';
import { acme } from './samples.support.ts';

let now = 1_700_000_000_000;
const otherTenant = tenant('other');
const session = sessionId('one');
const MINUTE = 60_000;
const DAY = 86_400_000;

let number = 0;
/** A code with a hash that no other test uses. */
const newCode = (change: Partial<StoredCode> = {}): StoredCode => ({
  hash: `hash ${number++}`,
  tenant: acme,
  session,
  once: true,
  sealed: 'sealed token',
  ...change,
});

describe.each(storedEngines)('codes and revoked sessions in %s', (_name, start) => {
  let store: OpenStore['sessions'];
  let sweep: () => Promise<unknown>;
  beforeEach(() => {
    now = 1_700_000_000_000;
  });
  useFresh({ start, now: () => now }, (opened) => {
    store = opened.sessions;
    sweep = opened.ledger.sweep;
  });

  test('a code is found with everything that was stored, and is expired after its time', async () => {
    const code = newCode({ once: false });
    await store.addCode(code, MINUTE);
    expect(await store.findCode(code.hash)).toEqual({ ...code, madeAt: now, expired: false });
    now += MINUTE - 1;
    expect(await store.findCode(code.hash)).toMatchObject({ expired: false });
    now += 1;
    expect(await store.findCode(code.hash)).toMatchObject({ expired: true });
    expect(await store.findCode('another hash')).toBeNull();
  });

  test('a prefill is found by its session until it expires or its session or subject is removed', async () => {
    const { prefills } = store;
    const [first, second, third] = [sessionId('first'), sessionId('second'), sessionId('third')];
    const owner = subject('owner');
    for (const session of [first, second, third])
      await prefills.add({ tenant: acme, session, subject: owner, sealed: `sealed ${session}` }, MINUTE);
    expect(await prefills.find(acme, first)).toBe(`sealed ${first}`);
    expect(await prefills.find(otherTenant, first)).toBeNull();
    await prefills.removeSession(acme, first);
    expect(await prefills.find(acme, first)).toBeNull();
    await prefills.extend(acme, second, 2 * MINUTE);
    now += MINUTE;
    expect(await prefills.find(acme, second)).toBe(`sealed ${second}`);
    expect(await prefills.find(acme, third)).toBeNull();
    await prefills.extend(acme, third, MINUTE);
    expect(await prefills.find(acme, third)).toBeNull();
    await prefills.removeSubject(otherTenant, owner);
    expect(await prefills.find(acme, second)).toBe(`sealed ${second}`);
    await prefills.removeSubject(acme, owner);
    expect(await prefills.find(acme, second)).toBeNull();
  });

  test('a code is spent once, and never after its time', async () => {
    const [code, late] = [newCode(), newCode()];
    for (const each of [code, late]) await store.addCode(each, MINUTE);
    expect(await store.spendCode(code.hash, null)).toBe(true);
    expect(await store.spendCode(code.hash, null)).toBe(false);
    expect(await store.spendCode(code.hash, 'a page')).toBe(false);
    expect(await store.spendCode('another hash', null)).toBe(false);
    now += MINUTE;
    expect(await store.spendCode(late.hash, 'a page')).toBe(false);
  });

  test('only the page that spent a code may spend it again, for a minute', async () => {
    const code = newCode();
    await store.addCode(code, MINUTE);
    now += MINUTE - 1;
    expect(await store.spendCode(code.hash, 'a page')).toBe(true);
    now += MINUTE - 1;
    expect(await store.spendCode(code.hash, 'another page')).toBe(false);
    expect(await store.spendCode(code.hash, 'a page')).toBe(true);
    now += 1;
    expect(await store.spendCode(code.hash, 'a page')).toBe(false);
  });

  test('exactly one of many simultaneous requests spends a code', async () => {
    for (let round = 0; round < 20; round++) {
      const code = newCode();
      await store.addCode(code, MINUTE);
      const requests = Array.from({ length: 8 }, (_, page) =>
        store.spendCode(code.hash, page < 4 ? `page ${page}` : null),
      );
      expect((await Promise.all(requests)).filter(Boolean)).toHaveLength(1);
    }
  });

  test('a session is revoked only for its tenant, however often it is revoked', async () => {
    expect(await store.isRevoked(acme, session)).toBe(false);
    for (let time = 0; time < 2; time++) await store.revoke(acme, session);
    expect(await store.isRevoked(acme, session)).toBe(true);
    expect(await store.isRevoked(otherTenant, session)).toBe(false);
    expect(await store.isRevoked(acme, sessionId('another'))).toBe(false);
  });

  test('forgets a code a day after its time, and a revocation when no token can be renewed', async () => {
    const [short, long, revoked] = [newCode(), newCode(), sessionId('swept')];
    await store.addCode(short, MINUTE);
    await store.addCode(long, DAY);
    await store.revoke(acme, revoked);
    now += MINUTE + DAY - 1;
    await sweep();
    expect(await store.findCode(short.hash)).toMatchObject({ expired: true });
    now += 1;
    await sweep();
    expect(await store.findCode(short.hash)).toBeNull();
    expect(await store.findCode(long.hash)).toMatchObject({ expired: true });
    now += 7 * DAY - MINUTE - 1;
    await sweep();
    expect(await store.isRevoked(acme, revoked)).toBe(true);
    now += 1;
    await sweep();
    expect(await store.isRevoked(acme, revoked)).toBe(false);
  });
});
