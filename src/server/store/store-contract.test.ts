/** What `ledger-store.ts` says, on every engine. Time is given, so that each engine sees the same. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createMapStore } from '../../../e2e/support/map-store.ts';
import { startPostgres } from '../../../e2e/support/postgres/start-postgres.ts';
import { startPooledPostgres } from '../../../e2e/support/postgres/transaction-pooler.ts';
import { documentsQuestion } from '../../core/model/details.ts';
import type { Outcome } from '../../core/model/failure.ts';
import {
  applicationId,
  fileId,
  jobId,
  questionId,
  reference,
  revision,
  subject,
  tenant,
} from '../../core/model/ids.ts';
import type { GivenConsent } from '../../core/model/submission.ts';
import type { ConsentOwner, LedgerStore, SweptRecord } from '../ledger/ledger-store.ts';
import {
  type Consenting,
  type Item,
  type ItemChange,
  type NewItem,
  type NewSubmission,
  RETENTION,
} from '../ledger/record.ts';
import type { PersonQuery } from '../people.ts';
import type { SubjectKey } from '../ports.ts';
import { openStore } from './open-store.ts';

interface Bench {
  /** An empty one, on this clock. */
  fresh(now: () => number): Promise<LedgerStore>;
  close(): Promise<void>;
}

const need = <Value>(outcome: Outcome<Value, string>): Value => {
  if (!outcome.ok) throw new Error(outcome.error);
  return outcome.value;
};

const behindPooler = [
  'Postgres behind a transaction pooler',
  () => postgresBench(startPooledPostgres),
] as const;

const engines: readonly (readonly [string, () => Promise<Bench>])[] = [
  ['memory', memoryBench],
  ['a libsql file', fileBench],
  ['Postgres', () => postgresBench(startPostgres)],
  // Loaded by the file of the same name for the deep suite.
  ...(process.env['TEST_DEEP'] === '1' ? [behindPooler] : []),
];

async function memoryBench(): Promise<Bench> {
  return { fresh: async (now) => createMapStore({ now }), close: async () => undefined };
}

async function fileBench(): Promise<Bench> {
  const folder = mkdtempSync(join(tmpdir(), 'apply-store-'));
  const opened: LedgerStore[] = [];
  return {
    async fresh(now) {
      const { ledger } = need(await openStore(`file:${folder}/${opened.length}.db`, { now }));
      opened.push(ledger);
      return ledger;
    },
    async close() {
      for (const store of opened) await store.close();
      rmSync(folder, { recursive: true });
    },
  };
}

async function postgresBench(start: () => ReturnType<typeof startPostgres>): Promise<Bench> {
  const server = need(await start());
  let clock = () => 0;
  const { ledger, engine } = need(await openStore(server.address, { now: () => clock() }));
  return {
    async fresh(now) {
      clock = now;
      await sql`truncate submission, item, learned_quiet, consent`.execute(engine.database);
      await sql`update store_copy set restored_at = null`.execute(engine.database);
      return ledger;
    },
    async close() {
      await ledger.close();
      await server.stop();
    },
  };
}

const acme = tenant('acme');
const other = tenant('other');
const keyOf = (name: string, of = acme): SubjectKey => ({ tenant: of, subject: subject(name) });
const key = keyOf('one');
const held = { key, owner: 'worker' };

const newItem = (name: string | null, change: Partial<NewItem> = {}): NewItem => ({
  question: name === null ? null : questionId(name),
  part: 0,
  place: 0,
  parent: null,
  fingerprint: `fingerprint of ${name}`,
  payload: new Uint8Array([1, 2, 3]),
  files: [],
  ...change,
});

const newSubmission = (change: Partial<NewSubmission> = {}): NewSubmission => ({
  key,
  reference: reference(`R-${change.key?.subject ?? 'one'}`),
  fingerprint: 'fingerprint',
  revision: revision('revision'),
  application: applicationId('application'),
  job: null,
  items: [newItem('a'), newItem('b', { place: 1, parent: questionId('a') })],
  ...change,
});

