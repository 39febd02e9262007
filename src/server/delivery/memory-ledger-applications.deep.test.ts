import { describe, expect, test } from 'vitest';
import { applicationId, jobId } from '../../core/model/ids.ts';
import { failure, success } from '../../core/model/outcome.ts';
import type { LedgerAnswer, SubmissionToAccept } from '../../core/model/ports.ts';
import type { MemberName } from '../service/application-members.ts';
import type { ServiceError } from '../service/service-error.ts';
import {
  answer,
  HOUR,
  type Made,
  NEVER_MIND,
  type Scenery,
  scene,
  stored,
  submission,
} from './memory-ledger.support.ts';

const DAY = 86_400_000;
const details = { first_name: 'Ada', last_name: 'Example', email: 'ada@example.com' };

/** Its fingerprint follows from what it holds, as that of the real one. */
const toJob = (answers: readonly LedgerAnswer[], change: object = {}): SubmissionToAccept => ({
  ...submission(answers, JSON.stringify([change, answers])),
  detailsFingerprint: JSON.stringify(change),
  destination: {
    kind: 'job',
    job: jobId('4711'),
    details: { ...details, ...change },
    locale: null,
    source: null,
  },
});

const made = success(applicationId('99'));
const refusal = failure<ServiceError>({ kind: 'invalid', pointers: [], members: ['email', 'phone'] });

/** What the applicant may know once everything has come to rest. */
async function send({ delivery, pass }: Scenery, sent: SubmissionToAccept) {
  const accepted = await delivery.accept(sent, 0);
  if (!accepted.ok) return accepted.error.kind;
  await pass(HOUR);
  const read = await delivery.read(sent.key, accepted.value.reference, 0);
  const { state, code, fields } = read?.application ?? {};
  return [[state, code, fields], read?.answers.map((one) => `${one.question} ${one.state}`), read?.state];
}

const two = [answer('1'), answer('2', '1')];
const complete = [['delivered', null, []], ['1 delivered', '2 delivered'], 'complete'];

test('the application goes first, with our reference, then its answers with its id', async () => {
  const scenery = scene(() => stored);
  const sent = toJob(two);
  expect(await send(scenery, sent)).toEqual(complete);
  const found = await scenery.delivery.find(sent.key);
  expect(scenery.made.map(({ data }) => data.attributes.external_system_reference)).toEqual([
    found?.submission.reference,
  ]);
  expect(scenery.sent).toEqual(['1', '2']);
});

test('without a question to answer it is complete with the application', async () => {
  const scenery = scene(() => stored);
  expect(await send(scenery, toJob([]))).toEqual([['delivered', null, []], [], 'complete']);
});

const unclear: readonly ServiceError[] = [
  { kind: 'server_error', status: 500 },
  { kind: 'interrupted' },
  { kind: 'timeout' },
  { kind: 'bad_document', status: 201 },
];

test.each(unclear)(
  'after $kind the outcome is unknown: it is parked, never sent again, and nothing goes below',
  async (error) => {
    const scenery = scene(
      () => stored,
      () => failure(error),
    );
    const sent = toJob(two);
    const parked = [['parked', 'unclear', []], ['1 held', '2 held'], 'attention'];
    expect(await send(scenery, sent)).toEqual(parked);
    expect(await send(scenery, sent)).toEqual(parked);
    expect(await send(scenery, toJob(two, { first_name: 'Eva' }))).toBe('already_submitted');
    expect([scenery.made.length, scenery.sent]).toEqual([1, []]);
  },
);

test('what was thrown on the way is unclear, too', async () => {
  const scenery = scene(
    () => stored,
    () => {
      throw new Error('never thought of');
    },
  );
  expect(await send(scenery, toJob(two))).toEqual([
    ['parked', 'unclear', []],
    ['1 held', '2 held'],
    'attention',
  ]);
});

const certain: readonly ServiceError[] = [
  { kind: 'unauthorized' },
  { kind: 'forbidden' },
  { kind: 'unreachable' },
  { kind: 'rate_limited', retryAfter: 3 },
];

