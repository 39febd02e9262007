/** How the form answers a challenge. */
import { createHash } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { plainFailure } from '../../core/jsonapi/read-failure.ts';
import type { OutgoingSubmission } from '../../core/jsonapi/submissions.ts';
import { failure, type Outcome, success } from '../../core/model/failure.ts';
import { reference, revision } from '../../core/model/ids.ts';
import { defaultSemantics } from '../../core/model/question.ts';
import type { Submission } from '../../core/model/submission.ts';
import { buildTree } from '../../core/tree/question-tree.ts';
import { createForm } from '../../form/create-form.ts';
import { en } from '../../locale/en.ts';
import { enFilling } from '../../locale/en-filling.ts';
import { createMessages } from '../../locale/messages.ts';
import { nothingRich, type RichSettings, readSettings } from '../host/host.ts';
import type { Trouble } from '../proxy/request.ts';
import { answerChallenge, type ChallengeTools, solve } from './challenge.ts';

const hashed = (text: string) => createHash('sha256').update(text).digest('hex');
const never = new AbortController().signal;

const salt = `${'0'.repeat(24)}?expires=1764000000&`;
const challengeOf = (number: number) => ({ salt, challenge: hashed(`${salt}${number}`), maxnumber: 3_000 });

test.each([0, 1, 31, 32, 2_999, 3_000])('the solver finds the number %d', async (number) => {
  expect(await solve(challengeOf(number), never)).toBe(number);
});

test('the solver returns nothing when no number fits, or when the form has gone', async () => {
  expect(await solve(challengeOf(9_999), never)).toBeNull();
  expect(await solve(challengeOf(1), AbortSignal.abort())).toBeNull();
});

const receipt: Submission = {
  reference: reference('AAAA-BBBB'),
  state: 'received',
  acceptedAt: '2027-01-01T00:00:00.000Z',
  application: null,
  answers: [],
};

const asks = (number: number, callback = false): Trouble => ({
  status: 403,
  retryAfter: null,
  document: {
    errors: [{ code: 'challenge_required' }],
    meta: {
      challenge: { attributes: { algorithm: 'SHA-256', signature: 'abc', ...challengeOf(number) } },
      ...(callback && { callback: true }),
    },
  },
});

interface Wish {
  readonly trouble?: Trouble;
  readonly challenge?: RichSettings['challenge'];
  readonly replies?: readonly Outcome<Submission, Trouble>[];
}

async function run({ trouble = asks(700), challenge = null, replies = [success(receipt)] }: Wish) {
  const form = createForm(buildTree([], defaultSemantics));
  const steps: unknown[] = [];
  form.submission.subscribe((phase) => void steps.push(phase));
  const tools: ChallengeTools = {
    host: { settings: () => ({ ...readSettings(() => null, null), ...nothingRich, challenge }) },
    messages: () => createMessages('en', { ...en, ...enFilling }),
    signal: never,
  };
  const filling = { seconds: 1, events: 0, hidden: 0 };
  const meta = { revision: revision('r'), locale: 'en', source: null, filling };
  const sent: OutgoingSubmission = { details: null, answers: [], meta };
  const rest = [...replies];
  const send = vi.fn(async (_again: OutgoingSubmission) => rest.shift() ?? failure(plainFailure('offline')));
  const outcome = await answerChallenge(tools, { form, sent, trouble }, send);
  return { outcome, steps, proofs: send.mock.calls.map(([again]) => again.meta) };
}

test('the form says that it is checking, and sends the same application with the solution', async () => {
  const { outcome, steps, proofs } = await run({});
  expect(outcome).toEqual(success(receipt));
  const solution = JSON.parse(atob(proofs[0]?.challenge ?? ''));
  const { maxnumber: _most, ...given } = challengeOf(700);
  expect(solution).toEqual({ algorithm: 'SHA-256', signature: 'abc', number: 700, ...given });
  expect(proofs[0]?.filling).toEqual({ seconds: 1, events: 0, hidden: 0 });
  expect(steps.slice(1)).toEqual([
    { kind: 'sending', step: 'Checking that this is not spam. Your answers are safe.' },
    { kind: 'sending' },
  ]);
});

test('an unsolvable or repeated challenge is retried later by itself', async () => {
  const later = failure({ status: 503, document: null, retryAfter: 60 });
  expect((await run({ trouble: asks(9_999) })).outcome).toEqual(later);
  const again = failure(asks(3));
  expect((await run({ replies: [again, again, again, again] })).outcome).toEqual(later);
});

test('the host’s page gives a token only when the tenant has a verifier', async () => {
  const challenge = vi.fn(async () => 'token');
  const verified = await run({ trouble: asks(5, true), challenge });
  expect(verified.proofs[0]?.challenge).toBe('token');
  const unverified = await run({ challenge });
  expect(unverified.proofs[0]?.challenge).not.toBe('token');
  expect(challenge).toHaveBeenCalledTimes(1);
});
