import { expect, test } from 'vitest';
import { readQuestionDocument } from '../../core/jsonapi/read-questions.ts';
import { questionId } from '../../core/model/ids.ts';
import { buildTree } from '../../core/tree/question-tree.ts';
import { placeAnswers } from './submission-routes.ts';

const question = (id: string, parent: string | null) => ({
  type: 'questions',
  id,
  attributes: {
    title: `Question ${id}`,
    question_type: 'boolean',
    conditional:
      parent === null
        ? null
        : { parent_question_id: parent, conditions: [{ operator: 'not_equals', value: 'true' }] },
  },
});

const chain = readQuestionDocument({ data: [question('1', null), question('2', '1'), question('3', '2')] });

test.each([
  ['the answer of its parent', ['1', '2', '3'], [null, '1', '2']],
  ['the answer above its parent, if the parent is shown but not answered', ['1', '3'], [null, '1']],
  ['nothing, if no question above it is answered', ['3'], [null]],
])('an answer waits for %s', (_name, answered, parents) => {
  const tree = buildTree(chain.ok ? chain.value.records : [], { dateOrder: 'dmy', unanswered: 'negated' });
  const answers = answered.map((id) => ({
    question: questionId(id),
    part: 0,
    value: { kind: 'boolean', value: false } as const,
  }));
  expect(placeAnswers(tree, answers).map(({ parent }) => parent)).toEqual(parents);
});
