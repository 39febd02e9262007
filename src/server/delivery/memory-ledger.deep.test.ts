import { expect, test } from 'vitest';
import { fileId, subject, tenant } from '../../core/model/ids.ts';
import { failure } from '../../core/model/outcome.ts';
import type { FileVerdict } from '../../core/model/ports.ts';
import { createMemoryStaging } from '../http/files/staging.ts';
import type { HeldAnswer } from '../service/held-answers.ts';
import type { ServiceError } from '../service/service-error.ts';
import {
  accept,
  answer,
  HOUR,
  held,
  NEVER_MIND,
  type Reply,
  scene,
  stored,
  submission,
} from './memory-ledger.support.ts';
import { file } from './staging/staging.support.ts';

const DAY = 24 * HOUR;

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

test('a service that stays away is waited for, and everything arrives when it comes back', async () => {
  let isAway = true;
  const scenery = scene(() => (isAway ? failure({ kind: 'forbidden' }) : stored));
  expect(await accept(scenery, [answer('1'), answer('2', '1'), answer('3')])).toEqual([
    '1 queued',
    '2 queued',
    '3 queued',
  ]);
  isAway = false;
  await scenery.pass(HOUR);
  const found = await scenery.delivery.find(submission([]).key);
  expect(found?.submission.state).toBe('complete');
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
      expect.objectContaining({
        tenant: 't',
        application: '99',
        reference: expect.any(String),
        question: '1',
      }),
    ],
  ]);
});

test.each(unclear)(
  'after $kind an answer is never sent again where the service shows nothing of it',
  async (error) => {
    const scenery = scene(() => failure(error));
    expect(await accept(scenery, [answer('1')])).toEqual(['1 parked unclear']);
    expect(scenery.sent).toEqual(['1']);
  },
);

test.each(unclear)('after $kind an answer that the service shows is not sent again', async (error) => {
  const holds: HeldAnswer[] = [];
  const lost = (): Reply => {
    holds.push(held('1'));
    return failure(error);
  };
  const scenery = scene(lost, undefined, { held: () => holds });
  expect(await accept(scenery, [answer('1')])).toEqual(['1 delivered']);
  expect(scenery.sent).toEqual(['1']);
});

test.each(unclear)('after $kind an answer that the service does not hold goes again', async (error) => {
  const scenery = scene((_question, times) => (times === 1 ? failure(error) : stored), undefined, {
    held: () => [],
  });
  expect(await accept(scenery, [answer('1')])).toEqual(['1 delivered']);
  expect(scenery.sent).toEqual(['1', '1']);
});

