/** The contract of `WebhookOutbox`, on every engine. The tests set the time, so that every engine sees the same. */
import { beforeEach, describe, expect, test } from 'vitest';
import {
  applicationId,
  type JobId,
  jobId,
  questionId,
  revision,
  subject,
  tenant,
} from '../../core/model/ids.ts';
import type { LedgerStore } from '../ledger/ledger-store.ts';
import type { ItemState, NewSubmission } from '../ledger/record.ts';
import { EXPIRES_AFTER, type WebhookEvent, type WebhookScope } from '../ledger/webhooks/outbox.ts';
import { engines, useFresh } from './engines.support.ts';
import { acme, keyOf, newItem, newSubmission as plain } from './samples.support.ts';

const DAY = 86_400_000;
const began = 100 * DAY;
const all: WebhookScope = { tenant: acme, only: null, except: [] };
const wish = { most: 10, holdFor: 60_000 };
const key = keyOf('one');
const [a, b] = [questionId('a'), questionId('b')];

/** Two answers of one form, which cause webhook events. */
const newSubmission = (change: Partial<NewSubmission> = {}): NewSubmission =>
  plain({
    application: applicationId('77'),
    webhook: { job: null },
    items: [newItem('a'), newItem('b', { place: 1 })],
    ...change,
  });
const alone = (change: Partial<NewSubmission> = {}) => newSubmission({ items: [newItem('a')], ...change });

const shown = (events: readonly WebhookEvent[]) =>
  events.map(({ state, sequence }) => `${state} ${sequence}`);

