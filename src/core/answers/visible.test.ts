import { describe, expect, test } from 'vitest';
import { readQuestionDocument } from '../jsonapi/read-questions.ts';
import { fileId, questionId } from '../model/ids.ts';
import type { Answer } from '../model/question.ts';
import { defaultSemantics } from '../model/question.ts';
import type { QuestionTree } from '../tree/question-tree.ts';
import { buildTree } from '../tree/question-tree.ts';
import { outgoingAnswers } from './answers.ts';

/** `2 boolean < 1` means question 2, a boolean, shown while question 1 is true. */
function treeOf(...lines: readonly string[]): QuestionTree {
  const data = lines.map((line) => {
    const [id, question_type, , parent] = line.split(' ');
    const conditions = [{ operator: 'equals', value: 'true' }];
    const conditional = parent === undefined ? null : { parent_question_id: parent, conditions };
    return { type: 'questions', id, attributes: { question_type, conditional } };
  });
  const read = readQuestionDocument({ data });
  return buildTree(read.ok ? read.value.records : [], defaultSemantics);
}

const given = (answers: Record<string, Answer | null>) =>
  new Map(Object.entries(answers).map(([id, answer]) => [questionId(id), answer]));

const yes: Answer = { kind: 'boolean', value: true };
const no: Answer = { kind: 'boolean', value: false };
const file = (name: string) => ({ id: fileId(name), name, size: 1, type: 'application/pdf' });

describe('the answers to send', () => {
  test('include each visible answer with the id of its question, in display order', () => {
    const tree = treeOf('5 boolean', '3 short_text', '4 number < 5');
    const answers = given({ 3: { kind: 'text', text: 'Nurse' }, 4: { kind: 'number', text: '0' }, 5: yes });
    expect(outgoingAnswers(tree, answers)).toEqual([
      { question: '5', part: 0, value: yes },
      { question: '4', part: 0, value: { kind: 'number', text: '0' } },
      { question: '3', part: 0, value: { kind: 'text', text: 'Nurse' } },
    ]);
  });

  test('have a separate part for each file of a question', () => {
    const tree = treeOf('1 multi_document', '2 document');
    const answers = given({
      1: { kind: 'files', files: [file('a.pdf'), file('b.pdf')] },
      2: { kind: 'files', files: [file('cv.pdf')] },
    });
    expect(outgoingAnswers(tree, answers)).toEqual([
      { question: '1', part: 0, value: { kind: 'document', file: file('a.pdf') } },
      { question: '1', part: 1, value: { kind: 'document', file: file('b.pdf') } },
      { question: '2', part: 0, value: { kind: 'document', file: file('cv.pdf') } },
    ]);
  });

  test('leave out hidden, empty, unreadable and unknown answers, and answers of another type', () => {
    const tree = treeOf(
      '1 boolean',
      '2 short_text < 1',
      '3 number',
      '4 number',
      '5 rating',
      '6 short_text',
      '7 boolean',
    );
    const answers = given({
      1: no,
      2: { kind: 'text', text: 'kept' },
      3: { kind: 'unreadable', typed: 'five' },
      4: { kind: 'text', text: '5' },
      5: { kind: 'text', text: 'good' },
      6: { kind: 'text', text: ' ' },
      7: null,
      8: yes,
    });
    expect(outgoingAnswers(tree, answers)).toEqual([{ question: '1', part: 0, value: no }]);
  });

  test('leave out a question that the tree does not have', () => {
    const tree = treeOf('1 boolean');
    const roots = [...tree.roots, questionId('9')];
    expect(outgoingAnswers({ ...tree, roots }, given({ 9: yes }))).toEqual([]);
  });

  test('include the stored answer of a question that is visible again (control)', () => {
    const tree = treeOf('1 boolean', '2 short_text < 1');
    const answers = given({ 1: yes, 2: { kind: 'text', text: 'kept' } });
    expect(outgoingAnswers(tree, answers).map(({ question }) => question)).toEqual(['1', '2']);
  });
});
