import { expect, test } from 'vitest';
import { file } from '../delivery/staging-scene.ts';
import { applicationId, fileId, subject, tenant } from '../model/ids.ts';
import { failure, success } from '../model/outcome.ts';
import type { FileVerdict } from '../model/ports.ts';
import type { ServiceError } from '../service/service-error.ts';
import { accept, answer, NEVER_MIND, type Reply, scene, stored, submission } from './delivery-scene.ts';
import { silentLog } from './log.ts';
import { createMemoryDelivery } from './memory-delivery.ts';
import { createMemoryStaging } from './staging.ts';

test('what was certainly not stored goes again until it is', async () => {
  const scenery = scene((_question, times) => (times < 5 ? failure({ kind: 'unreachable' }) : stored));
  expect(await accept(scenery, [answer('1')])).toEqual(['1 delivered']);
  expect(scenery.sent).toHaveLength(5);
});

test('the service decides how long to wait after its limit', async () => {
  const scenery = scene((_question, times) =>
    times === 1 ? failure({ kind: 'rate_limited', retryAfter: 120 }) : stored,
  );
  await accept(scenery, [answer('1')]);
  expect(scenery.now()).toBeGreaterThanOrEqual(120_000);
});

test('a service that stays away is given up after a quarter of an hour, and each answer says so', async () => {
  const scenery = scene(() => failure({ kind: 'forbidden' }));
  expect(await accept(scenery, [answer('1'), answer('2', '1'), answer('3')])).toEqual([
    '1 parked given_up',
    '2 held',
    '3 parked given_up',
  ]);
  expect(scenery.now()).toBeLessThan(1_000_000);
});

const unclear: readonly ServiceError[] = [
  { kind: 'timeout' },
  { kind: 'interrupted' },
  { kind: 'server_error', status: 500 },
  { kind: 'bad_document', status: 200 },
];
test('the operator learns where to look for an answer whose fate is unclear, and nothing of what it says', async () => {
  const scenery = scene(() => failure({ kind: 'timeout' }));
  await accept(scenery, [answer('1')]);
  expect(scenery.told).toEqual([
    [
      'answer_parked',
      { tenant: 't', application: '99', reference: expect.any(String), question: '1', cause: 'timeout' },
    ],
  ]);
});

test.each(unclear)('after $kind an answer is never sent again', async (error) => {
  const scenery = scene(() => failure(error));
  expect(await accept(scenery, [answer('1')])).toEqual(['1 parked unclear']);
  expect(scenery.sent).toEqual(['1']);
});

test('nothing is sent below an answer that did not arrive, at any depth', async () => {
  const scenery = scene((question) => (question === '1' ? failure({ kind: 'bad_request' }) : stored));
  expect(await accept(scenery, [answer('1'), answer('2', '1'), answer('3', '2'), answer('4')])).toEqual([
    '1 refused invalid_answer',
    '2 held',
    '3 held',
    '4 delivered',
  ]);
  expect(scenery.sent).toEqual(['1', '4']);
});

test('a receipt is kept for a day', async () => {
  const scenery = scene(() => stored);
  await accept(scenery, [answer('1')]);
  const { key } = submission([]);
  expect((await scenery.delivery.find(key))?.submission.state).toBe('complete');
  expect((await scenery.delivery.accept(submission([answer('2')], 'other'), 0)).ok).toBe(false);
  scenery.pass(86_400_000);
  expect(await scenery.delivery.find(key)).toBeNull();
});

test('a correction that comes while the rest is still under way joins it', async () => {
  let release: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const scenery = scene(async (question, times) => {
    if (question === '2') await gate;
    return question === '1' && times === 1 ? failure({ kind: 'invalid', pointers: [], members: [] }) : stored;
  });
  await scenery.delivery.accept(submission([answer('1'), answer('2')]), 0);
  for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
  const corrected = await scenery.delivery.accept(
    submission([{ ...answer('1'), fingerprint: 'x' }, answer('2')], 'g'),
    0,
  );
  expect(corrected.ok && corrected.value.answers.map(({ state }) => state)).toEqual(['queued', 'sending']);
  release();
  for (let turn = 0; turn < 200; turn += 1) await Promise.resolve();
  const found = await scenery.delivery.find(submission([]).key);
  expect(found?.submission.answers.map(({ state }) => state)).toEqual(['delivered', 'delivered']);
  expect(scenery.sent).toEqual(['1', '2', '1']);
});

