/** What `SessionStore` says, in memory and on every engine. Time is given, so that each sees the same. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startPooledPostgres } from '../../../e2e/support/postgres/transaction-pooler.ts';
import type { Outcome } from '../../core/model/failure.ts';
import { sessionId, subject, tenant } from '../../core/model/ids.ts';
import type { SessionStore, StoredCode } from '../session-store.ts';
import { openStore } from './open-store.ts';

interface Bench {
  readonly store: SessionStore;
  readonly sweep: () => Promise<unknown>;
  /** Rows of both tables. */
  count(): Promise<number>;
  /** As another process on the same store would have it. */
  another(): Promise<SessionStore>;
  close(): Promise<void>;
}

const need = <Value>(outcome: Outcome<Value, string>): Value => {
  if (!outcome.ok) throw new Error(outcome.error);
  return outcome.value;
};

let now = 1_700_000_000_000;
const clock = () => now;

async function openBench(address: string, end: () => Promise<void>): Promise<Bench> {
  const opened = need(await openStore(address, { now: clock }));
  const closing = [opened];
  const { database } = opened.engine;
  const store = opened.sessions;
  return {
    store,
    sweep: opened.ledger.sweep,
    async count() {
      const codes = await database.selectFrom('session_code').select('hash').execute();
      return codes.length + (await database.selectFrom('revoked_session').select('session').execute()).length;
    },
    // A file is one process's alone.
    async another() {
      if (address.startsWith('file:')) return store;
      const more = need(await openStore(address, { now: clock }));
      closing.push(more);
      return more.sessions;
    },
    async close() {
      for (const one of closing) await one.close();
      await end();
    },
  };
}

async function fileBench(): Promise<Bench> {
  const folder = mkdtempSync(join(tmpdir(), 'apply-sessions-'));
  return openBench(`file:${folder}/apply.db`, async () => rmSync(folder, { recursive: true }));
}

async function postgresBench(): Promise<Bench> {
  const server = need(await startPooledPostgres());
  return openBench(server.address, () => server.stop());
}

const acme = tenant('acme');
const other = tenant('other');
const one = sessionId('one');
const MINUTE = 60_000;
const DAY = 86_400_000;

let number = 0;
/** A code that no other test has. */
const newCode = (change: Partial<StoredCode> = {}): StoredCode => ({
  hash: `hash ${number++}`,
  tenant: acme,
  session: one,
  once: true,
  sealed: 'sealed token',
  ...change,
});

