import { expect, test } from 'vitest';
import { growthOf, STEEP } from '../../../growth.support.ts';
import { pairTexts } from './pair-texts.ts';
import { reduceQuestion } from './reduce-question.ts';

function choice(options: readonly string[]) {
  const attributes = { question_type: 'multiple_choice', multiple_choice_options: options };
  const reduced = reduceQuestion({ type: 'questions', id: '1', attributes });
  if (reduced === null) throw new Error('This is no question.');
  return { data: [reduced], included: [] };
}

test('the time to pair options does not grow with the square of their number', () => {
  const listsOf = (count: number) => {
    const options = Array.from({ length: count }, (_, place) => `option ${place}`);
    return [choice(options), choice(options.map((one) => `${one} de`))] as const;
  };
  expect(growthOf(2_000, listsOf, (lists) => pairTexts(...lists))).toBeLessThan(STEEP);
});
