/** For tests: documents of questions, written shortly, and random ones without any fault. */
import { readQuestionDocument } from '../jsonapi/read-questions.ts';
import { defaultSemantics, type QuestionType, type Semantics } from '../model/question.ts';
import type { QuestionTree } from '../tree/question-tree.ts';
import { buildTree } from '../tree/question-tree.ts';
import { checkQuestions, type QuestionFinding } from './check-questions.ts';

export interface Resource {
  readonly type: 'questions';
  readonly id: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}

export const question = (
  id: string,
  type: string,
  more: Readonly<Record<string, unknown>> = {},
): Resource => ({
  type: 'questions',
  id,
  attributes: {
    title: `Question ${id}`,
    question_type: type,
    ...(type === 'multiple_choice'
      ? { multiple_choice_options: ['Early', 'Late', 'Night'], max_num_required_answer_options: 1 }
      : {}),
    ...more,
  },
});

/** Shown when the answer to `parent` meets the condition. */
export const shownWhen = (parent: string, operator: string, value: unknown) => ({
  conditional: { parent_question_id: parent, position: 1, conditions: [{ operator, value }] },
});

export function treeOf(data: readonly unknown[], semantics: Semantics = defaultSemantics): QuestionTree {
  const read = readQuestionDocument({ data });
  if (!read.ok) throw new Error('The document cannot be read.');
  return buildTree(read.value.records, semantics);
}

export const findingsIn = (data: readonly unknown[]): readonly QuestionFinding[] =>
  checkQuestions(treeOf(data));

/** `question code`, in the order in which they are told. */
export const codesIn = (data: readonly unknown[]): readonly string[] =>
  findingsIn(data).map(({ question: id, code }) => `${id} ${code}`);

/** The same numbers for the same seed (mulberry32). */
export function createRandom(seed: number) {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    below,
    pick<Item>(items: readonly [Item, ...Item[]]): Item {
      return items[below(items.length)] ?? items[0];
    },
  };
}

export type Random = ReturnType<typeof createRandom>;

const subjects = ['pumps', 'night shifts', 'the archive', 'forklifts', 'budgets', 'allergies'] as const;

const types: readonly [QuestionType, ...QuestionType[]] = [
  'boolean',
  'short_text',
  'long_text',
  'url',
  'multiple_choice',
  'number',
  'date',
  'document',
  'multi_document',
];

/** A condition that some answer meets, by the type of the parent. */
function rightCondition(random: Random, type: unknown): readonly [operator: string, value: string] {
  const equality = random.pick(['equals', 'not_equals']);
  switch (type) {
    case 'boolean':
      return [equality, random.pick(['true', 'false'])];
    case 'url':
      return [equality, random.pick(['https://example.com', 'http://portfolio.example/a'])];
    case 'multiple_choice':
      return [equality, random.pick(['Early', 'Late', 'Night'])];
    case 'number':
      return [random.pick(['equals', 'greater_than', 'less_thanThan']), String(1_000 + random.below(90_000))];
    case 'date':
      return [
        random.pick(['greater_than', 'less_than']),
        `${1 + random.below(28)} June ${2027 + random.below(9)}`,
      ];
    case 'document':
    case 'multi_document':
      return [equality, 'true'];
    default:
      return [random.pick(['equals', 'contains', 'not_contains']), random.pick(['Nurse', 'Rust'])];
  }
}

/** Ten to forty questions, every second or third of them a follow-up of an earlier one, all of them right. */
export function goodSet(random: Random): readonly Resource[] {
  const set: Resource[] = [];
  const count = 10 + random.below(31);
  for (let number = 0; number < count; number += 1) {
    const id = String(100 + number);
    const parent = number > 0 && random.below(5) < 2 ? set[random.below(set.length)] : undefined;
    const more = {
      title: `Number ${number}: what about ${random.pick(subjects)}?`,
      // A follow-up for “no file” belongs below files that may be left out.
      required: false,
      ...(parent === undefined
        ? {}
        : shownWhen(parent.id, ...rightCondition(random, parent.attributes['question_type']))),
    };
    set.push(question(id, random.pick(types), more));
  }
  return set;
}