test('what is parked is listed for the operator, and goes again when they say so', async () => {
  const scenery = scene((_question, times) => (times === 1 ? failure({ kind: 'timeout' }) : stored));
  expect(await accept(scenery, [answer('1')])).toEqual(['1 parked unclear']);
  const wish = { content: true, size: 10, number: 1 };
  const { entries } = await scenery.after(scenery.delivery.attention(tenant('t'), wish));
  expect(entries).toMatchObject([
    { application: '99', items: [{ question: '1', code: 'unclear', content: { text_answer: '1' } }] },
  ]);
  const [entry] = entries;
  if (entry === undefined) throw new Error('nothing is listed');
  expect((await scenery.delivery.act(tenant('t'), entry.reference, 'retry')).ok).toBe(true);
  await scenery.pass(HOUR);
  const found = await scenery.delivery.find(submission([]).key);
  expect(found?.submission.state).toBe('complete');
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

test('a receipt is kept for nine days, as long as a session can live', async () => {
  const scenery = scene(() => stored);
  await accept(scenery, [answer('1')]);
  const { key } = submission([]);
  expect((await scenery.delivery.find(key))?.submission.state).toBe('complete');
  expect((await scenery.delivery.accept(submission([answer('2')], 'other'), 0)).ok).toBe(false);
  await scenery.pass(8 * DAY);
  expect(await scenery.delivery.find(key)).not.toBeNull();
  await scenery.pass(1.5 * DAY);
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
  await scenery.pass(5_000);
  const corrected = await scenery.delivery.accept(
    submission([{ ...answer('1'), fingerprint: 'x' }, answer('2')], 'g'),
    0,
  );
  expect(corrected.ok && corrected.value.answers.map(({ state }) => state)).toEqual(['queued', 'sending']);
  release();
  await scenery.pass(5_000);
  const found = await scenery.delivery.find(submission([]).key);
  expect(found?.submission.answers.map(({ state }) => state)).toEqual(['delivered', 'delivered']);
  expect(scenery.sent).toEqual(['1', '2', '1']);
});

test('an answer without questions to it is complete at once', async () => {
  const scenery = scene(() => stored);
  const accepted = await scenery.after(scenery.delivery.accept(submission([]), NEVER_MIND));
  expect(accepted.ok && accepted.value.state).toBe('complete');
});

test('the same submission twice at once is sent once', async () => {
  const scenery = scene(() => stored);
  const twice = [scenery.delivery, scenery.delivery].map((delivery) =>
    delivery.accept(submission([answer('1')]), NEVER_MIND),
  );
  await scenery.after(Promise.all(twice));
  expect(scenery.sent).toEqual(['1']);
});

test('without one memory for both it would be sent twice (control)', async () => {
  const [one, other] = [scene(() => stored), scene(() => stored)];
  await Promise.all(
    [one, other].map(({ delivery, after }) => after(delivery.accept(submission([answer('1')]), NEVER_MIND))),
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
  const { delivery, sent, after } = await refusedScene();
  const both = await after(
    Promise.all(['x', 'y'].map((text) => delivery.accept(corrected(text), NEVER_MIND))),
  );
  expect(both.map(({ ok }) => ok)).toEqual([true, false]);
  expect(sent).toEqual(['1', '2', '1']);
});

test('the second would have been taken, were the first not under way (control)', async () => {
  const scenery = scene((question) => (question === '1' ? failure({ kind: 'bad_request' }) : stored));
  await accept(scenery, [answer('1'), answer('2')]);
  for (const text of ['x', 'y'])
    expect((await scenery.after(scenery.delivery.accept(corrected(text), NEVER_MIND))).ok).toBe(true);
  expect(scenery.sent).toEqual(['1', '2', '1', '1']);
});

test('the same correction twice at once is sent once', async () => {
  const { delivery, sent, after } = await refusedScene();
  const both = await after(
    Promise.all(['x', 'x'].map((text) => delivery.accept(corrected(text), NEVER_MIND))),
  );
  expect(both.map((one) => one.ok && one.value.state)).toEqual(['complete', 'complete']);
  expect(sent).toEqual(['1', '2', '1']);
});

test('the first content and its correction at once: the correction is taken, the first changes nothing', async () => {
  const { delivery, sent, after } = await refusedScene();
  const both = await after(
    Promise.all([
      delivery.accept(corrected('x'), NEVER_MIND),
      delivery.accept(submission([answer('1'), answer('2')]), NEVER_MIND),
    ]),
  );
  // Each was read before the other was written: the first is what was stored then.
  expect(both.map(({ ok }) => ok)).toEqual([true, true]);
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

const withFile = (id = 'f') =>
  submission([
    {
      ...answer('1'),
      value: { kind: 'document', file: { id: fileId(id), name: 'a.txt', size: 7, type: 'text/plain' } },
    },
  ]);

test('no receipt is given on a file that cannot be held, and the same may be sent again', async () => {
  let isBroken = true;
  const { delivery, after } = scene(() => stored, undefined, {
    staging: (now) => ({ ...createMemoryStaging(now), hold: async () => !isBroken }),
  });
  expect(await delivery.accept(withFile(), NEVER_MIND)).toEqual(failure({ kind: 'store_unavailable' }));
  isBroken = false;
  expect((await after(delivery.accept(withFile(), NEVER_MIND))).ok).toBe(true);
});

test.each<[string, readonly FileVerdict[], string, number]>([
  ['clean after the scanner said nothing at first', ['unknown', 'unknown', 'clean'], '1 delivered', 1],
  ['infected', ['unknown', 'infected'], '1 refused invalid_answer', 0],
  ['never scanned', ['unknown'], '1 parked given_up', 0],
])('a file that is %s', async (_name, verdicts, state, posts) => {
  const left = [...verdicts];
  const scan = async () => (left.length > 1 ? left.shift() : left[0]) ?? 'unknown';
  const staging = createMemoryStaging(() => 0, { scan });
  await staging.put(submission([]).key, file('f'));
  const scenery = scene(() => stored, undefined, { staging: () => staging });
  expect(await accept(scenery, withFile().answers, 13 * HOUR)).toEqual([state]);
  expect(scenery.sent).toHaveLength(posts);
});

test('when memory is full new answers are refused, because forgetting a receipt could send its answers twice', async () => {
  const { delivery, pass, told } = scene(() => stored, undefined, { mostSubmissions: 10 });
  const from = (name: string) => ({
    ...submission([]),
    key: { tenant: tenant('t'), subject: subject(name) },
  });
  for (let index = 0; index < 10; index += 1) await delivery.accept(from(`${index}`), 0);
  expect(await delivery.accept(from('more'), 0)).toEqual(failure({ kind: 'store_unavailable' }));
  expect(told).toMatchObject([
    ['store_failed', { cause: 'MemoryFull', advice: expect.stringMatching('memory of this process') }],
  ]);
  expect((await delivery.accept(from('0'), 0)).ok).toBe(true);
  await pass(10 * DAY);
  expect((await delivery.accept(from('more'), 0)).ok).toBe(true);
});

test('an applicant who waits is told at once when the service takes nothing, and does not wait the next time', async () => {
  const { delivery, after } = scene(() => failure({ kind: 'unreachable' }));
  expect(delivery.isDown(tenant('t'))).toBe(false);
  const first = await after(delivery.accept(submission([answer('1')]), 10 * HOUR));
  expect(first.ok && first.value.state).toBe('received');
  expect(delivery.isDown(tenant('t'))).toBe(true);
  const again = await delivery.accept(submission([answer('1')]), 10 * HOUR);
  expect(again.ok && again.value.state).toBe('received');
});
