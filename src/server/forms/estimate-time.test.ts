import { expect, test } from 'vitest';
import { readQuestionDocument } from '../../core/jsonapi/read-questions.ts';
import { defaultSemantics } from '../../core/model/question.ts';
import { buildTree } from '../../core/tree/question-tree.ts';
import { estimateMinutes } from './estimate-time.ts';

interface SampleQuestion {
  readonly type: string;
  readonly required?: boolean;
  readonly parent?: string;
}

const names = (['first_name', 'last_name', 'email'] as const).map((name) => ({ name, required: true }));

function treeOf(questions: readonly SampleQuestion[]) {
  const data = questions.map(({ type, required = true, parent }, index) => {
    const conditions = [{ operator: 'equals', value: 'true' }];
    const conditional = parent === undefined ? null : { parent_question_id: parent, position: 1, conditions };
    return {
      type: 'questions',
      id: `${index + 1}`,
      attributes: { question_type: type, title: 'A question', required, conditional },
    };
  });
  const read = readQuestionDocument({ data, included: [] });
  if (!read.ok) throw new Error(read.error);
  return buildTree(read.value.records, defaultSemantics);
}

const paragraph = { type: 'long_text' };

test.each<[string, readonly SampleQuestion[], number]>([
  ['names and an e-mail address alone take a minute', [], 1],
  ['a paragraph takes another minute', [paragraph], 2],
  ['an optional question counts half', Array(2).fill({ ...paragraph, required: false }), 2],
  ['six paragraphs take ten minutes and more', Array.from({ length: 6 }, () => paragraph), 11],
  ['a question of an unknown type does not count', [{ type: 'video' }], 1],
  ['a follow-up does not count', [{ type: 'boolean' }, { ...paragraph, parent: '1' }], 1],
])('%s', (_what, questions, minutes) => {
  expect(estimateMinutes(treeOf(questions), names)).toBe(minutes);
});
