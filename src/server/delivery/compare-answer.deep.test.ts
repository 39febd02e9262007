import { expect, test } from 'vitest';
import type { OutgoingValue } from '../../core/model/answer.ts';
import { questionId } from '../../core/model/ids.ts';
import { growthOf, STEEP } from '../../growth.support.ts';
import { findAnswer } from './compare-answer.ts';
import type { HeldAnswer } from './service-gateway.ts';

const text = (content: string): OutgoingValue => ({ kind: 'text', text: content });
const number = (content: string): OutgoingValue => ({ kind: 'number', text: content });
const both = { question: questionId('7'), title: 'Salary', type: 'short_text' } as const;
const wanted = (value: OutgoingValue) => ({ ...both, part: 0, value, isDistinct: true });
const held = (attributes: HeldAnswer['attributes']): HeldAnswer => ({
  ...both,
  id: '1',
  attributes,
  createdAt: null,
});

test.each([
  [
    'marks above and below a letter',
    (size: number) => text(`a${'\u0301\u0323'.repeat(size)}`),
    (size: number) => ({ text_answer: `a${'\u0323\u0301'.repeat(size)}` }),
  ],
  ['space around a number', () => number('7'), (size: number) => ({ number_answer: `${' '.repeat(size)}x` })],
  ['zeros in a number', () => number('7'), (size: number) => ({ number_answer: `7.${'0'.repeat(size)}1` })],
])('the time of looking for an answer grows with its length: %s', (_name, value, attributes) => {
  const make = (size: number) => ({ answer: wanted(value(size)), all: [held(attributes(size))] });
  const look = ({ answer, all }: ReturnType<typeof make>) => findAnswer(answer, all, false);
  expect(growthOf(500, make, look)).toBeLessThan(STEEP);
});