describe.each(engines)('the outbox of webhooks on %s', (_name, start) => {
  let store: LedgerStore;
  let now = began;
  const pass = (milliseconds: number) => {
    now += milliseconds;
  };
  beforeEach(() => {
    now = began;
  });
  useFresh({ start, now: () => now }, ({ ledger }) => {
    store = ledger;
  });

  const take = (scope = all, most = 10) => store.webhooks.take(scope, { ...wish, most });
  /** Delivers the events one at a time, until none is left. */
  async function finishAll(): Promise<readonly WebhookEvent[]> {
    const events: WebhookEvent[] = [];
    for (let batch = await take(); batch.length > 0; batch = await take()) {
      for (const event of batch) await store.webhooks.finish(event);
      events.push(...batch);
    }
    return events;
  }
  const finishAllShown = async () => shown(await finishAll());
  const read = async (of = key) => {
    const record = await store.find(of);
    if (record === null) throw new Error('It is not stored.');
    return record;
  };
  async function settle(question: typeof a, state: ItemState, of = key): Promise<void> {
    const found = (await read(of)).items.find((item) => item.question === question);
    if (found === undefined) throw new Error('There is no such item.');
    expect(await store.changeItem(of, found, { state })).toBe(true);
  }

  test('a submission with a webhook has a received event with all its details at once', async () => {
    await store.insert(newSubmission({ webhook: { job: jobId('7') } }));
    const [event, ...others] = await take();
    expect(others).toEqual([]);
    expect(event).toEqual({
      key,
      sequence: 1,
      id: expect.stringMatching(/^msg_[\w-]{36}$/),
      state: 'received',
      reference: 'R-one',
      job: '7',
      application: '77',
      acceptedAt: began,
      happenedAt: began,
      expiresAt: began + EXPIRES_AFTER,
      tries: 1,
      dueAt: began + wish.holdFor,
      stoppedFor: null,
    });
  });

  test('a submission without a webhook never has an event', async () => {
    await store.insert(newSubmission({ webhook: null }));
    await settle(a, 'delivered');
    await settle(b, 'refused');
    expect(await finishAllShown()).toEqual([]);
    expect(await store.webhooks.count(acme)).toEqual({ waiting: 0, stopped: 0 });
  });

  test.each<readonly [ItemState, ItemState, readonly string[]]>([
    ['delivered', 'delivered', ['received 1', 'complete 2']],
    ['delivered', 'refused', ['received 1', 'attention 2']],
    ['parked', 'parked', ['received 1', 'attention 2']],
    ['delivered', 'unclear', ['received 1']],
  ])('answers that end %s and %s produce the events %j', async (first, second, expected) => {
    await store.insert(newSubmission());
    await settle(a, first);
    await settle(b, second);
    expect(await finishAllShown()).toEqual(expected);
  });

  test('two answers that settle at the same time produce one final event', async () => {
    await store.insert(newSubmission());
    await Promise.all([settle(a, 'delivered'), settle(b, 'delivered')]);
    expect(await finishAllShown()).toEqual(['received 1', 'complete 2']);
  });

  test('events carry the application’s id once a corrected application is created', async () => {
    const making = newItem(null);
    await store.insert(newSubmission({ application: null, job: jobId('7'), items: [making] }));
    const made = async () => (await read()).items[0] ?? { question: null, part: 0, version: -1 };
    await store.changeItem(key, await made(), { state: 'refused' });
    const { version } = await read();
    const rest = { fingerprint: 'other', revision: revision('revision'), replaces: true };
    await store.correct({ key, version, ...rest, items: [{ ...making, version: null }] });
    await store.changeItem(key, await made(), { state: 'delivered', serviceId: '99' });
    const events = await finishAll();
    expect(events.map(({ application }) => application)).toEqual([null, null, null, '99']);
  });

  test('a retry that fails again produces no event, and one that succeeds does', async () => {
    await store.insert(alone());
    const retry = async () => {
      const { version, items: stored } = await read();
      const items = stored.map((item) => ({ ...item, change: { state: 'unclear' } as const }));
      expect(await store.amend({ key, version, items })).toBe(true);
    };
    await settle(a, 'parked');
    await retry();
    await settle(a, 'parked');
    await retry();
    await settle(a, 'delivered');
    expect(await finishAllShown()).toEqual(['received 1', 'attention 2', 'complete 3']);
  });

  test('an undelivered submission that is wiped produces an attention event', async () => {
    await store.insert(newSubmission());
    pass(8 * DAY);
    while ((await store.sweep()).length > 0);
    expect(await finishAllShown()).toEqual(['received 1', 'attention 2']);
  });

  test('a later event waits for the earlier one of its submission, and not for other submissions', async () => {
    await store.insert(newSubmission());
    await settle(a, 'delivered');
    await settle(b, 'delivered');
    await store.insert(newSubmission({ key: keyOf('two') }));
    const first = await take();
    expect(first.map(({ key: { subject }, state }) => `${subject} ${state}`)).toEqual([
      'one received',
      'two received',
    ]);
    expect(await take()).toEqual([]);
    const [event] = first;
    if (event === undefined) throw new Error('Nothing came.');
    await store.webhooks.delay(event, 5_000);
    pass(4_999);
    expect(await take()).toEqual([]);
    pass(1);
    const again = await take();
    expect(again.map(({ id, tries }) => [id, tries])).toEqual([[event.id, 2]]);
    for (const due of again) await store.webhooks.stop(due, 'gone');
    expect(shown(await take())).toEqual(['complete 2']);
  });

  test('an event that is taken and not finished comes again with its id, and a late finish is ignored', async () => {
    await store.insert(newSubmission());
    const [first] = await take();
    pass(wish.holdFor - 1);
    expect(await take()).toEqual([]);
    pass(1);
    const [second] = await take();
    expect([second?.id, second?.tries]).toEqual([first?.id, 2]);
    if (first !== undefined) await store.webhooks.finish(first);
    pass(wish.holdFor);
    expect(shown(await take())).toEqual(['received 1']);
  });

  test('two processes that take events at once take different ones', async () => {
    for (const name of ['1', '2', '3', '4', '5', '6'])
      await store.insert(newSubmission({ key: keyOf(name) }));
    const taken = (await Promise.all([take(all, 3), take(all, 3)])).flat();
    expect(new Set(taken.map(({ id }) => id)).size).toBe(taken.length);
    expect([taken, await take()].flat()).toHaveLength(6);
  });

  test.each<readonly [string, Partial<WebhookScope>, readonly string[]]>([
    ['a tenant', {}, ['none', 'seven', 'eight']],
    ['a tenant without one job', { except: [jobId('7')] }, ['none', 'eight']],
    ['one job', { only: jobId('7') }, ['seven']],
    ['another tenant', { tenant: tenant('other') }, []],
  ])('the webhook of %s takes only its own events', async (_of, scope, expected) => {
    const jobs: readonly (readonly [string, JobId | null])[] = [
      ['none', null],
      ['seven', jobId('7')],
      ['eight', jobId('8')],
    ];
    for (const [name, job] of jobs) await store.insert(newSubmission({ key: keyOf(name), webhook: { job } }));
    expect(await store.webhooks.listDue([acme, tenant('other')])).toEqual([acme]);
    const taken = await take({ ...all, ...scope });
    expect(taken.map(({ key: { subject } }) => String(subject)).sort()).toEqual([...expected].sort());
  });

  test('an event has some time for its last try after its expiry, and then is stopped', async () => {
    await store.insert(newSubmission());
    const [event] = await take();
    if (event === undefined) throw new Error('Nothing came.');
    await store.webhooks.delay(event, 5 * DAY);
    pass(EXPIRES_AFTER - 1);
    expect([await take(), await store.webhooks.listDue([acme])]).toEqual([[], []]);
    pass(1);
    expect(await store.webhooks.expire(acme, 1_000)).toEqual([]);
    pass(1_000);
    expect(shown(await store.webhooks.expire(acme, 1_000))).toEqual(['received 1']);
    expect(await take()).toEqual([]);
    expect(await store.webhooks.count(acme)).toEqual({ waiting: 0, stopped: 1 });
  });

  test('a stopped event is listed, and starts again on a retry or stays stopped', async () => {
    for (const name of ['one', 'two']) await store.insert(alone({ key: keyOf(name) }));
    for (const event of await take()) await store.webhooks.stop(event, 'gone');
    const subjects = (await store.webhooks.listSubjects(acme, null)).map(({ subject }) => String(subject));
    expect(subjects).toEqual(['one', 'two']);
    expect(await store.webhooks.listSubjects(acme, subject('two'))).toEqual([]);
    expect((await store.webhooks.listStopped(key)).map(({ stoppedFor }) => stoppedFor)).toEqual(['gone']);
    pass(2 * DAY);
    expect(await store.webhooks.runAction(key, 'retry')).toBe(1);
    const [again] = await take();
    expect([again?.tries, again?.expiresAt]).toEqual([1, now + EXPIRES_AFTER]);
    expect(await store.webhooks.runAction(keyOf('two'), 'give_up')).toBe(1);
    expect(await store.webhooks.runAction(keyOf('two'), 'retry')).toBe(0);
    // The first event still counts, so that this one is the second.
    await settle(a, 'delivered', keyOf('two'));
    expect(shown(await take())).toEqual(['complete 2']);
  });

  test.each([
    ['a store', false],
    ['a restored store', true],
  ])('erasing a person in %s removes all events and sends no more', async (_of, isRestored) => {
    await store.insert(alone());
    if (isRestored) await store.doubt({ answer: 1, file: 1 });
    const { version } = await read();
    await store.amend({ key, version, items: [], erases: true });
    await settle(a, 'parked');
    expect(await store.erase(key, version + 1)).toBe(true);
    expect([await take(), await store.webhooks.count(acme)]).toEqual([[], { waiting: 0, stopped: 0 }]);
  });

  describe('in a restored store', () => {
    const answer = 75_000;
    const restore = () => store.doubt({ answer, file: 195_000 });

    test('events wait as long as answers do, and then come with their former ids', async () => {
      await store.insert(newSubmission());
      const [before] = await take();
      await restore();
      pass(answer - 1);
      expect([await take(), await store.webhooks.listDue([acme])]).toEqual([[], []]);
      pass(1);
      expect((await take()).map(({ id }) => id)).toEqual([before?.id]);
    });

    test('a postponed event keeps its time, and ended events stay ended', async () => {
      for (const name of ['one', 'two', 'three']) await store.insert(newSubmission({ key: keyOf(name) }));
      const [first, second, third] = await take();
      if (first === undefined || second === undefined || third === undefined)
        throw new Error('Too few came.');
      await store.webhooks.delay(first, DAY);
      await store.webhooks.finish(second);
      await store.webhooks.stop(third, 'gone');
      await restore();
      pass(DAY - 1);
      expect(await take()).toEqual([]);
      pass(1);
      expect((await take()).map(({ id }) => id)).toEqual([first.id]);
    });

    /** The first sequence of a store that was restored at this moment. */
    const leap = (at: number) => Math.floor(at / 10_000);
    const settleAgain = async (state: ItemState) => {
      await restore();
      pass(answer);
      await settle(a, state);
    };

    test('each outcome is an event once, with a sequence above all of the lost store', async () => {
      await store.insert(alone());
      await settle(a, 'refused');
      expect(await finishAllShown()).toEqual(['received 1', 'attention 2']);
      await settleAgain('refused');
      expect(await finishAllShown()).toEqual([`attention ${leap(began)}`]);
      await settle(a, 'unclear');
      await settle(a, 'refused');
      expect(await finishAllShown()).toEqual([]);
      const again = leap(now);
      await settleAgain('refused');
      expect(await finishAllShown()).toEqual([`attention ${again}`]);
      await settle(a, 'delivered');
      expect(await finishAllShown()).toEqual([`complete ${again + 1}`]);
    });

    test('the event of a receipt has a sequence above all of the lost store', async () => {
      await store.insert(alone());
      await settle(a, 'refused');
      await finishAllShown();
      await restore();
      await store.insert(newSubmission({ key: keyOf('two') }));
      const { version } = await read();
      const rest = { fingerprint: 'other', revision: revision('revision') };
      const items = [{ ...newItem('a'), version: null }];
      expect(await store.correct({ key, version, ...rest, items })).toBe(true);
      expect(await finishAllShown()).toEqual([`received ${leap(began)}`, `received ${leap(began)}`]);
    });
  });

  test('the events of a submission are deleted with it', async () => {
    await store.insert(alone());
    for (const event of await take()) await store.webhooks.stop(event, 'expired');
    pass(31 * DAY);
    while ((await store.sweep()).length > 0);
    expect(await store.find(key)).toBeNull();
    expect(await store.webhooks.count(acme)).toEqual({ waiting: 0, stopped: 0 });
  });
});
