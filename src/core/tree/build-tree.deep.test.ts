import { expect, test } from 'vitest';
import { growthOf, STEEP } from '../../growth.support.ts';
import { readQuestionDocument } from '../jsonapi/read-questions.ts';
import { defaultSemantics } from '../model/question.ts';
import { buildTree } from './build-tree.ts';

interface Asked {
  readonly id: string;
  readonly parent?: string;
}

function treeOf(asked: readonly Asked[]) {
  const data = asked.map(({ id, parent }) => {
    const conditions = [{ operator: 'equals', value: 'true' }];
    const conditional = parent === undefined ? null : { parent_question_id: parent, conditions };
    return { type: 'questions', id, attributes: { question_type: 'boolean', title: id, conditional } };
  });
  const read = readQuestionDocument({ data, included: [] });
  if (!read.ok) throw new Error(read.error);
  return buildTree(read.value.records, defaultSemantics);
}

const chain = (length: number): readonly Asked[] =>
  Array.from({ length }, (_, index) =>
    index === 0 ? { id: '0' } : { id: String(index), parent: String(index - 1) },
  );

test.each([
  ['a chain', (count: number) => chain(count)],
  [
    'children of one question',
    (count: number) => [
      { id: 'p' },
      ...Array.from({ length: count }, (_, id) => ({ id: String(id), parent: 'p' })),
    ],
  ],
  ['roots', (count: number) => Array.from({ length: count }, (_, id) => ({ id: String(id) }))],
])('time grows with the number of questions, not with its square: %s', (_name, shape) => {
  expect(growthOf(1_000, shape, (asked) => treeOf(asked))).toBeLessThan(STEEP);
});