test.each(certain)('after $kind it certainly was not made, so it goes again', async (error) => {
  const scenery = scene(
    () => stored,
    (times) => (times < 4 ? failure(error) : made),
  );
  expect(await send(scenery, toJob(two))).toEqual(complete);
  expect(scenery.made).toHaveLength(4);
  const references = scenery.made.map(({ data }) => data.attributes.external_system_reference);
  expect(new Set(references).size).toBe(1);
});

test('a service that stays away is waited for, and the application is made when it comes back', async () => {
  let isAway = true;
  const scenery = scene(
    () => stored,
    () => (isAway ? failure({ kind: 'forbidden' }) : made),
  );
  expect(await send(scenery, toJob(two))).toEqual([
    ['queued', null, []],
    ['1 queued', '2 queued'],
    'received',
  ]);
  isAway = false;
  expect(await send(scenery, toJob(two))).toEqual(complete);
});

test('one whose reply was lost is found by our reference, and not made again', async () => {
  let there: typeof made.value | null = null;
  const scenery = scene(
    () => stored,
    () => {
      there = applicationId('99');
      return failure({ kind: 'timeout' });
    },
    { held: () => [], found: () => there },
  );
  expect(await send(scenery, toJob(two))).toEqual(complete);
  expect(scenery.made).toHaveLength(1);
});

describe('what the service says no to', () => {
  test('is named, whether the form asks it or not, and nothing goes below it', async () => {
    const scenery = scene(
      () => stored,
      () => refusal,
    );
    expect(await send(scenery, toJob(two))).toEqual([
      ['refused', 'invalid_details', ['email', 'phone']],
      ['1 held', '2 held'],
      'refused',
    ]);
    expect(scenery.told).toMatchObject([
      ['detail_learned', { job: '4711', fields: ['phone'] }],
      ['application_refused', { members: ['email', 'phone'] }],
    ]);
    expect(scenery.sent).toEqual([]);
  });

  test.each<readonly [MemberName, string, readonly string[]]>([
    ['phone', 'invalid_details', ['phone']],
    ['cv_base64_data', 'invalid_details', ['cv']],
    ['job', 'job_closed', []],
    ['locale', 'application_refused', []],
  ])('is told by our names: %s is %s of %j', async (member, code, fields) => {
    const scenery = scene(
      () => stored,
      (times) => (times === 1 ? failure({ kind: 'invalid', pointers: [], members: [member] }) : made),
    );
    expect(await send(scenery, toJob(two))).toEqual([
      ['refused', code, fields],
      ['1 held', '2 held'],
      'refused',
    ]);
    expect(scenery.told.filter(([event]) => event !== 'detail_learned')).toMatchObject([
      ['application_refused', { cause: 'invalid', code, members: [member], advice: expect.any(String) }],
    ]);
    expect(await send(scenery, toJob(two, { first_name: 'Eva' }))).toEqual(complete);
  });

  test.each<readonly [ServiceError, string]>([
    [{ kind: 'not_found' }, 'not_found'],
    [{ kind: 'bad_request' }, 'application_refused'],
  ])('by %j has no field, and can be sent anew', async (error, code) => {
    const scenery = scene(
      () => stored,
      (times) => (times === 1 ? failure(error) : made),
    );
    expect(await send(scenery, toJob(two))).toMatchObject([['refused', code, []], {}, 'refused']);
    expect(await send(scenery, toJob(two, { first_name: 'Eva' }))).toEqual(complete);
  });

  test('may change together with all answers, and the whole goes under the same reference', async () => {
    const scenery = scene(
      () => stored,
      (times) => (times === 1 ? refusal : made),
    );
    await send(scenery, toJob(two));
    const before = await scenery.delivery.find(toJob([]).key);
    const after = await send(scenery, toJob([answer('3')], { email: 'ada@example.org' }));
    expect(after).toEqual([['delivered', null, []], ['3 delivered'], 'complete']);
    const found = await scenery.delivery.find(toJob([]).key);
    expect(found?.submission.reference).toBe(before?.submission.reference);
    expect(scenery.made.map(({ data }) => data.attributes.email)).toEqual([
      'ada@example.com',
      'ada@example.org',
    ]);
    expect(scenery.sent).toEqual(['3']);
  });

  test('may change in the moment in which the refusal comes: everything of the correction arrives', async () => {
    const taken = new Set<boolean>();
    for (let moment = 0; moment < 40; moment += 1) {
      const scenery = scene(
        () => stored,
        (times) => (times === 1 ? refusal : made),
      );
      const { delivery } = scenery;
      void delivery.accept(toJob(two), 0);
      for (let turn = 0; turn < moment; turn += 1) await Promise.resolve();
      const corrected = toJob([answer('3')], { email: 'ada@example.org' });
      const accepted = await delivery.accept(corrected, 0);
      await scenery.pass(HOUR);
      taken.add(accepted.ok);
      const found = await delivery.find(corrected.key);
      expect(found?.submission.state).toBe(accepted.ok ? 'complete' : 'refused');
      expect(scenery.sent).toEqual(accepted.ok ? ['3'] : []);
    }
    // The moments reach from before the refusal to after it.
    expect(taken.size).toBe(2);
  });
});

