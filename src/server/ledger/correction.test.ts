import { expect, test } from 'vitest';
import { questionId } from '../../core/model/ids.ts';
import type { LedgerAnswer } from '../ports.ts';
import { mergeCorrection } from './correction.ts';

/** `1` has no parent; `1>2` is question 2 below question 1; `=x` is its content. */
function wanted(text: string, part = 0): LedgerAnswer {
  const [, parent, question = '', content = ''] = /^(?:(\w+)>)?(\w+)=(\w+)$/.exec(text) ?? [];
  return {
    question: questionId(question),
    part,
    value: { kind: 'text', text: content },
    parent: parent === undefined ? null : questionId(parent),
    title: '',
    type: 'short_text',
    isDistinct: true,
    fingerprint: content,
  };
}

type Stored = LedgerAnswer & { readonly state: string };

function stored(text: string, part = 0): Stored {
  const [answer = '', state = ''] = text.split(' ');
  return { ...wanted(answer, part), state };
}

const summariesOf = (answers: readonly (LedgerAnswer | Stored)[] | null) =>
  answers?.map((answer) => {
    const state = 'state' in answer ? answer.state : 'queued';
    return `${answer.question}.${answer.part}=${answer.fingerprint} ${state}`;
  }) ?? null;

/** Answers before and after, and the merged result; null when the correction is rejected. */
type Row = readonly [name: string, before: string, after: string, result: string | null];

const sameForm: readonly Row[] = [
  ['replaces a refused answer', '1=a delivered, 2=b refused', '1=a, 2=c', '1.0=a delivered, 2.0=c queued'],
  ['removes a refused answer', '1=a delivered, 2=b refused', '1=a', '1.0=a delivered'],
  ['adds a follow-up to a refused answer', '1=a refused', '1=b, 1>2=c', '1.0=b queued, 2.0=c queued'],
  [
    'removes the follow-ups of a refused answer at any depth',
    '1=a refused, 1>2=b held, 2>3=c held',
    '1=x',
    '1.0=x queued',
  ],
  [
    'changes a follow-up of a refused answer',
    '1=a refused, 1>2=b held',
    '1=x, 1>2=y',
    '1.0=x queued, 2.0=y queued',
  ],
  [
    'leaves an answer that is being sent',
    '1=a sending, 2=b refused',
    '1=a, 2=c',
    '1.0=a sending, 2.0=c queued',
  ],
  ['leaves a parked answer', '1=a parked, 2=b refused', '1=a, 2=c', '1.0=a parked, 2.0=c queued'],
  ['is rejected when nothing was refused', '1=a delivered', '1=b', null],
  ['is rejected when it changes a delivered answer', '1=a delivered, 2=b refused', '1=x, 2=c', null],
  ['is rejected when it removes a delivered answer', '1=a delivered, 2=b refused', '2=c', null],
  ['is rejected when it adds an unrelated answer', '1=a delivered, 2=b refused', '1=a, 2=c, 3=d', null],
  ['is rejected when it changes a parked answer', '1=a parked, 2=b refused', '1=x, 2=c', null],
  [
    'is rejected when it changes a follow-up of a parked answer',
    '1=a parked, 1>2=b held, 3=c refused',
    '1=a, 1>2=x, 3=d',
    null,
  ],
  [
    'replaces a refused file',
    '9=a delivered, 9=b refused, 9=c delivered',
    '9=a, 9=x, 9=c',
    '9.0=a delivered, 9.1=x queued, 9.2=c delivered',
  ],
  [
    'removes a refused file and leaves the numbers of the others',
    '9=a delivered, 9=b refused, 9=c delivered',
    '9=a, 9=c',
    '9.0=a delivered, 9.2=c delivered',
  ],
  [
    'is rejected when it removes a delivered file',
    '9=a delivered, 9=b refused, 9=c delivered',
    '9=a, 9=x',
    null,
  ],
  [
    'matches two files with the same content one to one',
    '9=a delivered, 9=a delivered, 9=b refused',
    '9=a, 9=a, 9=x',
    '9.0=a delivered, 9.1=a delivered, 9.2=x queued',
  ],
  [
    'is rejected when it names only one of two equal delivered files',
    '9=a delivered, 9=a delivered, 9=b refused',
    '9=a, 9=x',
    null,
  ],
];

const changedForm: readonly Row[] = [
  [
    'adds an answer that the changed form asks for',
    '1=a delivered, 2=b refused',
    '2=c, 3=d',
    '1.0=a delivered, 2.0=c queued, 3.0=d queued',
  ],
  [
    'leaves a delivered answer, whatever the changed form accepts',
    '1=a delivered, 2=b refused',
    '1=x, 2=c',
    '1.0=a delivered, 2.0=c queued',
  ],
  [
    'drops a refused answer whose question the changed form no longer asks',
    '1=a delivered, 2=b refused',
    '1=a',
    '1.0=a delivered',
  ],
  [
    'replaces one of several files of a changed form',
    '9=a delivered, 9=b refused',
    '9=a, 9=c',
    '9.0=a delivered, 9.1=c queued',
  ],
  ['is rejected when nothing was refused', '1=a delivered', '1=a, 2=b', null],
];

/** Question 9 takes several files. */
const split = <Answer>(text: string, read: (answer: string, part: number) => Answer): Answer[] =>
  text.split(', ').map((answer, index) => read(answer, answer.startsWith('9') ? index : 0));

test.each([
  ...sameForm.map((row) => [...row, true] as const),
  ...changedForm.map((row) => [...row, false] as const),
])('a correction %s: %s becomes %s', (_name, before, after, result, isSameForm) => {
  const corrected = mergeCorrection(split(before, stored), split(after, wanted), isSameForm);
  expect(summariesOf(corrected)?.join(', ') ?? null).toEqual(result);
});