test('an answer without questions to it is complete at once', async () => {
  const scenery = scene(() => stored);
  const accepted = await scenery.delivery.accept(submission([]), 0);
  expect(accepted.ok && accepted.value.state).toBe('complete');
});

test('the same submission twice at once is sent once', async () => {
  const scenery = scene(() => stored);
  const twice = [scenery.delivery, scenery.delivery].map((delivery) =>
    delivery.accept(submission([answer('1')]), NEVER_MIND),
  );
  await Promise.all(twice);
  expect(scenery.sent).toEqual(['1']);
});

test('without one memory for both it would be sent twice (control)', async () => {
  const [one, other] = [scene(() => stored), scene(() => stored)];
  await Promise.all(
    [one, other].map(({ delivery }) => delivery.accept(submission([answer('1')]), NEVER_MIND)),
  );
  expect([...one.sent, ...other.sent]).toEqual(['1', '1']);
});

const refusedOnce = (question: string, times: number): Reply =>
  question === '1' && times === 1 ? failure({ kind: 'invalid', pointers: [], members: [] }) : stored;

/** Question 1 was refused, question 2 arrived. */
async function refusedScene() {
  const scenery = scene(refusedOnce);
  await accept(scenery, [answer('1'), answer('2')]);
  return scenery;
}

const corrected = (content: string) =>
  submission([{ ...answer('1'), fingerprint: content }, answer('2')], `with ${content}`);

test('two different corrections at once: one is taken, the other hears what is stored', async () => {
  const { delivery, sent } = await refusedScene();
  const both = await Promise.all(['x', 'y'].map((text) => delivery.accept(corrected(text), NEVER_MIND)));
  expect(both.map(({ ok }) => ok)).toEqual([true, false]);
  expect(sent).toEqual(['1', '2', '1']);
});

test('the second would have been taken, were the first not under way (control)', async () => {
  const scenery = scene((question) => (question === '1' ? failure({ kind: 'bad_request' }) : stored));
  await accept(scenery, [answer('1'), answer('2')]);
  for (const text of ['x', 'y'])
    expect((await scenery.delivery.accept(corrected(text), NEVER_MIND)).ok).toBe(true);
  expect(scenery.sent).toEqual(['1', '2', '1', '1']);
});

test('the same correction twice at once is sent once', async () => {
  const { delivery, sent } = await refusedScene();
  const both = await Promise.all(['x', 'x'].map((text) => delivery.accept(corrected(text), NEVER_MIND)));
  expect(both.map((one) => one.ok && one.value.state)).toEqual(['complete', 'complete']);
  expect(sent).toEqual(['1', '2', '1']);
});

test('the first content and its correction at once: the correction is taken, the first changes nothing', async () => {
  const { delivery, sent } = await refusedScene();
  const both = await Promise.all([
    delivery.accept(corrected('x'), NEVER_MIND),
    delivery.accept(submission([answer('1'), answer('2')]), NEVER_MIND),
  ]);
  expect(both.map(({ ok }) => ok)).toEqual([true, false]);
  expect(sent).toEqual(['1', '2', '1']);
});

test('a service that goes away midway is waited for, and nothing that arrived goes again', async () => {
  let away = 3;
  const scenery = scene((question) => {
    if (question === '2' && away > 0) {
      away -= 1;
      return failure({ kind: 'unreachable' });
    }
    return stored;
  });
  expect(await accept(scenery, [answer('1'), answer('2'), answer('3')])).toEqual([
    '1 delivered',
    '2 delivered',
    '3 delivered',
  ]);
  expect(scenery.sent).toEqual(['1', '2', '2', '2', '2', '3']);
});

test('what was thrown on the way leaves no answer under way for ever, and is not tried twice', async () => {
  const scenery = scene((question) => {
    if (question === '1') throw new Error('never thought of');
    return stored;
  });
  expect(await accept(scenery, [answer('1'), answer('2')])).toEqual(['1 parked unclear', '2 delivered']);
  expect(scenery.sent).toEqual(['1', '2']);
});