describe.each([
  ['a libsql file', fileBench],
  ['Postgres behind a transaction pooler', postgresBench],
])('codes and revoked sessions in %s', (_name, open) => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await open();
  });
  afterAll(() => bench.close());
  beforeEach(() => {
    now += 100 * DAY;
  });

  test('a code is found with all that was stored, and said to be over after its time', async () => {
    const code = newCode({ once: false });
    await bench.store.addCode(code, MINUTE);
    expect(await bench.store.findCode(code.hash)).toEqual({ ...code, madeAt: now, expired: false });
    now += MINUTE - 1;
    expect(await bench.store.findCode(code.hash)).toMatchObject({ expired: false });
    now += 1;
    expect(await bench.store.findCode(code.hash)).toMatchObject({ expired: true });
    expect(await bench.store.findCode('another hash')).toBeNull();
  });

  test('what is known of an applicant lasts as long as it may, is found by its session and goes with it or its subject', async () => {
    const { prefills } = bench.store;
    if (prefills === undefined) throw new Error('This store keeps none.');
    const names = [1, 2, 3].map((place) => sessionId(`known ${number++} ${place}`));
    const [first, second, third] = names;
    if (!first || !second || !third) throw new Error('There are three.');
    const whose = subject(`subject ${number++}`);
    for (const session of names)
      await prefills.add({ tenant: acme, session, subject: whose, sealed: `sealed ${session}` }, MINUTE);
    expect(await prefills.find(acme, first)).toBe(`sealed ${first}`);
    expect(await prefills.find(other, first)).toBeNull();
    await prefills.removeSession(acme, first);
    expect(await prefills.find(acme, first)).toBeNull();
    await prefills.extend(acme, second, 2 * MINUTE);
    now += MINUTE;
    expect([await prefills.find(acme, second), await prefills.find(acme, third)]).toEqual([
      `sealed ${second}`,
      null,
    ]);
    await prefills.extend(acme, third, MINUTE);
    expect(await prefills.find(acme, third)).toBeNull();
    await prefills.removeSubject(other, whose);
    expect(await prefills.find(acme, second)).toBe(`sealed ${second}`);
    await prefills.removeSubject(acme, whose);
    expect(await prefills.find(acme, second)).toBeNull();
  });

  test('a code is spent once, and by nothing that comes after its time', async () => {
    const [code, late] = [newCode(), newCode()];
    for (const each of [code, late]) await bench.store.addCode(each, MINUTE);
    expect(await bench.store.spendCode(code.hash, null)).toBe(true);
    expect(await bench.store.spendCode(code.hash, null)).toBe(false);
    expect(await bench.store.spendCode(code.hash, 'a page')).toBe(false);
    expect(await bench.store.spendCode('another hash', null)).toBe(false);
    now += MINUTE;
    expect(await bench.store.spendCode(late.hash, 'a page')).toBe(false);
  });

  test('the page that spent it may ask again for a minute, and no other page', async () => {
    const code = newCode();
    await bench.store.addCode(code, MINUTE);
    now += MINUTE - 1;
    expect(await bench.store.spendCode(code.hash, 'a page')).toBe(true);
    now += MINUTE - 1;
    expect(await bench.store.spendCode(code.hash, 'another page')).toBe(false);
    expect(await bench.store.spendCode(code.hash, 'a page')).toBe(true);
    now += 1;
    expect(await bench.store.spendCode(code.hash, 'a page')).toBe(false);
  });

  test('of many that spend one code at once, in two processes, exactly one does', async () => {
    const stores = [bench.store, await bench.another()];
    for (let round = 0; round < 20; round++) {
      const code = newCode();
      await bench.store.addCode(code, MINUTE);
      const asked = Array.from({ length: 8 }, (_, page) =>
        stores[page % 2]?.spendCode(code.hash, page < 4 ? `page ${page}` : null),
      );
      expect((await Promise.all(asked)).filter(Boolean)).toHaveLength(1);
    }
  });

  test('a session is revoked for its tenant alone, however often', async () => {
    expect(await bench.store.isRevoked(acme, one)).toBe(false);
    for (let time = 0; time < 2; time++) await bench.store.revoke(acme, one);
    expect(await (await bench.another()).isRevoked(acme, one)).toBe(true);
    expect(await bench.store.isRevoked(other, one)).toBe(false);
    expect(await bench.store.isRevoked(acme, sessionId('another'))).toBe(false);
  });

  test('what is over is forgotten: a code a day after its time, a revocation when no token can be renewed', async () => {
    const [short, long, revoked] = [newCode(), newCode(), sessionId('swept')];
    await bench.sweep?.();
    const before = await bench.count();
    await bench.store.addCode(short, MINUTE);
    await bench.store.addCode(long, DAY);
    await bench.store.revoke(acme, revoked);
    now += MINUTE + DAY - 1;
    await bench.sweep?.();
    expect(await bench.store.findCode(short.hash)).toMatchObject({ expired: true });
    now += 1;
    await bench.sweep?.();
    expect(await bench.store.findCode(short.hash)).toBeNull();
    expect(await bench.store.findCode(long.hash)).toMatchObject({ expired: true });
    now += 7 * DAY - MINUTE - 1;
    await bench.sweep?.();
    expect(await bench.store.isRevoked(acme, revoked)).toBe(true);
    now += 1;
    await bench.sweep?.();
    expect(await bench.store.isRevoked(acme, revoked)).toBe(false);
    expect(await bench.count()).toBeLessThanOrEqual(before);
  });
});
