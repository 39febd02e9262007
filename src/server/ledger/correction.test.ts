import { expect, test } from 'vitest';
import { questionId } from '../../core/model/ids.ts';
import type { LedgerAnswer } from '../ports.ts';
import { correct } from './correction.ts';

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
const table: readonly (readonly [string, string, string, string | null])[] = [
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
];

const split = (text: string) => text.split(', ');

test.each(table)('%s', (_name, before, after, result) => {
  const corrected = correct(
    split(before).map((one) => stored(one)),
    split(after).map((one) => wanted(one)),
    true,
  );
  expect(describe(corrected)?.join(', ') ?? null).toEqual(result);
});

const changedForms: typeof table = [
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

test.each(changedForms)('the form changed: %s', (_name, before, after, result) => {
  const numbered = split(before).map((one, index) => stored(one, one.startsWith('9') ? index : 0));
  const corrected = correct(
    numbered,
    split(after).map((one) => wanted(one)),
    false,
  );
  expect(describe(corrected)?.join(', ') ?? null).toEqual(result);
});

test('of several files only the refused ones change, and the others keep their number', () => {
  const before = [stored('9=a delivered', 0), stored('9=b refused', 1), stored('9=c delivered', 2)];
  const replaced = [wanted('9=a', 0), wanted('9=x', 1), wanted('9=c', 2)];
  const removed = [wanted('9=a', 0), wanted('9=c', 1)];
  const swapped = [wanted('9=a', 0), wanted('9=x', 1)];
  expect(describe(correct(before, replaced, true))).toEqual([
    '9.0=a delivered',
    '9.1=x queued',
    '9.2=c delivered',
  ]);
  expect(describe(correct(before, removed, true))).toEqual(['9.0=a delivered', '9.2=c delivered']);
  expect(correct(before, swapped, true)).toBeNull();
});

test('of two files with the same content each is matched once: both are needed again', () => {
  const before = [stored('9=a delivered', 0), stored('9=a delivered', 1), stored('9=b refused', 2)];
  const both = [wanted('9=a', 0), wanted('9=a', 1), wanted('9=x', 2)];
  expect(describe(correct(before, both, true))).toEqual([
    '9.0=a delivered',
    '9.1=a delivered',
    '9.2=x queued',
  ]);
  expect(correct(before, [wanted('9=a', 0), wanted('9=x', 1)], true)).toBeNull();
});