describe('one session makes one application', () => {
  test('when the same is sent twice at once, and again later', async () => {
    const scenery = scene(() => stored);
    const both = [scenery.delivery, scenery.delivery].map((one) => one.accept(toJob(two), NEVER_MIND));
    await scenery.after(Promise.all(both));
    await send(scenery, toJob(two));
    expect([scenery.made.length, scenery.sent]).toEqual([1, ['1', '2']]);
  });

  test('and two without one memory for both (control)', async () => {
    const [one, other] = [scene(() => stored), scene(() => stored)];
    await Promise.all(
      [one, other].map(({ delivery, after }) => after(delivery.accept(toJob(two), NEVER_MIND))),
    );
    expect(one.made.length + other.made.length).toBe(2);
  });

  test('when it is sent with other details while the first is on its way', async () => {
    let release: (reply: Made) => void = () => undefined;
    const scenery = scene(
      () => stored,
      () =>
        new Promise<Made>((resolve) => {
          release = resolve;
        }),
    );
    await scenery.delivery.accept(toJob(two), 0);
    expect(await send(scenery, toJob(two, { first_name: 'Eva' }))).toBe('already_submitted');
    release(made);
    await scenery.pass(HOUR);
    expect(scenery.made).toHaveLength(1);
  });

  test('eight days later, too, and is forgotten after the ninth', async () => {
    const scenery = scene(() => stored);
    const first = toJob(two);
    await send(scenery, first);
    const { submission: before } = (await scenery.delivery.find(first.key)) ?? {};
    await scenery.pass(8 * DAY);
    expect(await send(scenery, toJob(two, { first_name: 'Eva' }))).toBe('already_submitted');
    expect(await send(scenery, first)).toEqual(complete);
    expect((await scenery.delivery.find(first.key))?.submission.reference).toBe(before?.reference);
    expect(scenery.made).toHaveLength(1);
    await scenery.pass(1.5 * DAY);
    expect(await scenery.delivery.find(first.key)).toBeNull();
  });

  test('one that was refused is forgotten with its receipt: nothing was made (control)', async () => {
    const scenery = scene(
      () => stored,
      (times) => (times === 1 ? refusal : made),
    );
    await send(scenery, toJob(two));
    await scenery.pass(10 * DAY);
    expect(await scenery.delivery.find(toJob(two).key)).toBeNull();
    expect(await send(scenery, toJob(two))).toEqual(complete);
  });

  test('what is still on its way is not forgotten', async () => {
    let release: (reply: Made) => void = () => undefined;
    const scenery = scene(
      () => stored,
      () =>
        new Promise<Made>((resolve) => {
          release = resolve;
        }),
    );
    await scenery.delivery.accept(toJob(two), 0);
    await scenery.pass(2 * DAY);
    expect(await send(scenery, toJob(two, { first_name: 'Eva' }))).toBe('already_submitted');
    release(made);
    await scenery.pass(HOUR);
    expect(scenery.made).toHaveLength(1);
  });
});
