import { expect, test } from 'vitest';
import { questionId, reference } from '../../../core/model/ids.ts';
import type { DeliveredAnswer, Submission } from '../../../core/model/submission.ts';
import { sentChangesAlone } from './held-details.ts';

const made = { state: 'queued', fields: [], code: null } as const;
const answer = (state: DeliveredAnswer['state']): DeliveredAnswer => ({
  question: questionId('1'),
  part: 0,
  state,
  code: null,
});

test.each<readonly [string, boolean, Pick<Submission, 'application' | 'answers'>]>([
  ['changes and nothing else', true, { application: made, answers: [] }],
  ['changes after the answers arrived', true, { application: made, answers: [answer('delivered')] }],
  ['changes beside answers on their way', false, { application: made, answers: [answer('queued')] }],
  ['answers alone', false, { application: null, answers: [answer('delivered')] }],
])('%s', (_name, isAlone, sent) => {
  const submission: Submission = {
    ...sent,
    reference: reference('APPLY-7K2M-9Q4D'),
    state: 'delivering',
    acceptedAt: '2026-11-20T09:30:00Z',
    secondsLeft: null,
  };
  expect(sentChangesAlone(submission)).toBe(isAlone);
});
