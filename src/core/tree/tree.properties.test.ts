import { describe, expect, test } from 'vitest';
import { readCaseAnswer, runCase } from '../../cli/conformance-case.ts';
import fc from '../../properties.support.ts';
import { outgoingAnswers, visibleQuestions } from '../answers/answers.ts';
import { evaluate } from '../conditions/explain.ts';
import { readQuestionDocument } from '../jsonapi/read-questions.ts';
import type { QuestionId } from '../model/ids.ts';
import type { Answer } from '../model/question.ts';
import { problemEffects, questionTypes, type Semantics } from '../model/question.ts';
import { findProblems } from './find-problems.ts';
import type { QuestionTree } from './question-tree.ts';
import { buildTree } from './question-tree.ts';

/** Few ids make parents, copies, cycles and orphans likely. */
const id = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom('1', '2', '3', '4', '5', '6', '7') },
  { weight: 1, arbitrary: fc.constantFrom(1, '__proto__', 'constructor', 'x', '\ud800', '') },
  { weight: 1, arbitrary: fc.jsonValue() },
);
const operator = fc.constantFrom(
  'equals',
  'not_equals',
  'contains',
  'greater_than',
  'less_thanThan',
  'is',
  null,
);
const text = fc.constantFrom('true', 'false', 'a', ' a', '5', '5/6/2024', '2024-06-05', 'A', '');
const wild = fc.jsonValue({ maxDepth: 3 });
const value = fc.oneof({ weight: 8, arbitrary: text }, { weight: 1, arbitrary: wild });
const condition = fc.oneof(
  { weight: 8, arbitrary: fc.record({ operator, value }) },
  { weight: 1, arbitrary: wild },
);
const conditional = fc.oneof(
  { weight: 3, arbitrary: fc.constant(null) },
  {
    weight: 8,
    arbitrary: fc.record(
      {
        parent_question_id: id,
        position: fc.oneof(fc.integer({ min: -2, max: 3 }), fc.constant(null), wild),
        conditions: fc.oneof(
          { weight: 8, arbitrary: fc.array(condition, { minLength: 1, maxLength: 2 }) },
          { weight: 1, arbitrary: wild },
        ),
      },
      { requiredKeys: ['parent_question_id', 'conditions'] },
    ),
  },
  { weight: 1, arbitrary: wild },
);
const attributes = fc.record(
  {
    question_type: fc.oneof(
      { weight: 12, arbitrary: fc.constantFrom(...questionTypes, 'rating') },
      { weight: 1, arbitrary: wild },
    ),
    title: fc.oneof(fc.string({ unit: 'binary', maxLength: 8 }), wild),
    additional_information: wild,
    required: fc.oneof(fc.boolean(), wild),
    multiple_choice_options: fc.oneof(fc.array(text), wild),
    num_required_answer_options: wild,
    max_num_required_answer_options: wild,
    conditional,
  },
  { requiredKeys: ['question_type', 'conditional'] },
);
const reference = fc.oneof(
  { weight: 8, arbitrary: fc.record({ type: fc.constant('questions'), id }) },
  { weight: 1, arbitrary: wild },
);
const relationships = fc.oneof(
  fc.constant({ conditional_questions: { meta: { included: false } } }),
  fc.record({
    conditional_questions: fc.record({ data: fc.oneof(fc.array(reference, { maxLength: 3 }), wild) }),
  }),
  wild,
);
const resource = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record(
      { type: fc.constant('questions'), id, attributes, relationships },
      { requiredKeys: ['type', 'id', 'attributes'] },
    ),
  },
  { weight: 1, arbitrary: wild },
);
const document = fc.record({
  data: fc.array(resource, { maxLength: 12 }),
  included: fc.array(resource, { maxLength: 6 }),
});
const anySemantics: fc.Arbitrary<Semantics> = fc.record({
  dateOrder: fc.constantFrom('dmy' as const, 'mdy' as const),
  unanswered: fc.constantFrom('hidden' as const, 'negated' as const),
});
const given = fc.oneof(
  fc.constantFrom<unknown[]>(true, false, 'a', 'true', '5', '2024-06-05', ['A'], ['a', 'A'], null),
  fc.jsonValue({ maxDepth: 2 }),
);
const answersById = fc.dictionary(
  fc.constantFrom('1', '2', '3', '4', '5', '6', '7', 'x', '__proto__'),
  given,
);

