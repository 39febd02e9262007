/** The contract of `ledger-store.ts`, on every engine. The tests set the time, so that every engine sees the same. */
import { beforeEach, describe, expect, test } from 'vitest';
import { documentsQuestion } from '../../core/model/details.ts';
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
  RETENTION,
  type RecordChange,
} from '../ledger/record.ts';
import type { PersonQuery } from '../people.ts';
import { engines, useFresh } from './engines.support.ts';
import { acme, keyOf, newItem, newSubmission } from './samples.support.ts';

const otherTenant = tenant('other');
const key = keyOf('one');
const holder = { key, owner: 'worker' };

describe.each(engines)('the store on %s', (_name, start) => {
  let store: LedgerStore;
  let now = 0;
  beforeEach(() => {
    now = 1_000_000;
  });
  useFresh({ start, now: () => now }, ({ ledger }) => {
    store = ledger;
  });

  const lease = (owner = 'worker', change: { most?: number; duration?: number } = {}) =>
    store.lease({ owner, duration: 1_000, most: 10, tenants: [acme], ...change });

  async function read(of = key) {
    const found = await store.find(of);
    if (found === null) throw new Error('It is not stored.');
    return found;
  }

  async function item(name: string | null = 'a', part = 0, of = key): Promise<Item> {
    const found = (await read(of)).items.find((item) => item.question === name && item.part === part);
    if (found === undefined) throw new Error(`There is no item ${name}.`);
    return found;
  }

  const settle = async (name: string | null, change: ItemChange, of = key) =>
    store.changeItem(of, await item(name, 0, of), change);
  const insertAndLease = async () => {
    await store.insert(newSubmission());
    return (await lease())[0]?.version ?? -1;
  };
  const mark = async (name = 'a') => store.mark(holder, await item(name), 1);

  describe('insert', () => {
    test('stores everything in the order of delivery, and is due at once', async () => {
      const items = [
        newItem('b', { place: 2, parent: questionId('a'), part: 3, files: [fileId('file')] }),
        newItem(null),
        newItem('a', { place: 1, payload: null }),
      ];
      const submission = newSubmission({ application: null, job: jobId('job'), items });
      const inserted = await store.insert(submission);
      expect(await read()).toEqual(inserted);
      const [b, application, a] = items;
      const none = { leaseOwner: null, preflightAt: null, settledAt: null, auditedAt: null };
      const times = { acceptedAt: now, dueAt: now, servedAt: now };
      expect(inserted).toMatchObject({ ...submission, ...none, ...times, items: [application, a, b] });
      const untouched = { code: null, members: [], failures: 0, markedAt: null, serviceId: null };
      expect(await item()).toMatchObject({ state: 'queued', unclearPosts: 0, ...untouched });
    });

    test('stores the files of an item in order, and the reasons for refusing an application', async () => {
      const files = ['c', 'a', 'b'].map((name) => fileId(`${name}0000000-0000-4000-8000-000000000000`));
      const items = [newItem(null, { files }), newItem('a', { place: 1, files: files.slice(0, 1) })];
      await store.insert(newSubmission({ items }));
      const members = ['phone', 'linkedin_url', 'cv_base64_data'] as const;
      expect(await settle(null, { members })).toBe(true);
      expect(await read()).toMatchObject({ items: [{ files, members }, { files: files.slice(0, 1) }] });
    });

    test('stores every byte of a long answer', async () => {
      const payload = new Uint8Array(300_000).map((_, index) => index % 251);
      await store.insert(newSubmission({ items: [newItem('a', { payload })] }));
      expect(Buffer.from((await item()).payload ?? []).equals(payload)).toBe(true);
    });

    test('accepts a form without questions', async () => {
      await store.insert(newSubmission({ items: [] }));
      expect((await read()).items).toEqual([]);
      expect(await lease()).toHaveLength(1);
    });

    test('accepts a thousand answers', async () => {
      const items = Array.from({ length: 1_000 }, (_, place) => newItem(`q${place}`, { place }));
      expect(await store.insert(newSubmission({ items }))).not.toBeNull();
      expect((await read()).items).toMatchObject(items);
    });

    test('changes nothing when the subject already has a submission', async () => {
      await store.insert(newSubmission());
      const before = await read();
      now += 10;
      const given = [{ id: 'pool', version: '1', hash: 'h', language: 'en' }] as const;
      const change = { fingerprint: 'another', items: [newItem('c')], consents: { job: null, given } };
      const second = newSubmission({ reference: reference('R2'), ...change });
      expect(await store.insert(second)).toBeNull();
      expect(await read()).toEqual(before);
      expect(await store.findByReference(acme, reference('R2'))).toBeNull();
      expect(await store.findConsents(acme, { subject: key.subject })).toEqual([]);
    });

    test('stores one of several simultaneous submissions', async () => {
      const all = ['1', '2', '3', '4', '5'].map((name) => newSubmission({ reference: reference(name) }));
      const done = await Promise.all(all.map((submission) => store.insert(submission)));
      const inserted = done.filter((record) => record !== null);
      expect(inserted).toHaveLength(1);
      expect((await read()).reference).toBe(inserted[0]?.reference);
    });
  });

  describe('find', () => {
    test('finds by reference within the tenant', async () => {
      await store.insert(newSubmission());
      await store.insert(newSubmission({ key: keyOf('one', otherTenant), fingerprint: 'theirs' }));
      expect(await store.findByReference(acme, reference('R-one'))).toEqual(await read());
      expect((await store.findByReference(otherTenant, reference('R-one')))?.fingerprint).toBe('theirs');
      expect((await store.find(keyOf('one', otherTenant)))?.fingerprint).toBe('theirs');
      expect(await store.findByReference(acme, reference('R-two'))).toBeNull();
      expect(await store.find(keyOf('two'))).toBeNull();
      expect(await store.now()).toBe(now);
    });
  });

  describe('lease', () => {
    test('is granted to one of two workers until it expires', async () => {
      await store.insert(newSubmission());
      const [mine] = await lease('one', { duration: 500 });
      expect(mine).toEqual(await read());
      expect(mine).toMatchObject({ leaseOwner: 'one', leaseUntil: now + 500 });
      now += 499;
      expect(await lease('two')).toEqual([]);
      now += 1;
      expect(await lease('two')).toHaveLength(1);
    });

    test('is granted only for a submission that is due', async () => {
      await insertAndLease();
      await store.release(holder, { version: (await read()).version, dueAt: now + 100 });
      now += 99;
      expect(await lease()).toEqual([]);
      now += 1;
      expect(await lease()).toHaveLength(1);
      await store.release(holder, { version: (await read()).version, dueAt: null });
      now += 1e9;
      expect(await lease()).toEqual([]);
    });

    test('takes the submissions that waited longest, and no more than requested', async () => {
      for (const name of ['a', 'b', 'c']) {
        await store.insert(newSubmission({ key: keyOf(name) }));
        now += 1;
      }
      const [first] = await lease('worker', { most: 1, duration: 50 });
      expect(first?.key).toEqual(keyOf('a'));
      await store.mark({ key: keyOf('a'), owner: 'worker' }, await item('a', 0, keyOf('a')), 1);
      now += 50;
      await store.insert(newSubmission({ key: keyOf('new') }));
      const order = await lease('worker');
      // New submissions must not delay those that were begun.
      expect(order.map((record) => record.key.subject)).toEqual(['b', 'c', 'a', 'new']);
    });

    test('takes known applicants before visitors, in order, or only known applicants on request', async () => {
      for (const name of ['visitor 1', 'known 1', 'visitor 2', 'known 2']) {
        await store.insert(newSubmission({ key: keyOf(name), isVisitor: name.startsWith('visitor') }));
        now += 1;
      }
      const wish = { owner: 'worker', most: 10, tenants: [acme] };
      const namesOf = async (isKnownOnly?: boolean) => {
        const found = await store.lease({ ...wish, duration: 1, ...(isKnownOnly && { isKnownOnly }) });
        now += 1;
        return found.map((record) => record.key.subject);
      };
      expect(await namesOf()).toEqual(['known 1', 'known 2', 'visitor 1', 'visitor 2']);
      expect(await namesOf(true)).toEqual(['known 1', 'known 2']);
      await store.lease({ ...wish, duration: 70, isKnownOnly: true });
      expect(await store.nextDue([acme], true)).toBe(now + 70);
      expect(await store.nextDue([acme])).toBeLessThan(now);
    });

    test('counts the unsettled submissions of visitors by tenant', async () => {
      for (const name of ['a', 'b']) await store.insert(newSubmission({ key: keyOf(name), isVisitor: true }));
      await store.insert(newSubmission({ key: keyOf('known') }));
      expect([...(await store.countVisitors())]).toEqual([[acme, 2]]);
      await lease();
      await store.changeSubmission({ key: keyOf('a'), owner: 'worker' }, { settledAt: now });
      expect([...(await store.countVisitors())]).toEqual([[acme, 1]]);
    });

    test('takes no submissions of other tenants', async () => {
      await store.insert(newSubmission({ key: keyOf('one', otherTenant) }));
      expect(await lease()).toEqual([]);
      expect(await store.lease({ owner: 'worker', duration: 1, most: 1, tenants: [] })).toEqual([]);
      const wish = { owner: 'worker', duration: 1, most: 1, tenants: [acme, otherTenant] };
      expect(await store.lease(wish)).toHaveLength(1);
    });

    test('is renewed only by its holder', async () => {
      await insertAndLease();
      expect(await store.renew({ key, owner: 'another' }, 5_000)).toBe(false);
      now += 500;
      expect(await store.renew(holder, 5_000)).toBe(true);
      expect((await read()).leaseUntil).toBe(now + 5_000);
    });

    test.each([
      ['is lost when it expires, even if no other worker took it', []],
      ['is lost when another worker has taken it', ['another']],
    ])('%s', async (_name, owners) => {
      await insertAndLease();
      now += 1_000;
      for (const owner of owners) await lease(owner);
      const before = await read();
      expect(await store.renew(holder, 1_000)).toBe(false);
      expect(await store.changeSubmission(holder, { settledAt: now })).toBe(false);
      expect(await mark()).toBeNull();
      expect(await store.release(holder, { version: before.version, dueAt: null })).toBe(false);
      expect(await read()).toEqual(before);
    });
  });

  describe('change and release', () => {
    test.each<readonly RecordChange[]>([
      [{ preflightAt: 9 }, { preflightAt: 1, settledAt: 2, auditedAt: 3 }, { settledAt: null }],
      [{ tagTries: 1, tagDueAt: 2 }, { taggedAt: 3 }, { tagDueAt: null }],
    ])('change only the named members: %j, then %j, then %j', async (...changes) => {
      await insertAndLease();
      for (const change of changes) {
        const before = await read();
        expect(await store.changeSubmission(holder, change)).toBe(true);
        expect(await read()).toEqual({ ...before, ...change });
      }
    });

    test('accepts times with fractions of a millisecond, as clocks return them', async () => {
      await insertAndLease();
      const times = { preflightAt: 1.25, settledAt: 2.25, auditedAt: 3.25, taggedAt: 4.25, tagDueAt: 5.25 };
      expect(await store.changeSubmission(holder, times)).toBe(true);
      expect((await store.mark(holder, await item(), 5.25))?.state).toBe('sending');
      expect(await settle('a', { state: 'unclear', dueAt: now + 7.25 })).toBe(true);
      expect(await store.renew(holder, 9.25)).toBe(true);
      expect(await store.release(holder, { version: 0, dueAt: now + 8.25 })).toBe(true);
    });

    test('releasing ends the lease', async () => {
      const version = await insertAndLease();
      expect(await store.release(holder, { version, dueAt: now + 5 })).toBe(true);
      expect(await read()).toMatchObject({ leaseOwner: null, leaseUntil: 0, dueAt: now + 5 });
      expect(await store.renew(holder, 1)).toBe(false);
    });

    test('a correction that arrives during a lease is due at its release', async () => {
      const version = await insertAndLease();
      const correction = { key, version, fingerprint: 'corrected', revision: revision('r'), items: [] };
      expect(await store.correct(correction)).toBe(true);
      now += 10;
      expect(await store.release(holder, { version, dueAt: null })).toBe(true);
      expect(await lease()).toHaveLength(1);
    });
  });

  describe('mark', () => {
    test('marks a queued item with the time of its read-back', async () => {
      await insertAndLease();
      now += 5;
      const before = await item();
      const marked = await store.mark(holder, before, 75_000);
      const change = { state: 'sending', code: null, markedAt: now, dueAt: now + 75_000 };
      expect(marked).toEqual({ ...change, version: before.version + 1 });
      expect(await item()).toEqual({ ...before, ...marked });
      expect((await read()).servedAt).toBe(now);
      expect((await item('b')).state).toBe('queued');
    });

    test.each(['sending', 'unclear', 'delivered', 'refused', 'parked'] as const)(
      'refuses an item that is %s',
      async (state) => {
        await store.insert(newSubmission());
        await lease();
        await settle('a', { state });
        const before = await read();
        expect(await mark()).toBeNull();
        expect(await read()).toEqual(before);
      },
    );

    test('refuses an item that was marked or changed since it was read, or does not exist', async () => {
      await insertAndLease();
      const [a, b] = [await item('a'), await item('b')];
      await store.mark(holder, a, 1);
      await settle('b', { failures: 1 });
      const before = await read();
      now += 5;
      for (const seen of [a, b, { ...newItem('c'), version: 0 }, { ...b, part: 1 }])
        expect(await store.mark(holder, seen, 1)).toBeNull();
      expect(await read()).toEqual(before);
    });
  });

  describe('settle', () => {
    test('changes only the named members, increments the version and needs no lease', async () => {
      await store.insert(newSubmission());
      const before = await item();
      const members = ['cv_base64_data', 'email'] as const;
      const counts = { unclearPosts: 2, failures: 3, dueAt: 4 };
      const change = {
        state: 'delivered',
        code: 'conflict',
        members,
        serviceId: 'there',
        payload: null,
      } as const;
      expect(await store.changeItem(key, before, { ...change, ...counts })).toBe(true);
      const after = await item();
      expect([...after.members].sort()).toEqual(members);
      const { version } = after;
      expect(after).toEqual({ ...before, ...change, ...counts, members: after.members, version });
      expect(after.version).toBeGreaterThan(before.version);
      expect(await settle('a', { failures: 0 })).toBe(true);
      expect(await item()).toMatchObject({ ...counts, failures: 0, serviceId: 'there' });
    });

    test('changes nothing when the item has another version', async () => {
      await store.insert(newSubmission());
      const seen = await item();
      await settle('a', { state: 'unclear' });
      const before = await read();
      for (const of of [key, keyOf('two'), keyOf('one', otherTenant)])
        expect(await store.changeItem(of, seen, { state: 'delivered' })).toBe(false);
      expect(await read()).toEqual(before);
    });

    test('applies one of several simultaneous changes', async () => {
      await store.insert(newSubmission());
      const seen = await item();
      const serviceIds = ['1', '2', '3', '4'];
      const done = await Promise.all(
        serviceIds.map((serviceId) => store.changeItem(key, seen, { serviceId })),
      );
      expect(done.filter(Boolean)).toHaveLength(1);
      expect((await item()).serviceId).toBe(serviceIds[done.indexOf(true)]);
    });

    test('distinguishes the application from answers, and the parts of one answer', async () => {
      const items = [newItem(null), newItem('a'), newItem('a', { part: 1 })];
      await store.insert(newSubmission({ items }));
      await settle(null, { serviceId: 'made' });
      await store.changeItem(key, await item('a', 1), { serviceId: 'second' });
      const ids = (await read()).items.map(
        ({ question, part, serviceId }) => `${question} ${part} ${serviceId}`,
      );
      expect(ids.sort()).toEqual(['a 0 null', 'a 1 second', 'null 0 made']);
    });
  });

  describe('correct', () => {
    const correction = async (items: Parameters<LedgerStore['correct']>[0]['items']) => ({
      key,
      version: (await read()).version,
      fingerprint: 'corrected',
      revision: revision('next'),
      items,
    });

    const refuse = (name: string) =>
      settle(name, { state: 'refused', code: 'invalid_answer', failures: 2, payload: null });

    test('stores exactly these items: unchanged, changed and new', async () => {
      const items = [newItem('x'), newItem('a', { place: 1 }), newItem('b', { place: 2 })];
      await store.insert(newSubmission({ items }));
      await refuse('a');
      await refuse('x');
      await lease();
      await store.changeSubmission(holder, { settledAt: now, auditedAt: now, preflightAt: now });
      const before = await read();
      const unchanged = await item('b');
      now += 10;
      const changed = newItem('a', { place: 0, fingerprint: 'another', payload: new Uint8Array([9]) });
      const added = newItem('c', { place: 1, parent: questionId('a') });
      const fresh = [changed, added].map((item) => ({ ...item, version: null }));
      const all = [...fresh, { ...newItem('b', { place: 2 }), version: unchanged.version }];
      expect(await store.correct(await correction(all))).toBe(true);
      const after = await read();
      const { reference, acceptedAt } = before;
      expect(after).toMatchObject({
        ...{ fingerprint: 'corrected', revision: 'next', reference, acceptedAt, leaseOwner: 'worker' },
        ...{ dueAt: now, preflightAt: null, settledAt: null, auditedAt: null },
        items: [
          { ...changed, state: 'queued', code: null, failures: 0 },
          { ...added, state: 'queued' },
          { ...unchanged, place: 2 },
        ],
      });
      expect(after.items).toHaveLength(3);
      expect(after.version).toBeGreaterThan(before.version);
    });

    test('ignores a late outcome of an item that was replaced', async () => {
      await insertAndLease();
      const marked = await mark();
      await store.correct(await correction([{ ...newItem('a'), version: null }]));
      await mark();
      const late = { ...newItem('a'), version: marked?.version ?? -1 };
      expect(await store.changeItem(key, late, { state: 'delivered' })).toBe(false);
    });

    test('changes nothing when the submission has changed meanwhile', async () => {
      await store.insert(newSubmission());
      const seen = await correction([{ ...newItem('a'), version: null }]);
      await store.correct(await correction([{ ...newItem('b'), version: null }]));
      const before = await read();
      expect(await store.correct(seen)).toBe(false);
      expect(await store.correct({ ...seen, key: keyOf('two') })).toBe(false);
      expect(await read()).toEqual(before);
    });

    test('changes nothing when an unchanged item has changed meanwhile or is gone', async () => {
      await store.insert(newSubmission());
      const { version: seen } = await item('b');
      await refuse('b');
      const before = await read();
      const added = { ...newItem('c'), version: null };
      const items = [added, { ...newItem('b'), version: seen }];
      expect(await store.correct(await correction(items))).toBe(false);
      expect(await store.correct(await correction([{ ...newItem('d'), version: 0 }]))).toBe(false);
      expect(await read()).toEqual(before);
    });

    test('applies one of several simultaneous corrections', async () => {
      await store.insert(newSubmission());
      const seen = await correction([{ ...newItem('a'), version: null }]);
      const done = await Promise.all([store.correct(seen), store.correct(seen), store.correct(seen)]);
      expect(done.filter(Boolean)).toHaveLength(1);
    });
  });

  describe('amend', () => {
    test('changes items, increments the version and is due at once', async () => {
      const version = await insertAndLease();
      await store.changeSubmission(holder, { settledAt: now, auditedAt: now });
      await store.release(holder, { version, dueAt: null });
      now += 10;
      const change = { state: 'parked', code: 'given_up', payload: null } as const;
      expect(await store.amend({ key, version, items: [{ ...(await item('a')), change }] })).toBe(true);
      const after = await read();
      expect(after).toMatchObject({ dueAt: now, settledAt: null, auditedAt: null });
      expect(after.version).toBeGreaterThan(version);
      expect(await item('a')).toMatchObject({ state: 'parked', code: 'given_up', payload: null });
      expect((await item('b')).state).toBe('queued');
    });

    test('changes nothing when the submission or an item has changed', async () => {
      await store.insert(newSubmission());
      const { version } = await read();
      const change = { state: 'parked' } as const;
      const [a, b] = [await item('a'), await item('b')].map((found) => ({ ...found, change }));
      if (a === undefined || b === undefined) throw new Error('There are two.');
      await settle('b', { failures: 1 });
      const before = await read();
      expect(await store.amend({ key, version, items: [a, b] })).toBe(false);
      expect(await store.amend({ key, version: version + 1, items: [a] })).toBe(false);
      expect(await store.amend({ key: keyOf('two'), version, items: [] })).toBe(false);
      expect(await read()).toEqual(before);
    });
  });

  describe('one person', () => {
    const hashes = ['k1.ada', 'k2.ada'];
    const byEmail = { kind: 'email', hashes } as const;
    const visitor = { application: null, job: jobId('4711') };
    const people = async (query: PersonQuery) =>
      (await store.findPerson(acme, query)).map((record) => record.key.subject);

    test('is found by the hash of an email under any secret, oldest submission first', async () => {
      await store.insert(newSubmission({ key: keyOf('b'), ...visitor, emailHash: 'k1.ada' }));
      now += 1;
      await store.insert(newSubmission({ key: keyOf('a'), ...visitor, emailHash: 'k2.ada' }));
      await store.insert(newSubmission({ key: keyOf('c'), ...visitor, emailHash: 'k1.bob' }));
      await store.insert(newSubmission({ key: keyOf('d', otherTenant), ...visitor, emailHash: 'k1.ada' }));
      expect(await people(byEmail)).toEqual(['b', 'a']);
      expect(await people({ kind: 'email', hashes: [] })).toEqual([]);
    });

    test('is found by a reference, and by an existing or created application', async () => {
      await store.insert(newSubmission({ key: keyOf('99') }));
      await store.insert(newSubmission({ ...visitor, items: [newItem(null), newItem('a', { place: 1 })] }));
      await settle(null, { state: 'delivered', serviceId: '100' });
      await settle('a', { state: 'delivered', serviceId: '99' });
      expect(await people({ kind: 'reference', reference: reference('R-99') })).toEqual(['99']);
      expect(await people({ kind: 'application', application: applicationId('99') })).toEqual(['99']);
      expect(await people({ kind: 'application', application: applicationId('100') })).toEqual(['one']);
      expect(await people({ kind: 'application', application: applicationId('one') })).toEqual(['one']);
    });

    test('counts submissions that no email finds, without a hash or with one of another secret', async () => {
      await store.insert(newSubmission({ key: keyOf('there') }));
      await store.insert(newSubmission({ key: keyOf('known'), ...visitor, emailHash: 'k1.ada' }));
      await store.insert(newSubmission({ key: keyOf('older'), ...visitor }));
      for (const [index, name] of ['k0', 'k11', 'k3'].entries())
        await store.insert(newSubmission({ key: keyOf(`${index}`), ...visitor, emailHash: `${name}.ada` }));
      await store.insert(newSubmission({ key: keyOf('theirs', otherTenant), ...visitor }));
      expect(await store.countUnfindable(acme, hashes)).toBe(4);
      expect(await store.countUnfindable(acme, [...hashes, 'k0.', 'k11.', 'k3.'])).toBe(1);
    });

    test.each([
      ['stores the hash of its email', 'k1.bob', { emailHash: 'k1.ada', replaces: true }],
      ['of answers leaves the hash unchanged', 'k1.ada', { emailHash: null }],
    ])('a correction %s', async (_name, emailHash, change) => {
      await store.insert(newSubmission({ ...visitor, emailHash }));
      const { version, fingerprint, revision: seen } = await read();
      const items = [{ ...newItem('a'), version: null }];
      await store.correct({ key, version, fingerprint, revision: seen, items, ...change });
      expect(await people(byEmail)).toEqual(['one']);
    });

    test('a submission to be erased has its first time, is due and is in no list of the operator', async () => {
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

    test('an erased submission leaves only its subject and reference, so that it cannot come twice', async () => {
      const items = [newItem(null), newItem('a', { place: 1, files: [fileId('file')] })];
      await store.insert(newSubmission({ ...visitor, emailHash: 'k1.ada', items }));
      await settle(null, { state: 'delivered', serviceId: '100' });
      await store.insert(newSubmission({ key: keyOf('two') }));
      const otherRecord = await read(keyOf('two'));
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
      expect(await store.renew(holder, 1_000)).toBe(false);
      expect(await people(byEmail)).toEqual([]);
      expect(await store.countUnfindable(acme, [])).toBe(0);
      expect((await read(keyOf('two'))).items).toEqual(otherRecord.items);
    });

    test.each(['sending', 'unclear'] as const)('is not erased while an item is %s', async (state) => {
      await store.insert(newSubmission());
      await settle('a', { state });
      await store.amend({ key, version: 0, items: [], erases: true });
      const before = await read();
      expect(await store.erase(key, 1)).toBe(false);
      expect(await read()).toEqual(before);
      await settle('a', { state: 'delivered' });
      expect(await store.erase(key, 1)).toBe(true);
    });

    test('is not erased when the submission has changed or no erasure was requested', async () => {
      await store.insert(newSubmission());
      expect(await store.erase(key, 0)).toBe(false);
      await store.amend({ key, version: 0, items: [], erases: true });
      expect(await store.erase(key, 0)).toBe(false);
      expect(await store.erase(keyOf('two'), 1)).toBe(false);
      expect((await read()).items).toHaveLength(2);
    });

    test('an erasure and a simultaneous mark never both succeed', async () => {
      await insertAndLease();
      await store.amend({ key, version: 0, items: [], erases: true });
      const seen = await item('a');
      const [marked, isErased] = await Promise.all([store.mark(holder, seen, 1_000), store.erase(key, 1)]);
      expect([marked !== null, isErased]).toEqual(isErased ? [false, true] : [true, false]);
    });

    test('the rest of an erased submission is deleted after the retention, counted from the erasure', async () => {
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
      store.release(holder, { version: (await read()).version, dueAt });

    test('is the earliest due time, even in the past, and the end of the lease of a leased submission', async () => {
      expect(await next()).toBeNull();
      await store.insert(newSubmission());
      await store.insert(newSubmission({ key: keyOf('two', otherTenant) }));
      const at = now;
      now += 100;
      expect(await next()).toBe(at);
      await lease('worker', { duration: 300 });
      expect(await next()).toBe(now + 300);
      await release(now + 70);
      expect(await next()).toBe(now + 70);
      await release(null);
      expect(await store.nextDue([])).toBeNull();
      expect(await store.nextDue([acme, otherTenant])).toBe(at);
    });
  });

  describe('the view of the operator', () => {
    test('lists each submission with parked or refused items once, by subject', async () => {
      const states = { a: 'parked', b: 'delivered', c: 'refused', d: 'unclear' } as const;
      for (const name of ['c', 'b', 'a', 'd'] as const) {
        await store.insert(newSubmission({ key: keyOf(name) }));
        await settle('a', { state: states[name] }, keyOf(name));
        now += 1;
      }
      await store.insert(newSubmission({ key: keyOf('e', otherTenant) }));
      await settle('a', { state: 'parked' }, keyOf('e', otherTenant));
      expect(await store.listAttention(acme, null)).toEqual([
        { subject: 'a', acceptedAt: now - 2 },
        { subject: 'c', acceptedAt: now - 4 },
      ]);
      expect(await store.listAttention(acme, subject('a'))).toEqual([{ subject: 'c', acceptedAt: now - 4 }]);
      expect(await store.listAttention(acme, subject('c'))).toEqual([]);
    });

    test('counts open submissions and undelivered items', async () => {
      const started = now;
      for (const name of ['a', 'b', 'c', 'd']) {
        await store.insert(newSubmission({ key: keyOf(name) }));
        now += 1;
      }
      await store.insert(newSubmission({ key: keyOf('a', otherTenant) }));
      // a: under way, b: delivered, c: settled with a refused item, d: nothing was sent yet.
      await settle('a', { state: 'sending' }, keyOf('a'));
      for (const name of ['a', 'b']) await settle(name, { state: 'delivered' }, keyOf('b'));
      await settle('a', { state: 'refused' }, keyOf('c'));
      await lease();
      for (const name of ['b', 'c'])
        await store.changeSubmission({ ...holder, key: keyOf(name) }, { settledAt: now });
      const none = { queued: 0, sending: 0, unclear: 0, refused: 0, parked: 0 };
      const backlog = await store.backlog();
      expect([...backlog].sort((a, b) => (a.tenant < b.tenant ? -1 : 1))).toEqual([
        {
          tenant: acme,
          queued: 2,
          attention: 1,
          items: { ...none, queued: 4, sending: 1, refused: 1 },
          oldestAcceptedAt: started,
        },
        {
          tenant: otherTenant,
          queued: 1,
          attention: 0,
          items: { ...none, queued: 2 },
          oldestAcceptedAt: now,
        },
      ]);
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

    test('wipes items that were not delivered in time, and names their files', async () => {
      const items = ['a', 'b', 'c'].map((name, place) =>
        newItem(name, { place, files: [fileId(`file-${name}`)] }),
      );
      await store.insert(newSubmission({ items }));
      await settle('a', { state: 'delivered', payload: null });
      await settle('b', { state: 'unclear' });
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

    test('wipes a corrected submission by the time of its first receipt', async () => {
      await store.insert(newSubmission({ items: [newItem('a')] }));
      now += RETENTION.payloads - 1_000;
      const { version, fingerprint, revision: seen } = await read();
      const added = { ...newItem('b'), version: null };
      const unchanged = { ...newItem('a', { place: 1 }), version: (await item('a')).version };
      const correction = { key, version, fingerprint, revision: seen, items: [added, unchanged] };
      expect(await store.correct(correction)).toBe(true);
      now += 1_000;
      expect(await sweep()).toMatchObject([{ gone: false }]);
    });

    test('names every file of a wiped submission', async () => {
      const files = ['a', 'b', 'c'].map((name) => fileId(name));
      await store.insert(newSubmission({ items: [newItem(null, { files }), newItem('a', { place: 1 })] }));
      now += RETENTION.payloads;
      expect(await sweep()).toMatchObject([{ files, gone: false }]);
    });

    test('wipes the name of a delivered document only together with undelivered items', async () => {
      const names = ['arrived', 'lost'];
      const items = names.map((_name, part) => newItem(documentsQuestion, { part, place: part }));
      await store.insert(newSubmission({ items: [...items, newItem('a', { place: 2 })] }));
      await store.insert(newSubmission({ key: keyOf('two'), items: items.slice(0, 1) }));
      for (const of of [key, keyOf('two')]) await settle(documentsQuestion, { state: 'delivered' }, of);
      now += RETENTION.payloads;
      expect((await sweep()).map((swept) => swept.key.subject)).toEqual(['one']);
      expect(await item(documentsQuestion)).toMatchObject({ state: 'delivered', payload: null, version: 2 });
      expect(await item(documentsQuestion, 1)).toMatchObject({ state: 'parked', payload: null });
      expect((await read(keyOf('two'))).items[0]?.payload).not.toBeNull();
    });

    test('ignores a late outcome of a wiped item', async () => {
      await store.insert(newSubmission());
      const seen = await item('a');
      now += RETENTION.payloads;
      await sweep();
      expect(await store.changeItem(key, seen, { state: 'queued' })).toBe(false);
    });

    test('leaves a leased submission to the next sweep', async () => {
      await store.insert(newSubmission());
      now += RETENTION.payloads;
      await lease();
      expect(await sweep()).toEqual([]);
      now += 1_000;
      expect(await sweep()).toHaveLength(1);
    });

    test('deletes the whole record some time after its last change', async () => {
      await store.insert(newSubmission({ items: [newItem('a', { files: [fileId('file')] })] }));
      now += 5_000;
      await lease();
      await mark();
      await settle('a', { state: 'delivered', payload: null });
      await store.changeSubmission(holder, { settledAt: now });
      now += 500;
      await store.changeSubmission(holder, { auditedAt: now });
      await store.release(holder, { version: (await read()).version, dueAt: null });
      now += RETENTION.fingerprints - 1;
      expect(await sweep()).toEqual([]);
      now += 1;
      expect(await sweep()).toEqual([{ key, reference: 'R-one', files: ['file'], gone: true }]);
      expect(await store.find(key)).toBeNull();
      expect(await store.insert(newSubmission())).not.toBeNull();
      expect((await read()).items).toHaveLength(2);
    });

    test('processes more submissions than one transaction does', async () => {
      const keys = Array.from({ length: 101 }, (_, index) => keyOf(`${index}`));
      await Promise.all(keys.map((own) => store.insert(newSubmission({ key: own, items: [newItem('a')] }))));
      now += RETENTION.payloads;
      expect(await sweep()).toHaveLength(101);
      expect(await sweep()).toEqual([]);
      now += RETENTION.fingerprints;
      expect(await sweep()).toHaveLength(101);
    });
  });

  describe('a consent', () => {
    const consent = (id: string, version = '1') => ({ id, version, hash: `${id}#`, language: 'en' });
    const consents = (...given: readonly GivenConsent[]): Consenting => ({ job: jobId('7'), given });
    const find = (of: ConsentOwner = { subject: key.subject }) => store.findConsents(acme, of);
    const idsOf = async (of?: ConsentOwner) => (await find(of)).map(({ id, version }) => `${id} ${version}`);
    const correct = (version: number, given: Consenting | null, replaces = true) =>
      store.correct({
        ...{ key, version, fingerprint: 'other', revision: revision('r'), consents: given, replaces },
        items: [{ ...newItem('a'), version: null }],
      });
    async function sweep(): Promise<void> {
      while ((await store.sweep()).length > 0);
    }

    test('is stored once with its time, and found by subject and by reference', async () => {
      const odd = { ...consent('pool'), given_at: 5, email: 'x' };
      const given = consents(consent('pool', '0'), odd, consent('news', '2'));
      await store.insert(newSubmission({ consents: given }));
      const common = { subject: 'one', reference: 'R-one', language: 'en', givenAt: now };
      expect(await find()).toEqual([
        { id: 'news', version: '2', hash: 'news#', ...common },
        { id: 'pool', version: '1', hash: 'pool#', ...common },
      ]);
      expect(await find({ reference: reference('R-one') })).toEqual(await find());
      expect((await read()).consented).toMatchObject({ job: '7' });
      expect((await lease())[0]?.consented).toEqual((await read()).consented);
    });

    test('is found neither without consents nor for another tenant or subject', async () => {
      await store.insert(newSubmission());
      expect([await find(), (await read()).consented]).toEqual([[], null]);
      await store.insert(
        newSubmission({ key: keyOf('one', otherTenant), consents: consents(consent('pool')) }),
      );
      await store.insert(newSubmission({ key: keyOf('two'), consents: consents(consent('pool')) }));
      expect(await find()).toEqual([]);
      expect(await find({ reference: reference('R-two') })).toHaveLength(1);
      expect(await find({ reference: reference('R-one') })).toEqual([]);
    });

    test('is replaced when the application is corrected, with the time of the correction', async () => {
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

    test('remains when answers are corrected, unless it is given again', async () => {
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

    test('outlives its submission, and is deleted after a retention of its own', async () => {
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

    test('is deleted in batches until none is left', async () => {
      const ids = Array.from({ length: 60 }, (_none, index) => consent(`c${index}`));
      await store.insert(newSubmission({ consents: consents(...ids) }));
      now += RETENTION.consents;
      await sweep();
      expect(await find()).toEqual([]);
    });

    test('remains when its person is erased, and adds no tag any more', async () => {
      await store.insert(newSubmission({ consents: consents(consent('pool')) }));
      await store.amend({ key, version: 0, items: [], erases: true });
      expect(await store.erase(key, 1)).toBe(true);
      expect(await idsOf({ reference: reference('R-one') })).toEqual(['pool 1']);
      expect((await read()).consented).toBeNull();
    });
  });

  describe('the learned delay of a service', () => {
    const DAY = 86_400_000;

    test('is the longest that was observed, by tenant', async () => {
      expect(await store.readReconcileDelay()).toEqual(new Map());
      await store.learnReconcileDelay(acme, 90_000);
      await store.learnReconcileDelay(acme, 120_000.5);
      await store.learnReconcileDelay(acme, 60_000);
      await store.learnReconcileDelay(otherTenant, 70_000);
      const delays = [...(await store.readReconcileDelay())].map(([of, time]) => `${of} ${Math.round(time)}`);
      expect(delays.sort()).toEqual(['acme 120001', 'other 70000']);
    });

    test('is forgotten thirty days after it was last observed', async () => {
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

  describe('a restored copy', () => {
    const wait = { answer: 100, file: 300 };

    test('makes open items unclear, files for longer, and leaves delivered items', async () => {
      const names = ['sent', 'marked', 'refused', 'parked', 'waits'];
      const items = names.map((name, place) => newItem(name, { place }));
      const file = newItem('file', { place: 5, files: [fileId('f')] });
      await store.insert(newSubmission({ items: [...items, file] }));
      await lease();
      await settle('sent', { state: 'delivered', serviceId: '1', payload: null });
      await store.mark(holder, await item('marked'), 10);
      await settle('refused', { state: 'refused', code: 'invalid_answer', failures: 1 });
      await settle('parked', { state: 'parked', code: 'conflict' });
      const before = await read();
      now += 50;
      expect(await store.doubt(wait)).toBe(1);
      const { items: after, ...record } = await read();
      expect(record).toMatchObject({ version: before.version + 1, leaseOwner: null, leaseUntil: 0 });
      const [later, times] = [now + 100, { doubtedAt: now, preflightAt: now }];
      expect(record).toMatchObject({ ...times, dueAt: later, tagDueAt: later });
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

    test('keeps open items unclear for longer when the service was slow before', async () => {
      await store.insert(newSubmission());
      await store.learnReconcileDelay(acme, 1_000);
      await store.doubt(wait);
      const { items, dueAt } = await read();
      expect([dueAt, ...items.map((item) => item.dueAt)]).toEqual(Array(items.length + 1).fill(now + 1_100));
    });

    test('also doubts submissions of the next day, and none that come later', async () => {
      await store.insert(newSubmission({ key: keyOf('known') }));
      now += 1;
      await store.doubt(wait);
      const restoredAt = now;
      now += 86_399_999;
      await store.insert(newSubmission({ key: keyOf('soon') }));
      now += 1;
      await store.insert(newSubmission({ key: keyOf('late') }));
      const doubtOf = async (name: string) => (await read(keyOf(name))).doubtedAt;
      expect([await doubtOf('soon'), await doubtOf('late')]).toEqual([restoredAt, null]);
      await store.doubt(wait);
      expect([await doubtOf('known'), await doubtOf('soon')]).toEqual([now, restoredAt]);
    });

    test('ends all leases, so that their holders can neither mark nor settle', async () => {
      await insertAndLease();
      const seen = await item('a');
      await store.doubt(wait);
      expect(await store.renew(holder, 1_000)).toBe(false);
      expect(await store.mark(holder, seen, 1)).toBeNull();
      expect(await store.changeItem(key, seen, { state: 'delivered' })).toBe(false);
      now += 99;
      expect(await lease()).toEqual([]);
      now += 1;
      expect(await lease('another')).toHaveLength(1);
    });

    test('reopens a submission with a refused answer, and checks only the tag of a delivered one later', async () => {
      for (const name of ['one', 'two'])
        await store.insert(newSubmission({ key: keyOf(name), items: [newItem('a')] }));
      await lease();
      await settle('a', { state: 'refused' });
      await settle('a', { state: 'delivered' }, keyOf('two'));
      for (const name of ['one', 'two']) {
        const own = { key: keyOf(name), owner: 'worker' };
        await store.changeSubmission(own, { settledAt: now, auditedAt: now });
        await store.release(own, { version: 0, dueAt: name === 'one' ? null : now });
      }
      expect(await store.doubt(wait)).toBe(1);
      expect(await read()).toMatchObject({ settledAt: null, auditedAt: null, dueAt: now + 100 });
      const done = { settledAt: now, doubtedAt: null, dueAt: now, tagDueAt: now + 100 };
      expect(await read(keyOf('two'))).toMatchObject(done);
    });
  });
});
