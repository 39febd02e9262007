import { describe, expect, test } from 'vitest';
import { jobId, reference, revision, subject, tenant } from '../../../core/model/ids.ts';
import { createMemoryStore } from '../../delivery/stores/memory-store.ts';
import { createVisitorQueue } from '../../delivery/visitor-queue.ts';
import { JOB, recordProxy, refusedFor } from '../submissions/recorded-proxy.support.ts';
import { type Caps, createCapJudge, type Sender } from './caps.ts';

const acme = tenant('acme');
const senderOf = (network: string, caps: Partial<Caps> = {}, job = '1'): Sender => ({
  tenant: { id: acme, caps, jobs: { small: { caps: { queued: 8 } } } },
  address: `203.0.${network}.1`,
  share: { job: jobId(job), network },
});

/** The real queue over a store in memory. */
function scene() {
  let now = 0;
  const store = createMemoryStore({ now: () => now });
  const queue = createVisitorQueue({ store, clock: { monotonic: () => now } });
  const judge = createCapJudge({ delivery: { queueLength: queue.length }, now: () => now });
  let count = 0;
  const send = async (sender: Sender) => {
    const verdict = await judge.judgeApplication(sender, 1_000);
    if (verdict === 'full') return verdict;
    const { job, network } = sender.share;
    count += 1;
    await store.insert({
      key: { tenant: acme, subject: subject(`s${count}`) },
      reference: reference(`R${count}`),
      fingerprint: '',
      revision: revision(''),
      application: null,
      job,
      network,
      turn: await queue.takeTurn(acme, sender.share, 1),
      items: [],
    });
    return verdict;
  };
  const sendMany = async (sender: Sender, times: number) => {
    const verdicts = [];
    for (let time = 0; time < times; time += 1) verdicts.push(await send(sender));
    return verdicts;
  };
  return { judge, send, sendMany, store, pass: (milliseconds: number) => (now += milliseconds) };
}

const freeRate = { applications: 1_000 };

describe('the queue of a job', () => {
  const caps = { ...freeRate, queuedOfJob: 16 };

  test('raises the cost once a quarter of it is full, and stops the network that fills it half-way', async () => {
    const { sendMany } = scene();
    const verdicts = await sendMany(senderOf('1', caps), 10);
    expect(verdicts).toEqual([...Array(4).fill('free'), ...Array(4).fill('raised'), 'full', 'full']);
  });

  test('leaves room for a network that has nothing in it, however many fill it', async () => {
    const { sendMany, send } = scene();
    for (const network of ['1', '2', '3']) await sendMany(senderOf(network, caps), 20);
    expect(await send(senderOf('1', caps))).toBe('full');
    expect(await send(senderOf('9', caps))).toBe('raised');
  });

  test('of one job may be smaller, and holds up no other job', async () => {
    const { sendMany, send } = scene();
    expect((await sendMany(senderOf('1', freeRate, 'small'), 5)).at(-1)).toBe('full');
    expect(await send(senderOf('1', freeRate, 'large'))).toBe('free');
  });

  test('is counted again after a second, so what was delivered makes room', async () => {
    const { sendMany, send, store, pass } = scene();
    await sendMany(senderOf('1', caps), 10);
    const leased = await store.lease({ owner: 'w', duration: 9, most: 99, tenants: [acme] });
    for (const { key } of leased) await store.change({ key, owner: 'w' }, { settledAt: 1, network: null });
    pass(1_000);
    await send(senderOf('2', caps));
    await Promise.resolve();
    expect(await send(senderOf('1', caps))).toBe('free');
  });
});

test('the queue of a tenant leaves room for other jobs than the one that fills it', async () => {
  const { sendMany, send } = scene();
  const caps = { ...freeRate, queued: 16 };
  expect((await sendMany(senderOf('1', caps), 9)).at(-1)).toBe('full');
  expect(await send(senderOf('1', caps, '2'))).toBe('raised');
});

test('an address that sends more than a few has to pay, and waits only after ten times as many', async () => {
  const { sendMany, send, pass } = scene();
  const verdicts = await sendMany(senderOf('1'), 301);
  expect([29, 30, 299, 300].map((place) => verdicts[place])).toEqual(['free', 'raised', 'raised', 'full']);
  expect(await send(senderOf('2'))).toBe('free');
  pass(60_000);
  expect(await send(senderOf('1'))).not.toBe('full');
});

test('many page views from one address raise the cost of its applications, and never make one wait', async () => {
  const { judge, send } = scene();
  for (let count = 0; count < 50; count += 1) judge.countSession(acme, '203.0.1.1');
  expect(await send(senderOf('1', { sessions: 50 }))).toBe('raised');
  expect(await send(senderOf('2', { sessions: 50 }))).toBe('free');
});

test('files of one network fill half of the room, and those of the next one find some', () => {
  const { judge, pass } = scene();
  const caps = { fileBytesOfAll: 100, fileBytes: 40 };
  expect(judge.judgeFile(senderOf('1', caps))).toBe('free');
  judge.countFile(senderOf('1', caps), 50);
  expect(judge.judgeFile(senderOf('1', caps))).toBe('full');
  expect(judge.judgeFile(senderOf('2', caps))).toBe('raised');
  pass(1_800_000);
  expect(judge.judgeFile(senderOf('1', caps))).toBe('free');
});

describe('over HTTP', () => {
  const details = { first_name: 'Ada', last_name: 'Example', email: 'ada@example.com' };
  const answers = [
    ['2002', { text_answer: 'Nurse' }],
    ['2001', { boolean_answer: false }],
  ] as const;
  const send = async (proxy: ReturnType<typeof recordProxy>) =>
    (await proxy.visit(JOB)).send(details, answers);

  test('what finds no room is 429 queue_full in words, and nothing of it is stored; a correction is no new one', async () => {
    const proxy = recordProxy({}, { caps: { applications: 1 } });
    expect((await send(proxy)).status).toBe(200);
    for (let count = 1; count < 10; count += 1)
      expect((await send(proxy)).json.errors[0].code).toBe('challenge_required');
    const refused = await send(proxy);
    expect([refused.status, refused.json.errors[0].code]).toEqual([429, 'queue_full']);
    expect(proxy.accepted).toHaveLength(1);
    proxy.store(refusedFor());
    expect((await send(proxy)).status).toBe(200);
  });

  test('a visitor shares by job and network, whose address is told to no store; known applicants share nothing', async () => {
    const proxy = recordProxy();
    await send(proxy);
    expect(proxy.accepted.at(0)?.share).toEqual({
      job: JOB,
      network: expect.stringMatching(/^[0-9a-f]{24}$/),
    });
    const known = await proxy.apply();
    await known.send(null, [['2001', { boolean_answer: false }]]);
    expect(proxy.accepted.at(1)?.share ?? null).toBeNull();
  });
});