function readTree(json: unknown, semantics: Semantics): QuestionTree {
  const read = readQuestionDocument(json);
  return buildTree(read.ok ? read.value.records : [], semantics);
}

function readAnswers(tree: QuestionTree, json: Record<string, unknown>): Map<QuestionId, Answer | null> {
  const stored = new Map(Object.entries(json));
  return new Map(
    [...tree.nodes].map(([id, { question }]) => [id, readCaseAnswer(question.type, stored.get(id))]),
  );
}

/** Visible by definition: the condition holds, and so does that of every ancestor. */
function isVisible(
  tree: QuestionTree,
  id: QuestionId,
  answers: ReadonlyMap<QuestionId, Answer | null>,
): boolean {
  const node = tree.nodes.get(id);
  if (node === undefined) return false;
  if (node.judgement === null) return true;
  const { parent } = node;
  if (parent === null || !isVisible(tree, parent, answers)) return false;
  return evaluate(node.judgement, answers.get(parent) ?? null) === true;
}

describe('for any document and any answers', () => {
  test('nothing throws for hostile questions', () => {
    fc.assert(
      fc.property(document, answersById, anySemantics, (json, answers, semantics) => {
        const result = runCase({ id: 'x', document: json, answers, ...semantics });
        expect(result).toHaveProperty('visible');
      }),
    );
  });

  test('nothing throws for any JSON at all', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (json, answers) => {
        runCase({ id: 'x', document: json, answers });
        runCase({ id: 'x', document: { data: json, included: answers }, answers: json });
        runCase({ id: 'x', document: { data: [json, answers], included: [json] }, answers: json });
      }),
    );
  });

  test('the visible questions are exactly those that the rule shows', () => {
    fc.assert(
      fc.property(document, answersById, anySemantics, (json, stored, semantics) => {
        const tree = readTree(json, semantics);
        const answers = readAnswers(tree, stored);
        const expected = [...tree.nodes.keys()].filter((id) => isVisible(tree, id, answers));
        expect([...visibleQuestions(tree, answers)].sort()).toEqual(expected.sort());
      }),
    );
  });

  test('a hidden answer is never sent, and no answer is sent twice', () => {
    fc.assert(
      fc.property(document, answersById, anySemantics, (json, stored, semantics) => {
        const tree = readTree(json, semantics);
        const answers = readAnswers(tree, stored);
        const visible = new Set(visibleQuestions(tree, answers));
        const sent = outgoingAnswers(tree, answers);
        expect(sent.filter(({ question }) => !visible.has(question))).toEqual([]);
        expect(new Set(sent.map(({ question, part }) => `${question} ${part}`)).size).toBe(sent.length);
      }),
    );
  });

  test('no question has two parents, and every fault that hides a question is reported once', () => {
    fc.assert(
      fc.property(document, anySemantics, (json, semantics) => {
        const tree = readTree(json, semantics);
        const below = [...tree.nodes.values()].flatMap(({ children }) => children);
        expect(new Set(below).size).toBe(below.length);
        const unshowable = [...tree.nodes]
          .filter(([, { judgement }]) => judgement?.readable === false)
          .map(([id]) => id);
        const problems = findProblems(tree);
        const hiding = problems.filter(({ code }) => problemEffects[code] === 'hides');
        expect(hiding.map(({ questionId }) => questionId).sort()).toEqual(unshowable.sort());
        expect(new Set(problems.map(({ code, questionId }) => `${code} ${questionId}`)).size).toBe(
          problems.length,
        );
      }),
    );
  });
});

/* Control: the properties prove nothing unless the generator produces their cases. */
test('random documents have visible children, hidden answers and every kind of problem (control)', () => {
  const seen = new Set<string>();
  for (const [json, stored] of fc.sample(fc.tuple(document, answersById), { numRuns: 800, seed: 1 })) {
    const tree = readTree(json, { dateOrder: 'dmy', unanswered: 'hidden' });
    const answers = readAnswers(tree, stored);
    const visible = visibleQuestions(tree, answers);
    for (const { code } of findProblems(tree)) seen.add(code);
    if (visible.length > tree.roots.length) seen.add('visible child');
    if (tree.order.some((id) => !visible.includes(id) && answers.get(id) != null)) seen.add('hidden answer');
  }
  expect([...seen].sort()).toEqual([...Object.keys(problemEffects), 'visible child', 'hidden answer'].sort());
});