describe.each(engines)('the store on %s', (_name, makeBench) => {
  let bench: Bench;
  let store: LedgerStore;
  let now = 0;

  beforeAll(async () => {
    bench = await makeBench();
  });
  afterAll(() => bench.close());
  beforeEach(async () => {
    now = 1_000_000;
    store = await bench.fresh(() => now);
  });

  const lease = (owner = 'worker', change: { most?: number; duration?: number } = {}) =>
    store.lease({ owner, duration: 1_000, most: 10, tenants: [acme], ...change });

  async function read(of = key) {
    const found = await store.find(of);
    if (found === null) throw new Error('It is not stored.');
    return found;
  }

  async function item(name: string | null = 'a', part = 0): Promise<Item> {
    const found = (await read()).items.find((one) => one.question === name && one.part === part);
    if (found === undefined) throw new Error(`There is no item ${name}.`);
    return found;
  }

  describe('insert', () => {
    test('keeps all that it is given, in the order of delivery, and is due at once', async () => {
      const items = [
        newItem('b', { place: 2, parent: questionId('a'), part: 3, files: [fileId('file')] }),
        newItem(null),
        newItem('a', { place: 1, payload: null }),
      ];
      const submission = newSubmission({ application: null, job: jobId('job'), items });
      const inserted = await store.insert(submission);
      expect(await read()).toEqual(inserted);
      const [b, application, a] = items;
      expect(await read()).toMatchObject({
        ...submission,
        acceptedAt: now,
        dueAt: now,
        leaseOwner: null,
        servedAt: now,
        preflightAt: null,
        settledAt: null,
        auditedAt: null,
        items: [application, a, b],
      });
      expect(await item()).toMatchObject({
        state: 'queued',
        code: null,
        members: [],
        unclearPosts: 0,
        failures: 0,
        markedAt: null,
        serviceId: null,
      });
      expect((await item()).dueAt).toBeLessThanOrEqual(now);
    });

    test('keeps all files of an item, in their order', async () => {
      const files = ['c', 'a', 'b'].map((name) => fileId(`${name}0000000-0000-4000-8000-000000000000`));
      const items = [newItem(null, { files }), newItem('a', { place: 1, files: files.slice(0, 1) })];
      await store.insert(newSubmission({ items }));
      expect((await read()).items.map((one) => one.files)).toEqual([files, files.slice(0, 1)]);
      await lease();
      expect(await store.mark(held, await item(null), 1)).not.toBeNull();
      expect((await item(null)).files).toEqual(files);
    });

    test('keeps what an application was refused for', async () => {
      await store.insert(newSubmission({ items: [newItem(null)] }));
      const members = ['phone', 'linkedin_url', 'cv_base64_data'] as const;
      expect(await store.settle(key, await item(null), { members })).toBe(true);
      expect(await item(null)).toMatchObject({ members });
    });

    test('keeps every byte of a long answer', async () => {
      const payload = new Uint8Array(300_000).map((_, place) => place % 251);
      await store.insert(newSubmission({ items: [newItem('a', { payload })] }));
      expect(Buffer.from((await item()).payload ?? []).equals(payload)).toBe(true);
    });

    test('takes a form that asked nothing', async () => {
      await store.insert(newSubmission({ items: [] }));
      expect((await read()).items).toEqual([]);
      expect(await lease()).toHaveLength(1);
    });

    test('takes a thousand answers', async () => {
      const items = Array.from({ length: 1_000 }, (_, place) => newItem(`q${place}`, { place }));
      expect(await store.insert(newSubmission({ items }))).not.toBeNull();
      expect((await read()).items.map(({ question }) => question)).toEqual(
        items.map(({ question }) => question),
      );
    });

    test('changes nothing where there is one of this subject already', async () => {
      await store.insert(newSubmission());
      const before = await read();
      now += 10;
      const second = newSubmission({
        reference: reference('R2'),
        fingerprint: 'another',
        items: [newItem('c')],
      });
      expect(await store.insert(second)).toBeNull();
      expect(await read()).toEqual(before);
      expect(await store.findByReference(acme, reference('R2'))).toBeNull();
    });

    test('stores one of several that come at once', async () => {
      const all = ['1', '2', '3', '4', '5'].map((name) => newSubmission({ reference: reference(name) }));
      const done = await Promise.all(all.map((one) => store.insert(one)));
      const inserted = done.filter((one) => one !== null);
      expect(inserted).toHaveLength(1);
      expect((await read()).reference).toBe(inserted[0]?.reference);
    });
  });

  describe('find', () => {
    test('knows nothing of others', async () => {
      await store.insert(newSubmission());
      expect(await store.find(keyOf('two'))).toBeNull();
      expect(await store.find(keyOf('one', other))).toBeNull();
    });

    test('finds by reference within the tenant', async () => {
      await store.insert(newSubmission());
      await store.insert(newSubmission({ key: keyOf('one', other), fingerprint: 'theirs' }));
      expect(await store.findByReference(acme, reference('R-one'))).toEqual(await read());
      expect((await store.findByReference(other, reference('R-one')))?.fingerprint).toBe('theirs');
      expect(await store.findByReference(acme, reference('R-two'))).toBeNull();
    });

    test('tells the time', async () => {
      expect(await store.now()).toBe(now);
    });
  });

  describe('lease', () => {
    test('is granted to one of two, until it runs out', async () => {
      await store.insert(newSubmission());
      const [mine] = await lease('one', { duration: 500 });
      expect(mine).toEqual(await read());
      expect(mine).toMatchObject({ leaseOwner: 'one', leaseUntil: now + 500 });
      now += 499;
      expect(await lease('two')).toEqual([]);
      now += 1;
      expect(await lease('two')).toHaveLength(1);
    });

    test('is granted only where something is due', async () => {
      await store.insert(newSubmission());
      await lease();
      await store.release(held, { version: (await read()).version, dueAt: now + 100 });
      now += 99;
      expect(await lease()).toEqual([]);
      now += 1;
      expect(await lease()).toHaveLength(1);
      await store.release(held, { version: (await read()).version, dueAt: null });
      now += 1e9;
      expect(await lease()).toEqual([]);
    });

    test('takes what waited longest first, and no more than wished', async () => {
      for (const name of ['a', 'b', 'c']) {
        await store.insert(newSubmission({ key: keyOf(name) }));
        now += 1;
      }
      const [first] = await lease('worker', { most: 1, duration: 50 });
      expect(first?.key).toEqual(keyOf('a'));
      await store.mark(
        { key: keyOf('a'), owner: 'worker' },
        { ...newItem('a'), version: first?.items[0]?.version ?? -1 },
        1,
      );
      now += 50;
      await store.insert(newSubmission({ key: keyOf('new') }));
      const order = await lease('worker');
      // New submissions must not keep those waiting that were begun.
      expect(order.map((record) => record.key.subject)).toEqual(['b', 'c', 'a', 'new']);
    });

    test('takes known applicants first, each kind in its order, and those alone where it is wished', async () => {
      for (const name of ['visitor 1', 'known 1', 'visitor 2', 'known 2']) {
        await store.insert(newSubmission({ key: keyOf(name), isVisitor: name.startsWith('visitor') }));
        now += 1;
      }
      const wish = { owner: 'worker', most: 10, tenants: [acme] };
      const namesOf = async (isOfKnown?: boolean) => {
        const found = await store.lease({ ...wish, duration: 1, ...(isOfKnown && { isOfKnown }) });
        now += 1;
        return found.map((record) => record.key.subject);
      };
      expect(await namesOf()).toEqual(['known 1', 'known 2', 'visitor 1', 'visitor 2']);
      expect(await namesOf(true)).toEqual(['known 1', 'known 2']);
      await store.lease({ ...wish, duration: 70, isOfKnown: true });
      expect(await store.nextDue([acme], true)).toBe(now + 70);
      expect(await store.nextDue([acme])).toBeLessThan(now);
    });

    test('counts what waits of visitors, by tenant, until it is settled', async () => {
      for (const name of ['a', 'b']) await store.insert(newSubmission({ key: keyOf(name), isVisitor: true }));
      await store.insert(newSubmission({ key: keyOf('known') }));
      expect([...(await store.countVisitors())]).toEqual([[acme, 2]]);
      await lease();
      await store.change({ key: keyOf('a'), owner: 'worker' }, { settledAt: now });
      expect([...(await store.countVisitors())]).toEqual([[acme, 1]]);
    });

    test('leaves the submissions of other tenants alone', async () => {
      await store.insert(newSubmission({ key: keyOf('one', other) }));
      expect(await lease()).toEqual([]);
      expect(await store.lease({ owner: 'worker', duration: 1, most: 1, tenants: [] })).toEqual([]);
      expect(
        await store.lease({ owner: 'worker', duration: 1, most: 1, tenants: [acme, other] }),
      ).toHaveLength(1);
    });

    test('is renewed by its holder alone', async () => {
      await store.insert(newSubmission());
      await lease();
      expect(await store.renew({ key, owner: 'another' }, 5_000)).toBe(false);
      now += 500;
      expect(await store.renew(held, 5_000)).toBe(true);
      expect((await read()).leaseUntil).toBe(now + 5_000);
    });

    test('that ran out is lost, also where no other worker took it', async () => {
      await store.insert(newSubmission());
      await lease();
      const before = await read();
      now += 1_000;
      const { version } = await item();
      expect(await store.renew(held, 1_000)).toBe(false);
      expect(await store.change(held, { settledAt: now })).toBe(false);
      expect(await store.mark(held, { ...newItem('a'), version }, 1)).toBeNull();
      expect(await store.release(held, { version: before.version, dueAt: null })).toBe(false);
      expect(await read()).toEqual(before);
    });

    test('that another one has is not ours', async () => {
      await store.insert(newSubmission());
      await lease('worker', { duration: 1 });
      now += 1;
      await lease('another');
      const before = await read();
      expect(await store.renew(held, 1_000)).toBe(false);
      expect(await store.change(held, { settledAt: now })).toBe(false);
      expect(await store.mark(held, { ...newItem('a'), version: (await item()).version }, 1)).toBeNull();
      expect(await store.release(held, { version: before.version, dueAt: null })).toBe(false);
      expect(await read()).toEqual(before);
    });
  });

  describe('change and release', () => {
    test('change what is named, and nothing else', async () => {
      await store.insert(newSubmission());
      await lease();
      const before = await read();
      const change = { preflightAt: 1, settledAt: 2, auditedAt: 3 };
      expect(await store.change(held, { preflightAt: 9 })).toBe(true);
      expect(await read()).toEqual({ ...before, preflightAt: 9 });
      expect(await store.change(held, change)).toBe(true);
      expect(await read()).toEqual({ ...before, ...change });
      expect(await store.change(held, { settledAt: null })).toBe(true);
      expect(await read()).toEqual({ ...before, ...change, settledAt: null });
    });

    test('of a tag: its tries, when it is due, that it was seen or given up', async () => {
      await store.insert(newSubmission());
      expect(await read()).toMatchObject({ taggedAt: null, tagDueAt: 0, tagTries: 0 });
      await lease();
      for (const change of [{ tagTries: 1, tagDueAt: now + 9 }, { taggedAt: now }, { tagDueAt: null }]) {
        const before = await read();
        expect(await store.change(held, change)).toBe(true);
        expect(await read()).toEqual({ ...before, ...change });
      }
    });

    test('takes times of parts of a millisecond, as clocks give them', async () => {
      await store.insert(newSubmission());
      await lease();
      const times = { preflightAt: 1.25, settledAt: 2.25, auditedAt: 3.25, taggedAt: 4.25, tagDueAt: 5.25 };
      expect(await store.change(held, times)).toBe(true);
      const { preflightAt, settledAt, auditedAt, taggedAt, tagDueAt } = await read();
      const stored = [preflightAt, settledAt, auditedAt, taggedAt, tagDueAt];
      expect(stored.map((time) => Math.floor(time ?? 0))).toEqual([1, 2, 3, 4, 5]);
      const marked = await store.mark(held, { ...(await item()) }, 5.25);
      expect(marked?.state).toBe('sending');
      const settled = { state: 'unclear', dueAt: now + 7.25 } as const;
      expect(await store.settle(key, { ...(await item()) }, settled)).toBe(true);
      expect(await store.renew(held, 9.25)).toBe(true);
      expect(await store.release(held, { version: 0, dueAt: now + 8.25 })).toBe(true);
    });

    test('releasing gives the lease back', async () => {
      await store.insert(newSubmission());
      const [record] = await lease();
      expect(await store.release(held, { version: record?.version ?? -1, dueAt: now + 5 })).toBe(true);
      expect(await read()).toMatchObject({ leaseOwner: null, leaseUntil: 0, dueAt: now + 5 });
      expect(await store.renew(held, 1)).toBe(false);
    });

    test('what came in between a lease and its release is due at once', async () => {
      await store.insert(newSubmission());
      const [record] = await lease();
      const version = record?.version ?? -1;
      const correction = {
        key,
        version,
        fingerprint: 'corrected',
        revision: revision('revision'),
        items: [],
      };
      expect(await store.correct(correction)).toBe(true);
      now += 10;
      expect(await store.release(held, { version, dueAt: null })).toBe(true);
      expect(await lease()).toHaveLength(1);
    });
  });

  describe('mark', () => {
    test('marks a queued item, durably, with the time of its look', async () => {
      await store.insert(newSubmission());
      await lease();
      now += 5;
      const before = await item();
      const { version } = before;
      const marked = await store.mark(held, { ...newItem('a'), version }, 75_000);
      const change = { state: 'sending', code: null, markedAt: now, dueAt: now + 75_000 };
      expect(marked).toEqual({ ...change, version: version + 1 });
      expect(await item()).toEqual({ ...before, ...marked });
      expect(marked?.version).toBeGreaterThan(version);
      expect((await read()).servedAt).toBe(now);
      expect((await item('b')).state).toBe('queued');
    });

    test('refuses a second time', async () => {
      await store.insert(newSubmission());
      await lease();
      const { version } = await item();
      await store.mark(held, { ...newItem('a'), version }, 1);
      const before = await read();
      now += 5;
      expect(await store.mark(held, { ...newItem('a'), version }, 1)).toBeNull();
      expect(await store.mark(held, { ...newItem('a'), version: (await item()).version }, 1)).toBeNull();
      expect(await read()).toEqual(before);
    });

    test.each(['sending', 'unclear', 'delivered', 'refused', 'parked'] as const)(
      'refuses an item that is %s',
      async (state) => {
        await store.insert(newSubmission());
        await lease();
        await store.settle(key, { ...newItem('a'), version: (await item()).version }, { state });
        const before = await read();
        expect(await store.mark(held, { ...newItem('a'), version: (await item()).version }, 1)).toBeNull();
        expect(await read()).toEqual(before);
      },
    );

    test('refuses an item that was changed, or is not there', async () => {
      await store.insert(newSubmission());
      await lease();
      const { version } = await item();
      await store.settle(key, { ...newItem('a'), version }, { failures: 1 });
      expect(await store.mark(held, { ...newItem('a'), version }, 1)).toBeNull();
      expect(await store.mark(held, { ...newItem('c'), version: 0 }, 1)).toBeNull();
      expect(await store.mark(held, { ...newItem('a', { part: 1 }), version }, 1)).toBeNull();
    });
  });

  describe('settle', () => {
    test('changes what is named, counts the version, and needs no lease', async () => {
      await store.insert(newSubmission());
      const before = await item();
      const change = {
        state: 'delivered',
        code: 'conflict',
        members: ['cv_base64_data', 'email'],
        unclearPosts: 2,
        failures: 3,
        dueAt: 4,
        serviceId: 'there',
        payload: null,
      } as const;
      expect(await store.settle(key, { ...newItem('a'), version: before.version }, change)).toBe(true);
      const after = await item();
      expect([...after.members].sort()).toEqual(change.members);
      expect(after).toEqual({ ...before, ...change, members: after.members, version: after.version });
      expect(after.version).toBeGreaterThan(before.version);
      expect(await store.settle(key, { ...newItem('a'), version: after.version }, { failures: 0 })).toBe(
        true,
      );
      expect(await item()).toMatchObject({ ...change, members: after.members, failures: 0 });
    });

    test('changes nothing where the item is not of this version', async () => {
      await store.insert(newSubmission());
      const { version } = await item();
      await store.settle(key, { ...newItem('a'), version }, { state: 'unclear' });
      const before = await read();
      expect(await store.settle(key, { ...newItem('a'), version }, { state: 'delivered' })).toBe(false);
      expect(await store.settle(keyOf('two'), { ...newItem('a'), version }, {})).toBe(false);
      expect(await store.settle(keyOf('one', other), { ...newItem('a'), version }, {})).toBe(false);
      expect(await read()).toEqual(before);
    });

    test('settles one of several that come at once', async () => {
      await store.insert(newSubmission());
      const { version } = await item();
      const serviceIds = ['1', '2', '3', '4'];
      const done = await Promise.all(
        serviceIds.map((serviceId) => store.settle(key, { ...newItem('a'), version }, { serviceId })),
      );
      expect(done.filter(Boolean)).toHaveLength(1);
      expect((await item()).serviceId).toBe(serviceIds[done.indexOf(true)]);
    });

    test('tells the application from an answer, and a part from the others', async () => {
      const items = [newItem(null), newItem('a'), newItem('a', { part: 1 })];
      await store.insert(newSubmission({ items }));
      await store.settle(
        key,
        { ...newItem(null), version: (await item(null)).version },
        { serviceId: 'made' },
      );
      await store.settle(
        key,
        { ...newItem('a', { part: 1 }), version: (await item('a', 1)).version },
        { serviceId: 'second' },
      );
      const ids = (await read()).items.map(({ question, part, serviceId }) => [question, part, serviceId]);
      expect(ids).toHaveLength(3);
      expect(ids).toEqual(
        expect.arrayContaining([
          [null, 0, 'made'],
          ['a', 0, null],
          ['a', 1, 'second'],
        ]),
      );
    });
  });

  describe('correct', () => {
    const version = async (name: string) => (await item(name)).version;
    const correction = async (items: Parameters<LedgerStore['correct']>[0]['items']) => ({
      key,
      version: (await read()).version,
      fingerprint: 'corrected',
      revision: revision('next'),
      items,
    });

    async function refuse(name: string) {
      await store.settle(
        key,
        { ...newItem(name), version: await version(name) },
        {
          state: 'refused',
          code: 'invalid_answer',
          failures: 2,
          payload: null,
        },
      );
    }

    test('stores exactly these items: kept, changed and new', async () => {
      const items = [newItem('x'), newItem('a', { place: 1 }), newItem('b', { place: 2 })];
      await store.insert(newSubmission({ items }));
      await refuse('a');
      await refuse('x');
      await lease();
      await store.change(held, { settledAt: now, auditedAt: now, preflightAt: now });
      const before = await read();
      const kept = await item('b');
      now += 10;
      const changed = newItem('a', { place: 0, fingerprint: 'another', payload: new Uint8Array([9]) });
      const added = newItem('c', { place: 1, parent: questionId('a') });
      const done = await store.correct(
        await correction([
          { ...changed, version: null },
          { ...added, version: null },
          { ...newItem('b', { place: 2 }), version: kept.version },
        ]),
      );
      expect(done).toBe(true);
      const after = await read();
      expect(after).toMatchObject({
        fingerprint: 'corrected',
        revision: 'next',
        reference: before.reference,
        acceptedAt: before.acceptedAt,
        preflightAt: null,
        dueAt: now,
        settledAt: null,
        auditedAt: null,
        leaseOwner: 'worker',
        items: [
          { ...changed, state: 'queued', code: null, failures: 0 },
          { ...added, state: 'queued' },
          { ...kept, place: 2 },
        ],
      });
      expect(after.items).toHaveLength(3);
      expect(after.version).toBeGreaterThan(before.version);
    });

    test('takes no late word about an item for the one in its place', async () => {
      await store.insert(newSubmission());
      await lease();
      const marked = await store.mark(held, { ...newItem('a'), version: await version('a') }, 1);
      await store.correct(await correction([{ ...newItem('a'), version: null }]));
      await store.mark(held, { ...newItem('a'), version: await version('a') }, 1);
      const late = { ...newItem('a'), version: marked?.version ?? -1 };
      expect(await store.settle(key, late, { state: 'delivered' })).toBe(false);
    });

    test('changes nothing where the submission was changed meanwhile', async () => {
      await store.insert(newSubmission());
      const seen = await correction([{ ...newItem('a'), version: null }]);
      await store.correct(await correction([{ ...newItem('b'), version: null }]));
      const before = await read();
      expect(await store.correct(seen)).toBe(false);
      expect(await store.correct({ ...seen, key: keyOf('two') })).toBe(false);
      expect(await read()).toEqual(before);
    });

    test('changes nothing where an item that is kept was changed meanwhile, or is gone', async () => {
      await store.insert(newSubmission());
      const seen = await version('b');
      await refuse('b');
      const before = await read();
      const items = [
        { ...newItem('c'), version: null },
        { ...newItem('b'), version: seen },
      ];
      expect(await store.correct(await correction(items))).toBe(false);
      expect(await store.correct(await correction([{ ...newItem('d'), version: 0 }]))).toBe(false);
      expect(await read()).toEqual(before);
    });

    test('is done for one of two that come at once', async () => {
      await store.insert(newSubmission());
      const seen = await correction([{ ...newItem('a'), version: null }]);
      const done = await Promise.all([store.correct(seen), store.correct(seen), store.correct(seen)]);
      expect(done.filter(Boolean)).toHaveLength(1);
    });
  });

  describe('amend', () => {
    test('changes items, counts the version and is due at once', async () => {
      await store.insert(newSubmission());
      const [record] = await lease();
      const version = record?.version ?? -1;
      await store.change(held, { settledAt: now, auditedAt: now });
      await store.release(held, { version, dueAt: null });
      now += 10;
      const items = [
        {
          ...newItem('a'),
          version: (await item('a')).version,
          change: { state: 'parked', code: 'given_up', payload: null },
        },
      ] as const;
      expect(await store.amend({ key, version, items })).toBe(true);
      const after = await read();
      expect(after).toMatchObject({ dueAt: now, settledAt: null, auditedAt: null });
      expect(after.version).toBeGreaterThan(version);
      expect(await item('a')).toMatchObject({ state: 'parked', code: 'given_up', payload: null });
      expect((await item('b')).state).toBe('queued');
    });

    test('changes nothing where the submission or an item was changed', async () => {
      await store.insert(newSubmission());
      const { version } = await read();
      const change = { state: 'parked' } as const;
      const a = { ...newItem('a'), version: (await item('a')).version, change };
      const b = { ...newItem('b'), version: (await item('b')).version, change };
      await store.settle(key, b, { failures: 1 });
      const before = await read();
      expect(await store.amend({ key, version, items: [a, b] })).toBe(false);
      expect(await store.amend({ key, version: version + 1, items: [a] })).toBe(false);
      expect(await store.amend({ key: keyOf('two'), version, items: [] })).toBe(false);
      expect(await read()).toEqual(before);
    });
  });

  describe('of one person', () => {
    const hashes = ['k1.ada', 'k2.ada'];
    const byEmail = { kind: 'email', hashes } as const;
    const visitor = { application: null, job: jobId('4711') };
    const people = async (query: PersonQuery) =>
      (await store.findPerson(acme, query)).map((record) => record.key.subject);

    async function settle(name: string | null, change: ItemChange) {
      await store.settle(key, { ...newItem(name), version: (await item(name)).version }, change);
    }

    test('submissions are found by the hash of an email, by any secret, oldest first', async () => {
      await store.insert(newSubmission({ key: keyOf('b'), ...visitor, emailHash: 'k1.ada' }));
      now += 1;
      await store.insert(newSubmission({ key: keyOf('a'), ...visitor, emailHash: 'k2.ada' }));
      await store.insert(newSubmission({ key: keyOf('c'), ...visitor, emailHash: 'k1.bob' }));
      await store.insert(newSubmission({ key: keyOf('d', other), ...visitor, emailHash: 'k1.ada' }));
      expect(await people(byEmail)).toEqual(['b', 'a']);
      expect(await people({ kind: 'email', hashes: [] })).toEqual([]);
    });

    test('by a reference, and by an application that was there or was made', async () => {
      await store.insert(newSubmission({ key: keyOf('99') }));
      await store.insert(newSubmission({ ...visitor, items: [newItem(null), newItem('a', { place: 1 })] }));
      await settle(null, { state: 'delivered', serviceId: '100' });
      await settle('a', { state: 'delivered', serviceId: '99' });
      expect(await people({ kind: 'reference', reference: reference('R-99') })).toEqual(['99']);
      expect(await people({ kind: 'application', application: applicationId('99') })).toEqual(['99']);
      expect(await people({ kind: 'application', application: applicationId('100') })).toEqual(['one']);
      expect(await people({ kind: 'application', application: applicationId('one') })).toEqual(['one']);
    });

    test('what no email finds is counted: without a hash, or with that of another secret', async () => {
      await store.insert(newSubmission({ key: keyOf('there') }));
      await store.insert(newSubmission({ key: keyOf('known'), ...visitor, emailHash: 'k1.ada' }));
      await store.insert(newSubmission({ key: keyOf('older'), ...visitor }));
      for (const [place, name] of ['k0', 'k11', 'k3'].entries())
        await store.insert(newSubmission({ key: keyOf(`${place}`), ...visitor, emailHash: `${name}.ada` }));
      await store.insert(newSubmission({ key: keyOf('theirs', other), ...visitor }));
      expect(await store.countUnfindable(acme, hashes)).toBe(4);
      expect(await store.countUnfindable(acme, [...hashes, 'k0.', 'k11.', 'k3.'])).toBe(1);
    });

    test('a correction brings the hash of the email that it carries', async () => {
      await store.insert(newSubmission({ ...visitor, emailHash: 'k1.bob' }));
      const { version, fingerprint, revision: seen } = await read();
      const items = [{ ...newItem('a'), version: null }];
      await store.correct({
        key,
        version,
        fingerprint,
        revision: seen,
        emailHash: 'k1.ada',
        items,
        isAnew: true,
      });
      expect(await people(byEmail)).toEqual(['one']);
    });

    test('a correction of answers alone leaves the hash as it is', async () => {
      await store.insert(newSubmission({ ...visitor, emailHash: 'k1.ada' }));
      const { version, fingerprint, revision: seen } = await read();
      const items = [{ ...newItem('a'), version: null }];
      await store.correct({ key, version, fingerprint, revision: seen, emailHash: null, items });
      expect(await people(byEmail)).toEqual(['one']);
    });

    test('what is to be erased keeps its first time, is due, and is in no list of the operator', async () => {
      await store.insert(newSubmission());
      await settle('a', { state: 'parked' });
      const { version } = await read();
      now += 5;
      expect(await store.amend({ key, version, items: [], erases: true })).toBe(true);
      now += 5;
      expect(await store.amend({ key, version: version + 1, items: [], erases: true })).toBe(true);
      expect(await read()).toMatchObject({ erasedAt: now - 5, dueAt: now, settledAt: null });
      expect(await store.listAttention(acme, null)).toEqual([]);
      expect((await lease())[0]?.erasedAt).toBe(now - 5);
    });

    test('nothing stays of it but its subject and its reference, so that it cannot come twice', async () => {
      const items = [newItem(null), newItem('a', { place: 1, files: [fileId('file')] })];
      await store.insert(newSubmission({ ...visitor, emailHash: 'k1.ada', items }));
      await settle(null, { state: 'delivered', serviceId: '100' });
      await store.insert(newSubmission({ key: keyOf('two') }));
      const beside = await read(keyOf('two'));
      await lease();
      now += 5;
      await store.amend({ key, version: 0, items: [], erases: true });
      now += 5;
      expect(await store.erase(key, 1)).toBe(true);
      const times = { acceptedAt: now, servedAt: now, settledAt: now, auditedAt: now, erasedAt: now - 5 };
      const left = await read();
      expect(left).toMatchObject({ key, reference: 'R-one', ...times, items: [], fingerprint: '' });
      expect(left).toMatchObject({ application: null, job: null, emailHash: null, dueAt: null });
      expect(left).toMatchObject({ revision: '', leaseOwner: null, preflightAt: null });
      expect(await store.insert(newSubmission())).toBeNull();
      expect(await store.renew(held, 1_000)).toBe(false);
      expect(await people(byEmail)).toEqual([]);
      expect(await store.countUnfindable(acme, [])).toBe(0);
      expect((await read(keyOf('two'))).items).toEqual(beside.items);
    });

    test.each(['sending', 'unclear'] as const)('not while something of it is %s', async (state) => {
      await store.insert(newSubmission());
      await settle('a', { state });
      await store.amend({ key, version: 0, items: [], erases: true });
      const before = await read();
      expect(await store.erase(key, 1)).toBe(false);
      expect(await read()).toEqual(before);
      await settle('a', { state: 'delivered' });
      expect(await store.erase(key, 1)).toBe(true);
    });

    test('not where it was changed meanwhile, or was not to be erased', async () => {
      await store.insert(newSubmission());
      expect(await store.erase(key, 0)).toBe(false);
      await store.amend({ key, version: 0, items: [], erases: true });
      expect(await store.erase(key, 0)).toBe(false);
      expect(await store.erase(keyOf('two'), 1)).toBe(false);
      expect((await read()).items).toHaveLength(2);
    });

    test('who began a POST of it in the same moment has marked it, or finds nothing to mark', async () => {
      await store.insert(newSubmission());
      await lease();
      await store.amend({ key, version: 0, items: [], erases: true });
      const mark = { ...newItem('a'), version: (await item('a')).version };
      const [marked, isErased] = await Promise.all([store.mark(held, mark, 1_000), store.erase(key, 1)]);
      expect([marked !== null, isErased]).toEqual(isErased ? [false, true] : [true, false]);
    });

    test('what is left of it goes with the retention, counted from the erasing', async () => {
      await store.insert(newSubmission());
      now += 20_000;
      await store.amend({ key, version: 0, items: [], erases: true });
      await store.erase(key, 1);
      now += RETENTION.fingerprints - 1;
      expect(await store.sweep()).toEqual([]);
      now += 1;
      expect(await store.sweep()).toHaveLength(1);
      expect(await store.find(key)).toBeNull();
    });
  });

  describe('nextDue', () => {
    const next = () => store.nextDue([acme]);
    const release = async (dueAt: number | null) =>
      store.release(held, { version: (await read()).version, dueAt });

    test('is the earliest of what is due, also where that is past', async () => {
      expect(await next()).toBeNull();
      await store.insert(newSubmission());
      await store.insert(newSubmission({ key: keyOf('two', other) }));
      const at = now;
      now += 100;
      expect(await next()).toBe(at);
      await lease();
      await release(now + 70);
      expect(await next()).toBe(now + 70);
      await release(null);
      expect(await store.nextDue([])).toBeNull();
      expect(await store.nextDue([acme, other])).toBe(at);
    });

    test('is nothing where nothing is to be done', async () => {
      await store.insert(newSubmission());
      await lease();
      await release(null);
      expect(await next()).toBeNull();
    });

    test('of one that is held is when its lease runs out', async () => {
      await store.insert(newSubmission());
      await lease('worker', { duration: 300 });
      expect(await next()).toBe(now + 300);
    });
  });

  describe('for the operator', () => {
    async function settle(of: SubjectKey, name: string, state: Item['state']) {
      const found = (await read(of)).items.find(({ question }) => question === name);
      await store.settle(of, { ...newItem(name), version: found?.version ?? -1 }, { state });
    }

    test('attention lists what has parked or refused items, by subject, each once', async () => {
      const states = { a: 'parked', b: 'delivered', c: 'refused', d: 'unclear' } as const;
      for (const name of ['c', 'b', 'a', 'd'] as const) {
        await store.insert(newSubmission({ key: keyOf(name) }));
        await settle(keyOf(name), 'a', states[name]);
        now += 1;
      }
      await store.insert(newSubmission({ key: keyOf('e', other) }));
      await settle(keyOf('e', other), 'a', 'parked');
      expect(await store.listAttention(acme, null)).toEqual([
        { subject: 'a', acceptedAt: now - 2 },
        { subject: 'c', acceptedAt: now - 4 },
      ]);
      expect(await store.listAttention(acme, subject('a'))).toEqual([{ subject: 'c', acceptedAt: now - 4 }]);
      expect(await store.listAttention(acme, subject('c'))).toEqual([]);
    });

    test('the backlog counts the submissions that are open, and the items that are not delivered', async () => {
      const started = now;
      for (const name of ['a', 'b', 'c', 'd']) {
        await store.insert(newSubmission({ key: keyOf(name) }));
        now += 1;
      }
      await store.insert(newSubmission({ key: keyOf('a', other) }));
      // a: under way, b: all is done, c: settled with an item that was refused, d: nothing went yet.
      await settle(keyOf('a'), 'a', 'sending');
      await settle(keyOf('b'), 'a', 'delivered');
      await settle(keyOf('b'), 'b', 'delivered');
      await settle(keyOf('c'), 'a', 'refused');
      await lease();
      for (const name of ['b', 'c']) await store.change({ ...held, key: keyOf(name) }, { settledAt: now });
      const none = { queued: 0, sending: 0, unclear: 0, refused: 0, parked: 0 };
      const backlog = await store.backlog();
      expect([...backlog].sort((one, two) => (one.tenant < two.tenant ? -1 : 1))).toEqual([
        {
          tenant: acme,
          queued: 2,
          attention: 1,
          items: { ...none, queued: 4, sending: 1, refused: 1 },
          oldestAcceptedAt: started,
        },
        { tenant: other, queued: 1, attention: 0, items: { ...none, queued: 2 }, oldestAcceptedAt: now },
      ]);
    });

    test('the backlog of a tenant whose work is all done is empty', async () => {
      await store.insert(newSubmission({ items: [newItem('a')] }));
      await settle(key, 'a', 'delivered');
      await lease();
      await store.change(held, { settledAt: now });
      expect(await store.backlog()).toEqual([]);
    });
  });

  describe('sweep', () => {
    async function sweep() {
      const swept: SweptRecord[] = [];
      for (;;) {
        const some = await store.sweep();
        if (some.length === 0) return swept;
        swept.push(...some);
      }
    }

    test('wipes what was not delivered in its time, and names its files', async () => {
      const items = ['a', 'b', 'c'].map((name, place) =>
        newItem(name, { place, files: [fileId(`file-${name}`)] }),
      );
      await store.insert(newSubmission({ items }));
      await store.settle(
        key,
        { ...newItem('a'), version: (await item('a')).version },
        { state: 'delivered', payload: null },
      );
      await store.settle(key, { ...newItem('b'), version: (await item('b')).version }, { state: 'unclear' });
      const before = await read();
      now += RETENTION.payloads - 1;
      expect(await sweep()).toEqual([]);
      expect(await read()).toEqual(before);
      now += 1;
      const files = expect.toSatisfy((found: string[]) => found.sort().join() === 'file-b,file-c');
      expect(await sweep()).toEqual([{ key, reference: before.reference, files, gone: false }]);
      expect(await item('a')).toMatchObject({ state: 'delivered', code: null });
      for (const name of ['b', 'c'])
        expect(await item(name)).toMatchObject({ state: 'parked', code: 'given_up', payload: null });
      expect((await read()).dueAt).toBe(now);
      expect((await read()).version).toBeGreaterThan(before.version);
      expect(await sweep()).toEqual([]);
    });

    test('wipes what was corrected by the time of the first', async () => {
      await store.insert(newSubmission({ items: [newItem('a')] }));
      now += RETENTION.payloads - 1_000;
      const { version, fingerprint, revision: seen } = await read();
      const added = { ...newItem('b'), version: null };
      const kept = { ...newItem('a', { place: 1 }), version: (await item('a')).version };
      expect(await store.correct({ key, version, fingerprint, revision: seen, items: [added, kept] })).toBe(
        true,
      );
      now += 1_000;
      expect(await sweep()).toMatchObject([{ gone: false }]);
    });

    test('names every file of what it wipes', async () => {
      const files = ['a', 'b', 'c'].map((name) => fileId(name));
      await store.insert(newSubmission({ items: [newItem(null, { files }), newItem('a', { place: 1 })] }));
      now += RETENTION.payloads;
      expect(await sweep()).toMatchObject([{ files, gone: false }]);
    });

    test('wipes what named a document that arrived, together with what did not, and not alone', async () => {
      const names = ['arrived', 'lost'];
      const items = names.map((_name, part) => newItem(documentsQuestion, { part, place: part }));
      await store.insert(newSubmission({ items: [...items, newItem('a', { place: 2 })] }));
      await store.insert(newSubmission({ key: keyOf('two'), items: items.slice(0, 1) }));
      const settle = async (of: SubjectKey, part: number) =>
        store.settle(of, { question: documentsQuestion, part, version: 0 }, { state: 'delivered' });
      await settle(key, 0);
      await settle(keyOf('two'), 0);
      now += RETENTION.payloads;
      expect((await sweep()).map((one) => one.key.subject)).toEqual(['one']);
      expect(await item(documentsQuestion)).toMatchObject({ state: 'delivered', payload: null, version: 2 });
      expect(await item(documentsQuestion, 1)).toMatchObject({ state: 'parked', payload: null });
      expect((await read(keyOf('two'))).items[0]?.payload).not.toBeNull();
    });

    test('takes a late word about a wiped item for nothing', async () => {
      await store.insert(newSubmission());
      const { version } = await item('a');
      now += RETENTION.payloads;
      await sweep();
      expect(await store.settle(key, { ...newItem('a'), version }, { state: 'queued' })).toBe(false);
    });

    test('leaves what is being worked on to the next time', async () => {
      await store.insert(newSubmission());
      now += RETENTION.payloads;
      await lease();
      expect(await sweep()).toEqual([]);
      now += 1_000;
      expect(await sweep()).toHaveLength(1);
    });

    test('forgets the whole record after its last change', async () => {
      await store.insert(newSubmission({ items: [newItem('a', { files: [fileId('file')] })] }));
      now += 5_000;
      await lease();
      await store.mark(held, { ...newItem('a'), version: (await item()).version }, 1);
      await store.settle(
        key,
        { ...newItem('a'), version: (await item()).version },
        { state: 'delivered', payload: null },
      );
      await store.change(held, { settledAt: now });
      now += 500;
      await store.change(held, { auditedAt: now });
      await store.release(held, { version: (await read()).version, dueAt: null });
      now += RETENTION.fingerprints - 1;
      expect(await sweep()).toEqual([]);
      now += 1;
      expect(await sweep()).toEqual([{ key, reference: 'R-one', files: ['file'], gone: true }]);
      expect(await store.find(key)).toBeNull();
      expect(await store.insert(newSubmission())).not.toBeNull();
      expect((await read()).items).toHaveLength(2);
    });

    test('goes through more than one transaction holds', async () => {
      const keys = Array.from({ length: 101 }, (_, place) => keyOf(`${place}`));
      await Promise.all(keys.map((one) => store.insert(newSubmission({ key: one, items: [newItem('a')] }))));
      now += RETENTION.payloads;
      expect(await sweep()).toHaveLength(101);
      expect(await sweep()).toEqual([]);
      now += RETENTION.fingerprints;
      expect(await sweep()).toHaveLength(101);
    });
  });

  describe('what was consented to', () => {
    const consent = (id: string, version = '1'): GivenConsent => ({
      id,
      version,
      hash: `${id}#`,
      language: 'en',
    });
    const consents = (...given: readonly GivenConsent[]): Consenting => ({ job: jobId('7'), given });
    const find = (of: ConsentOwner = { subject: key.subject }) => store.findConsents(acme, of);
    const idsOf = async (of?: ConsentOwner) => (await find(of)).map(({ id, version }) => `${id} ${version}`);
    const correct = (version: number, given: Consenting | null, isAnew = true) =>
      store.correct({
        isAnew,
        key,
        version,
        fingerprint: 'other',
        revision: revision('r'),
        consents: given,
        items: [newItem('a', { place: 0 })].map((one) => ({ ...one, version: null })),
      });
    async function sweep(): Promise<void> {
      while ((await store.sweep()).length > 0);
    }

    test('is kept with when it was given, and found by subject and by reference', async () => {
      await store.insert(newSubmission({ consents: consents(consent('pool'), consent('news', '2')) }));
      const common = { subject: 'one', reference: 'R-one', language: 'en', givenAt: now };
      expect(await find()).toEqual([
        { id: 'news', version: '2', hash: 'news#', ...common },
        { id: 'pool', version: '1', hash: 'pool#', ...common },
      ]);
      expect(await find({ reference: reference('R-one') })).toEqual(await find());
      expect((await read()).consented).toEqual({ job: '7', ids: ['pool', 'news'] });
      expect((await lease())[0]?.consented).toEqual((await read()).consented);
    });

    test('is nothing where nothing was, and of no other tenant or subject', async () => {
      await store.insert(newSubmission());
      expect([await find(), (await read()).consented]).toEqual([[], null]);
      await store.insert(newSubmission({ key: keyOf('one', other), consents: consents(consent('pool')) }));
      await store.insert(newSubmission({ key: keyOf('two'), consents: consents(consent('pool')) }));
      expect(await find()).toEqual([]);
      expect(await find({ reference: reference('R-two') })).toHaveLength(1);
      expect(await find({ reference: reference('R-one') })).toEqual([]);
    });

    test('each is kept once, and nothing else that comes with it', async () => {
      const odd = { ...consent('pool'), given_at: 5, email: 'x' };
      await store.insert(newSubmission({ consents: consents(consent('pool', '0'), odd) }));
      expect(await idsOf()).toEqual(['pool 1']);
      expect(JSON.stringify(await find())).not.toContain('email');
    });

    test('is not stored where the submission is not', async () => {
      await store.insert(newSubmission());
      expect(await store.insert(newSubmission({ consents: consents(consent('pool')) }))).toBeNull();
      expect(await find()).toEqual([]);
    });

    test('is replaced by a correction of what makes the application, at the time of that', async () => {
      await store.insert(newSubmission({ consents: consents(consent('pool'), consent('news')) }));
      now += 10;
      expect(await correct(5, consents(consent('pool', '2')))).toBe(false);
      expect(await idsOf()).toEqual(['news 1', 'pool 1']);
      expect(await correct(0, consents(consent('pool', '2')))).toBe(true);
      expect(await find()).toMatchObject([{ id: 'pool', version: '2', givenAt: now }]);
      expect((await read()).consented).toEqual({ job: '7', ids: ['pool'] });
      now -= 50;
      expect(await correct(1, null)).toBe(true);
      expect([await find(), (await read()).consented]).toEqual([[], null]);
    });

    test('stays when answers are corrected, but for what is given anew', async () => {
      await store.insert(newSubmission({ consents: consents(consent('pool'), consent('news')) }));
      const before = now;
      now += 10;
      expect(await correct(0, null, false)).toBe(true);
      expect(await idsOf()).toEqual(['news 1', 'pool 1']);
      expect(await correct(1, consents(consent('pool', '2'), consent('calls')), false)).toBe(true);
      expect(await find()).toMatchObject([
        { id: 'news', version: '1', givenAt: before },
        { id: 'calls', version: '1', givenAt: now },
        { id: 'pool', version: '2', givenAt: now },
      ]);
      expect((await read()).consented).toEqual({ job: '7', ids: ['pool', 'news', 'calls'] });
    });

    test('outlives what it came with, and is forgotten after a time of its own', async () => {
      await store.insert(newSubmission({ consents: consents(consent('pool')), items: [] }));
      now += RETENTION.fingerprints;
      await sweep();
      expect(await store.find(key)).toBeNull();
      expect(await idsOf()).toEqual(['pool 1']);
      await store.insert(newSubmission({ consents: consents(consent('pool', '2')), items: [] }));
      expect(await correct(0, consents(consent('pool', '3')))).toBe(true);
      expect(await idsOf()).toEqual(['pool 1', 'pool 3']);
      now += RETENTION.consents - RETENTION.fingerprints - 1;
      await sweep();
      expect(await idsOf()).toEqual(['pool 1', 'pool 3']);
      now += 1;
      await sweep();
      expect(await idsOf()).toEqual(['pool 3']);
    });

    test('is swept a few at a time, all of it', async () => {
      const ids = Array.from({ length: 60 }, (_none, place) => consent(`c${place}`));
      await store.insert(newSubmission({ consents: consents(...ids) }));
      now += RETENTION.consents;
      await sweep();
      expect(await find()).toEqual([]);
    });

    test('stays when all else of a person is erased, and adds no tag any more', async () => {
      await store.insert(newSubmission({ consents: consents(consent('pool')) }));
      await store.amend({ key, version: 0, items: [], erases: true });
      expect(await store.erase(key, 1)).toBe(true);
      expect(await idsOf({ reference: reference('R-one') })).toEqual(['pool 1']);
      expect((await read()).consented).toBeNull();
    });
  });

  describe('what was learned of a service', () => {
    const DAY = 86_400_000;

    test('is the longest of what was learned, by tenant', async () => {
      expect(await store.readReconcileDelay()).toEqual(new Map());
      await store.learnReconcileDelay(acme, 90_000);
      await store.learnReconcileDelay(acme, 120_000.5);
      await store.learnReconcileDelay(acme, 60_000);
      await store.learnReconcileDelay(other, 70_000);
      expect(
        [...(await store.readReconcileDelay())].map(([of, time]) => [of, Math.round(time)]).sort(),
      ).toEqual([
        ['acme', 120_001],
        ['other', 70_000],
      ]);
    });

    test('is forgotten thirty days after it was seen last', async () => {
      await store.learnReconcileDelay(acme, 90_000);
      now += 20 * DAY;
      await store.learnReconcileDelay(acme, 90_000);
      now += 29 * DAY;
      expect((await store.readReconcileDelay()).get(acme)).toBe(90_000);
      now += DAY;
      expect(await store.readReconcileDelay()).toEqual(new Map());
      await store.learnReconcileDelay(acme, 60_000);
      expect((await store.readReconcileDelay()).get(acme)).toBe(60_000);
    });
  });

  describe('of a restored copy', () => {
    const wait = { answer: 100, file: 300 };

    test('all that is open is unclear from now on, files for longer, and what is done stays', async () => {
      const names = ['sent', 'marked', 'refused', 'parked', 'waits'];
      const items = names.map((name, place) => newItem(name, { place }));
      await store.insert(
        newSubmission({ items: [...items, newItem('file', { place: 5, files: [fileId('f')] })] }),
      );
      await lease();
      await store.settle(key, await item('sent'), { state: 'delivered', serviceId: '1', payload: null });
      await store.mark(held, await item('marked'), 10);
      await store.settle(key, await item('refused'), {
        state: 'refused',
        code: 'invalid_answer',
        failures: 1,
      });
      await store.settle(key, await item('parked'), { state: 'parked', code: 'conflict' });
      const before = await read();
      now += 50;
      expect(await store.doubt(wait)).toBe(1);
      const { items: after, ...record } = await read();
      expect(record).toMatchObject({
        version: before.version + 1,
        leaseOwner: null,
        leaseUntil: 0,
        dueAt: now + 100,
        doubtedAt: now,
        preflightAt: now,
        tagDueAt: now + 100,
      });
      const unclear = { state: 'unclear', code: null, failures: 0, markedAt: null, dueAt: now + 100 };
      expect(after).toMatchObject([
        { state: 'delivered', version: 1 },
        { ...unclear, version: 2 },
        { ...unclear, version: 2 },
        { state: 'parked', code: 'conflict', version: 1 },
        { ...unclear, version: 1 },
        { ...unclear, dueAt: now + 300 },
      ]);
    });

    test('what comes within a day is doubted, too, and nothing that comes later', async () => {
      await store.doubt(wait);
      const restoredAt = now;
      for (const [name, later] of [
        ['soon', 86_399_999],
        ['late', 1],
      ] as const) {
        now += later;
        await store.insert(newSubmission({ key: keyOf(name) }));
      }
      const doubts = [(await read(keyOf('soon'))).doubtedAt, (await read(keyOf('late'))).doubtedAt];
      expect(doubts).toEqual([restoredAt, null]);
    });

    test('what came after one keeps its time through the next, as that from which it is looked for', async () => {
      await store.insert(newSubmission({ key: keyOf('known') }));
      now += 1;
      await store.doubt(wait);
      const first = now;
      now += 1;
      await store.insert(newSubmission({ key: keyOf('resent') }));
      now += 1;
      await store.doubt(wait);
      const doubts = [(await read(keyOf('known'))).doubtedAt, (await read(keyOf('resent'))).doubtedAt];
      expect(doubts).toEqual([now, first]);
    });

    test('who held something has lost it, and can neither mark nor settle what they saw', async () => {
      await store.insert(newSubmission());
      await lease();
      const seen = await item('a');
      await store.doubt(wait);
      expect(await store.renew(held, 1_000)).toBe(false);
      expect(await store.mark(held, seen, 1)).toBeNull();
      expect(await store.settle(key, seen, { state: 'delivered' })).toBe(false);
      now += 99;
      expect(await lease()).toEqual([]);
      now += 1;
      expect(await lease('another')).toHaveLength(1);
    });

    test('what ended with a refused answer is open again; what is delivered only has its tag looked for later', async () => {
      for (const one of ['one', 'two'])
        await store.insert(newSubmission({ key: keyOf(one), items: [newItem('a')] }));
      await lease();
      await store.settle(key, await item('a'), { state: 'refused' });
      await store.settle(keyOf('two'), { ...newItem('a'), version: 0 }, { state: 'delivered' });
      for (const one of ['one', 'two']) {
        const mine = { key: keyOf(one), owner: 'worker' };
        await store.change(mine, { settledAt: now, auditedAt: now });
        await store.release(mine, { version: 0, dueAt: one === 'one' ? null : now });
      }
      expect(await store.doubt(wait)).toBe(1);
      expect(await read()).toMatchObject({ settledAt: null, auditedAt: null, dueAt: now + 100 });
      expect(await read(keyOf('two'))).toMatchObject({
        settledAt: now,
        doubtedAt: null,
        dueAt: now,
        tagDueAt: now + 100,
      });
    });
  });
});
