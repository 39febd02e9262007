import { expect, test } from 'vitest';
import { growthOf, STEEP } from '../growth.support.ts';
import { createForm } from './create-form.ts';
import { question, treeOf } from './form.support.ts';

test('the time until signals are ready does not grow with the square of their number', () => {
  const treeOfMany = (count: number) =>
    treeOf(...Array.from({ length: count }, (_, index) => question(`${index}`, 'short_text')));
  expect(growthOf(500, treeOfMany, createForm)).toBeLessThan(STEEP);
});
