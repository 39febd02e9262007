/** Random forms with conditions, and random answers that fit them. */
import { visibleQuestions } from '../../src/core/answers/answers.ts';
import { readQuestionDocument } from '../../src/core/jsonapi/read-questions.ts';
import { type FileId, fileId, type QuestionId } from '../../src/core/model/ids.ts';
import type { Answer, Question } from '../../src/core/model/question.ts';
import type { QuestionTree } from '../../src/core/tree/question-tree.ts';
import { buildTree } from '../../src/core/tree/question-tree.ts';
import type { Random } from './random.ts';

export type Entries = Map<QuestionId, Answer | null>;

const words = ['ash', 'birch', 'cedar', 'oak'] as const;
const numbers = ['1', '2', '3', '4'] as const;
const days = ['2024-03-01', '2024-06-05', '2025-01-31'] as const;

const types = [
  'boolean',
  'boolean',
  'short_text',
  'long_text',
  'number',
  'date',
  'date_range',
  'url',
  'multiple_choice',
  'multiple_choice',
  'document',
  'multi_document',
] as const;
type Type = (typeof types)[number];

/** Few titles, so that some questions cannot be told apart where the service does not name them. */
const titles = ['Where', 'When', 'How much', 'Which one', 'Why'] as const;

export function randomForm(random: Random): QuestionTree {
  const drawn: { readonly id: string; readonly type: Type }[] = [];
  const data = Array.from({ length: random.whole(2, 7) }, (_none, place) => {
    const id = String(place + 1);
    const type = random.pick(types);
    const possible = drawn.filter((one) => one.type !== 'date_range');
    const [first, ...others] = possible;
    const parent = first === undefined || random.chance(0.4) ? null : random.pick([first, ...others]);
    drawn.push({ id, type });
    return { type: 'questions', id, attributes: attributesOf(random, type, parent) };
  });
  const read = readQuestionDocument({ data });
  const unanswered = random.chance(0.2) ? 'negated' : 'hidden';
  return buildTree(read.ok ? read.value.records : [], { dateOrder: 'dmy', unanswered });
}

function attributesOf(random: Random, type: Type, parent: { id: string; type: Type } | null) {
  return {
    title: random.pick(titles),
    question_type: type,
    required: random.chance(0.3),
    multiple_choice_options: type === 'multiple_choice' ? words : [],
    max_num_required_answer_options: random.whole(1, 2),
    conditional: parent === null ? null : conditionalOn(random, parent),
  };
}

function conditionalOn(random: Random, parent: { readonly id: string; readonly type: Type }) {
  const operator = random.chance(0.7) ? 'equals' : 'not_equals';
  const conditions = [{ operator, value: valueFor(random, parent.type) }];
  return { parent_question_id: parent.id, position: random.whole(0, 3), conditions };
}

function valueFor(random: Random, type: Type): string {
  switch (type) {
    case 'boolean':
      return random.pick(['true', 'false']);
    case 'number':
      return random.pick(numbers);
    case 'date':
      return random.pick(days);
    case 'document':
    case 'multi_document':
      return 'true';
    case 'url':
      return addressOf(random.pick(words));
    default:
      return random.pick(words);
  }
}

const addressOf = (word: string): string => `https://${word}.example`;

/** Answers all visible questions and the follow-ups they show; some optional questions stay empty. */
export function fillIn(
  tree: QuestionTree,
  entries: Entries,
  random: Random,
  newFile: () => FileId = fileOf(random),
): void {
  for (let found = true; found; ) {
    found = false;
    for (const id of visibleQuestions(tree, entries)) {
      const question = tree.nodes.get(id)?.question;
      if (question === undefined || entries.has(id)) continue;
      const isLeft = !question.required && random.chance(0.15);
      entries.set(id, isLeft ? null : randomAnswer(question, random, newFile));
      found = true;
    }
  }
}

export const fileOf = (random: Random) => () =>
  fileId(`file-${Math.floor(random.next() * 1e9)}-${Math.floor(random.next() * 1e9)}`);

export function randomAnswer(question: Question, random: Random, newFile: () => FileId): Answer | null {
  switch (question.type) {
    case 'boolean':
      return { kind: 'boolean', value: random.chance(0.6) };
    case 'short_text':
    case 'long_text':
      return { kind: 'text', text: random.pick(words) };
    case 'url':
      return { kind: 'url', text: addressOf(random.pick(words)) };
    case 'number':
      return { kind: 'number', text: random.pick(numbers) };
    case 'date':
      return { kind: 'date', day: random.pick(days) };
    case 'date_range':
      return { kind: 'date_range', from: days[0], to: random.pick([days[1], days[2]]) };
    case 'multiple_choice':
      return { kind: 'choice', options: chooseSome(words, random, question.maximum ?? 2) };
    case 'document':
    case 'multi_document':
      return { kind: 'files', files: filesFor(question.type === 'document' ? 1 : 3, random, newFile) };
    case 'unknown':
      return null;
  }
}

function chooseSome(options: readonly string[], random: Random, most: number): readonly string[] {
  const start = random.whole(0, options.length - 1);
  const count = random.whole(1, Math.min(most, options.length));
  const chosen = new Set(Array.from({ length: count }, (_none, place) => (start + place) % options.length));
  return options.filter((_option, place) => chosen.has(place));
}

function filesFor(most: number, random: Random, newFile: () => FileId) {
  return Array.from({ length: random.whole(1, most) }, () => {
    const id = newFile();
    const size = random.whole(1, 4_000_000);
    return { id, name: `${id}.pdf`, size, type: 'application/pdf' };
  });
}
