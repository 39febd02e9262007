import { expect, test } from 'vitest';
import { questionId } from '../../core/model/ids.ts';
import type { LedgerAnswer } from '../ports.ts';
import { mergeCorrection } from './correction.ts';

/** `1` under nothing; `1>2` is question 2 below question 1; `=x` is its content. */
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

const describe = (answers: readonly (LedgerAnswer | Stored)[] | null) =>
  answers?.map((one) => {
    const state = 'state' in one ? one.state : 'queued';
    return `${one.question}.${one.part}=${one.fingerprint} ${state}`;
  }) ?? null;

/** Before, wanted, and what comes of it; null: it is no correction. */
type Row = readonly [name: string, before: string, after: string, result: string | null];

const sameForm: readonly Row[] = [
  ['the refused answer changes', '1=a delivered, 2=b refused', '1=a, 2=c', '1.0=a delivered, 2.0=c queued'],
  ['the refused answer goes', '1=a delivered, 2=b refused', '1=a', '1.0=a delivered'],
  ['what stands below it appears', '1=a refused', '1=b, 1>2=c', '1.0=b queued, 2.0=c queued'],
  ['what stands below it goes, at any depth', '1=a refused, 1>2=b held, 2>3=c held', '1=x', '1.0=x queued'],
  ['what stands below it changes', '1=a refused, 1>2=b held', '1=x, 1>2=y', '1.0=x queued, 2.0=y queued'],
  ['what is under way stays', '1=a sending, 2=b refused', '1=a, 2=c', '1.0=a sending, 2.0=c queued'],
  ['what is parked stays parked', '1=a parked, 2=b refused', '1=a, 2=c', '1.0=a parked, 2.0=c queued'],
  ['nothing was refused', '1=a delivered', '1=b', null],
  ['a delivered answer changes too', '1=a delivered, 2=b refused', '1=x, 2=c', null],
  ['a delivered answer goes', '1=a delivered, 2=b refused', '2=c', null],
  ['an answer elsewhere appears', '1=a delivered, 2=b refused', '1=a, 2=c, 3=d', null],
  ['a parked answer changes', '1=a parked, 2=b refused', '1=x, 2=c', null],
  ['what waits below a parked one changes', '1=a parked, 1>2=b held, 3=c refused', '1=a, 1>2=x, 3=d', null],
  [
    'a refused file is replaced',
    '9=a delivered, 9=b refused, 9=c delivered',
    '9=a, 9=x, 9=c',
    '9.0=a delivered, 9.1=x queued, 9.2=c delivered',
  ],
  [
    'a refused file goes, and the others keep their number',
    '9=a delivered, 9=b refused, 9=c delivered',
    '9=a, 9=c',
    '9.0=a delivered, 9.2=c delivered',
  ],
  ['a delivered file goes', '9=a delivered, 9=b refused, 9=c delivered', '9=a, 9=x', null],
  [
    'of two files with the same content each is matched once',
    '9=a delivered, 9=a delivered, 9=b refused',
    '9=a, 9=a, 9=x',
    '9.0=a delivered, 9.1=a delivered, 9.2=x queued',
  ],
  ['both of them are needed again', '9=a delivered, 9=a delivered, 9=b refused', '9=a, 9=x', null],
];

const changedForm: readonly Row[] = [
  [
    'what it asks now is added',
    '1=a delivered, 2=b refused',
    '2=c, 3=d',
    '1.0=a delivered, 2.0=c queued, 3.0=d queued',
  ],
  [
    'what was delivered stays, whatever it takes now',
    '1=a delivered, 2=b refused',
    '1=x, 2=c',
    '1.0=a delivered, 2.0=c queued',
  ],
  ['the refused question is gone', '1=a delivered, 2=b refused', '1=a', '1.0=a delivered'],
  ['of several files one changes', '9=a delivered, 9=b refused', '9=a, 9=c', '9.0=a delivered, 9.1=c queued'],
  ['nothing was refused', '1=a delivered', '1=a, 2=b', null],
];

/** Question 9 takes several files. */
const split = <One>(text: string, read: (one: string, part: number) => One): One[] =>
  text.split(', ').map((one, place) => read(one, one.startsWith('9') ? place : 0));

test.each([
  ...sameForm.map((row) => [...row, true] as const),
  ...changedForm.map((row) => [...row, false] as const),
])('%s: %s, %s', (_name, before, after, result, isSameForm) => {
  const corrected = mergeCorrection(split(before, stored), split(after, wanted), isSameForm);
  expect(describe(corrected)?.join(', ') ?? null).toEqual(result);
});
