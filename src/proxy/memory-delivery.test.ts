import { expect, test } from 'vitest';
import type { AnswerBody } from '../documents/write-answer.ts';
import { applicationId, questionId, subject, tenant } from '../model/ids.ts';
import { failure, type Outcome, success } from '../model/outcome.ts';
import type { LedgerAnswer, SubmissionToAccept } from '../model/ports.ts';
import type { ServiceError } from '../service/service-error.ts';
import { silentLog } from './log.ts';
import { createMemoryDelivery } from './memory-delivery.ts';
import { createMemoryStaging } from './staging.ts';

type Reply = Outcome<string, ServiceError>;

/** A delivery whose clock only moves when somebody sleeps. */
function scene(reply: (question: string, times: number) => Reply | Promise<Reply>) {
  let clock = 0;
  const sent: string[] = [];
  const now = () => clock;
  const delivery = createMemoryDelivery({
    serviceOf: () => ({
      createAnswer: async (body: AnswerBody) => {
        const question = body.data.relationships.question.data.id;
        sent.push(question);
        return reply(question, sent.filter((one) => one === question).length);
      },
    }),
    staging: createMemoryStaging(now),
    log: silentLog,
    now,
    sleep: async (milliseconds) => {
      clock += milliseconds;
    },
  });
  const pass = (milliseconds: number) => {
    clock += milliseconds;
  };
  return { delivery, sent, now, pass };
}

const answer = (id: string, parent: string | null = null): LedgerAnswer => ({
  question: questionId(id),
  part: 0,
  value: { kind: 'text', text: id },
  parent: parent === null ? null : questionId(parent),
  fingerprint: id,
});

const submission = (answers: readonly LedgerAnswer[], fingerprint = 'f'): SubmissionToAccept => ({
  key: { tenant: tenant('t'), subject: subject('s') },
  destination: { application: applicationId('99') },
  fingerprint,
  answers,
});

const stored = success('1');
const NEVER_MIND = 60_000;

async function accept(scenery: ReturnType<typeof scene>, answers: readonly LedgerAnswer[]) {
  const accepted = await scenery.delivery.accept(submission(answers), 0);
  if (!accepted.ok) throw new Error(accepted.error.kind);
  for (let turn = 0; turn < 2_000; turn += 1) await Promise.resolve();
  const read = await scenery.delivery.read(submission([]).key, accepted.value.reference, NEVER_MIND);
  return read?.answers.map(({ question, state, code }) => `${question} ${state} ${code ?? ''}`.trim());
}

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
    return question === '1' && times === 1 ? failure({ kind: 'invalid', pointers: [] }) : stored;
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