test('a staging that cannot hold a file does not take back the receipt', async () => {
  const broken = createMemoryStaging(() => 0);
  broken.hold = () => Promise.reject(new Error('disk'));
  const delivery = createMemoryDelivery({
    serviceOf: () => ({
      createAnswer: async () => stored,
      createApplication: async () => success(applicationId('99')),
    }),
    staging: broken,
    log: silentLog,
    now: () => 0,
    sleep: () => new Promise(() => undefined),
  });
  const file = { id: fileId('f'), name: 'cv.pdf', size: 1, type: 'application/pdf' };
  const accepted = await delivery.accept(
    submission([{ ...answer('1'), value: { kind: 'document', file } }]),
    NEVER_MIND,
  );
  expect(accepted.ok && accepted.value.answers).toMatchObject([{ state: 'parked', code: 'given_up' }]);
});

test.each<[string, readonly FileVerdict[], string, number]>([
  ['clean after the scanner said nothing at first', ['unknown', 'unknown', 'clean'], '1 delivered', 1],
  ['infected', ['unknown', 'infected'], '1 refused invalid_answer', 0],
  ['never scanned', ['unknown'], '1 parked given_up', 0],
])('a file that is %s', async (_name, verdicts, state, sent) => {
  const left = [...verdicts];
  const scan = async () => (left.length > 1 ? left.shift() : left[0]) ?? 'unknown';
  const staging = createMemoryStaging(() => 0, { scan });
  const key = submission([]).key;
  const pdf = file('f');
  await staging.put(key, pdf);
  let posts = 0;
  let clock = 0;
  const delivery = createMemoryDelivery({
    serviceOf: () => ({
      createAnswer: async () => {
        posts += 1;
        return stored;
      },
      createApplication: async () => success(applicationId('99')),
    }),
    staging,
    log: silentLog,
    now: () => clock,
    sleep: async (milliseconds) => {
      clock += milliseconds;
      if (milliseconds === NEVER_MIND) await new Promise(() => undefined);
    },
  });
  const document = { id: pdf.id, name: 'a.txt', size: 7, type: 'text/plain' };
  const accepted = await delivery.accept(
    submission([{ ...answer('1'), value: { kind: 'document', file: document } }]),
    NEVER_MIND,
  );
  const states = accepted.ok
    ? accepted.value.answers.map((one) => [one.question, one.state, one.code].filter(Boolean).join(' '))
    : [];
  expect(states).toEqual([state]);
  expect(posts).toBe(sent);
});

test('when memory is full new answers are refused, because forgetting a receipt could send its answers twice', async () => {
  const scenery = scene(() => stored);
  const from = (name: string) => ({
    ...submission([]),
    key: { tenant: tenant('t'), subject: subject(name) },
  });
  for (let index = 0; index < 10_000; index += 1) await scenery.delivery.accept(from(`${index}`), 0);
  expect(await scenery.delivery.accept(from('more'), 0)).toEqual({
    ok: false,
    error: { kind: 'store_unavailable' },
  });
  expect((await scenery.delivery.accept(from('0'), 0)).ok).toBe(true);
  scenery.pass(86_400_000);
  expect((await scenery.delivery.accept(from('more'), 0)).ok).toBe(true);
});

test('who waits is told at once when the service takes nothing, and who sends then does not wait', async () => {
  const never = new Promise<never>(() => undefined);
  const delivery = createMemoryDelivery({
    serviceOf: () => ({
      createAnswer: async () => failure({ kind: 'unreachable' as const }),
      createApplication: async () => success(applicationId('99')),
    }),
    staging: createMemoryStaging(() => 0),
    log: silentLog,
    now: () => 0,
    sleep: () => never,
  });
  expect(delivery.isDown(tenant('t'))).toBe(false);
  const first = await delivery.accept(submission([answer('1')]), NEVER_MIND);
  expect(first.ok && first.value.state).toBe('received');
  expect(delivery.isDown(tenant('t'))).toBe(true);
  const again = await delivery.accept(submission([answer('1')]), NEVER_MIND);
  expect(again.ok && again.value.state).toBe('received');
});
