import { describe, expect, test } from 'vitest';
import { readQuestionDocument } from '../jsonapi/read-questions.ts';
import { questionId } from '../model/ids.ts';
import { defaultSemantics } from '../model/question.ts';
import { findProblems } from './find-problems.ts';
import { buildTree } from './question-tree.ts';

interface QuestionOutline {
  readonly id: string;
  readonly parent?: string;
  readonly type?: string;
  readonly position?: number;
  readonly operator?: string;
}

function resource({ id, parent, type = 'boolean', position, operator = 'equals' }: QuestionOutline) {
  const conditions = [{ operator, value: 'true' }];
  const conditional = parent === undefined ? null : { parent_question_id: parent, position, conditions };
  return { type: 'questions', id, attributes: { question_type: type, title: `Question ${id}`, conditional } };
}

function treeOf(data: readonly QuestionOutline[], included: readonly QuestionOutline[] = []) {
  const read = readQuestionDocument({ data: data.map(resource), included: included.map(resource) });
  if (!read.ok) throw new Error(read.error);
  return buildTree(read.value.records, defaultSemantics);
}

const chain = (length: number): readonly QuestionOutline[] =>
  Array.from({ length }, (_, index) =>
    index === 0 ? { id: '0' } : { id: String(index), parent: String(index - 1) },
  );

describe('the tree', () => {
  test('stores the parent, the children and the depth of each question', () => {
    const { nodes } = treeOf([
      { id: '1' },
      { id: '3', parent: '2' },
      { id: '2', parent: '1', position: 2 },
      { id: '4', parent: '1', position: 1 },
    ]);
    const seen = [...nodes].map(([id, { parent, children, depth }]) => ({ id, parent, children, depth }));
    expect(seen).toEqual([
      { id: '1', parent: null, children: ['4', '2'], depth: 0 },
      { id: '4', parent: '1', children: [], depth: 1 },
      { id: '2', parent: '1', children: ['3'], depth: 1 },
      { id: '3', parent: '2', children: [], depth: 2 },
    ]);
  });

  test('stores a condition for each child and none for a root', () => {
    const { nodes } = treeOf([{ id: '1' }, { id: '2', parent: '1' }]);
    expect(nodes.get(questionId('1'))?.judgement).toBeNull();
    expect(nodes.get(questionId('2'))?.judgement).toMatchObject({
      readable: true,
      rule: { comparison: { value: true } },
    });
  });

  test('orders the questions by root, each followed by its descendants', () => {
    const tree = treeOf([
      { id: '9' },
      { id: '1' },
      { id: '2', parent: '9' },
      { id: '3', parent: '2' },
      { id: '4', parent: '1' },
    ]);
    expect(tree.roots).toEqual(['9', '1']);
    expect(tree.order).toEqual(['9', '2', '3', '1', '4']);
  });

  test('has a node for each question that can never be shown, but leaves it and its descendants out of the order', () => {
    const tree = treeOf([
      { id: '1' },
      { id: '2', parent: '1', operator: 'is' },
      { id: '3', parent: '2' },
      { id: '4', parent: '9' },
      { id: '5', parent: '4' },
    ]);
    expect(tree.order).toEqual(['1']);
    expect([...tree.nodes.keys()].sort()).toEqual(['1', '2', '3', '4', '5']);
    expect(tree.nodes.get(questionId('1'))?.children).toEqual(['2']);
  });
});

describe('questions without a place in the tree', () => {
  test('the members of a cycle have no parent and no cycle below them', () => {
    const { nodes } = treeOf([
      { id: '1', parent: '3' },
      { id: '2', parent: '1' },
      { id: '3', parent: '2' },
      { id: '4', parent: '3' },
      { id: '5', parent: '5' },
    ]);
    const seen = [...nodes].map(([id, { parent, children, depth }]) => [id, parent, children, depth]);
    expect(seen).toEqual([
      ['1', null, [], 0],
      ['2', null, [], 0],
      ['3', null, ['4'], 0],
      ['4', '3', [], 1],
      ['5', null, [], 0],
    ]);
  });

  test('have a judgement that names the reason', () => {
    const tree = treeOf([
      { id: '1', parent: '1' },
      { id: '2', parent: '9' },
    ]);
    expect([...tree.nodes.values()].map(({ judgement }) => judgement)).toEqual([
      { readable: false, code: 'self_parent', detail: 'Question "1" names itself as its parent.' },
      { readable: false, code: 'orphan', detail: 'Question "2" names the parent "9", which did not come.' },
    ]);
    expect(findProblems(tree).map(({ code }) => code)).toEqual(['self_parent', 'orphan']);
  });
});

describe('the message of each problem', () => {
  const sentences = (document: object) => {
    const read = readQuestionDocument(document);
    return read.ok
      ? findProblems(buildTree(read.value.records, defaultSemantics)).map(({ detail }) => detail)
      : [];
  };
  const question = (attributes: object, children: readonly string[] = []) => ({
    type: 'questions',
    id: '1',
    attributes,
    relationships: { conditional_questions: { data: children.map((id) => ({ type: 'questions', id })) } },
  });
  const ring = [resource({ id: '1', parent: '2' }), resource({ id: '2', parent: '1', type: 'number' })];

  test.each<[object, string]>([
    [
      { data: [question({ conditional: 7 })] },
      'Question "1" has a conditional that is neither null nor an object.',
    ],
    [{ data: [], included: [question({})] }, 'Question "1" stands only in included and has no conditional.'],
    [{ data: [question({ conditional: {} })] }, 'Question "1" names no parent.'],
    [{ data: ring }, 'Question "1" stands below itself, in a ring.'],
    [
      { data: [question({ title: 'a' }), question({ title: 'b' })] },
      'A second copy differs; the first one counts.',
    ],
    [{ data: [question({}, ['7', '8'])] }, 'Its relationship names "7, 8", which did not come.'],
  ])('for %j is: %s', (document, sentence) => {
    expect(sentences(document)).toContain(sentence);
  });
});

describe('size', () => {
  test('a chain of ten thousand questions is an ordinary tree', { tags: 'deep' }, () => {
    const tree = treeOf(chain(10_000));
    expect(tree.order).toHaveLength(10_000);
    expect(tree.nodes.get(questionId('9999'))?.depth).toBe(9999);
  });
});
