import { expect, test } from 'vitest';
import { growthOf, STEEP } from '../growth.support.ts';
import { judgeCases } from './conformance-run.ts';

const one = {
  id: 'one',
  document: { data: [{ type: 'questions', id: '1', attributes: { question_type: 'boolean' } }] },
  answers: { 1: true },
  visible: ['1'],
  post: ['1'],
};

test('the time does not grow with the square of the number of cases', () => {
  const casesOf = (length: number) => Array.from({ length }, () => one);
  expect(judgeCases(casesOf(2)).lines).toEqual(['2 passed, 0 failed']);
  expect(growthOf(625, casesOf, (cases) => judgeCases(cases))).toBeLessThan(STEEP);
});
