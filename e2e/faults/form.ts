/** Random forms with conditions, and the valid answers and details that applicants enter. */
import { outgoingAnswers, visibleQuestions } from '../../src/core/answers/answers.ts';
import { readQuestionDocument } from '../../src/core/jsonapi/read-questions.ts';
import { type Details, documentsQuestion } from '../../src/core/model/details.ts';
import type { QuestionId } from '../../src/core/model/ids.ts';
import type { Answer, AttachedFile, OutgoingAnswer, Question } from '../../src/core/model/question.ts';
import { buildTree, type QuestionTree } from '../../src/core/tree/question-tree.ts';
import type { SampleForm, SampleQuestion } from '../../src/sandbox/sample-form.ts';
import type { Random } from '../support/random.ts';
import { newFile } from './files.ts';

export const JOB = '7';

const words = ['ash', 'birch', 'cedar', 'oak'] as const;
const numbers = ['1', '2', '3', '4'] as const;
const types = ['boolean', 'short_text', 'number', 'multiple_choice', 'document', 'multi_document'] as const;
/** Few titles, so that some questions cannot be distinguished when the service does not name them. */
const titles = ['Where', 'When', 'How much', 'Which one', 'Why'] as const;

export interface RandomForm {
  /** The form of the sandbox. */
  readonly sample: SampleForm;
  readonly tree: QuestionTree;
}

export function randomForm(random: Random): RandomForm {
  const questions: SampleQuestion[] = [];
  for (let id = 1, count = random.whole(2, 7); id <= count; id += 1) {
    const [first, ...others] = questions;
    const parent = first === undefined || random.chance(0.4) ? null : random.pick([first, ...others]);
    const type = random.pick(types);
    questions.push({
      id: String(id),
      title: random.pick(titles),
      type,
      required: random.chance(0.3),
      ...(type === 'multiple_choice' && { options: words, maximum: random.whole(1, 2) }),
      ...(parent !== null && { conditional: conditionalOn(parent, random) }),
    });
  }
  const data = questions.map(({ id, title, type, required, options = [], maximum, conditional = null }) => {
    const choice = { multiple_choice_options: options, max_num_required_answer_options: maximum };
    return {
      type: 'questions',
      id,
      attributes: { title, question_type: type, required, conditional, ...choice },
    };
  });
  const read = readQuestionDocument({ data });
  const unanswered = random.chance(0.2) ? 'negated' : 'hidden';
  const job = {
    id: JOB,
    title: '',
    company: '',
    location: '',
    contract: '',
    state: 'open',
    paragraphs: [],
  } as const;
  return {
    sample: { name: 'random', title: '', description: '', job, questions },
    tree: buildTree(read.ok ? read.value.records : [], { dateOrder: 'dmy', unanswered }),
  };
}

function conditionalOn({ id, type }: SampleQuestion, random: Random) {
  const operator = random.chance(0.7) ? 'equals' : 'not_equals';
  const conditions = [{ operator, value: valueFor(type, random) }];
  return { parent_question_id: id, position: random.whole(0, 3), conditions };
}

function valueFor(type: string, random: Random): string {
  switch (type) {
    case 'boolean':
      return random.pick(['true', 'false']);
    case 'number':
      return random.pick(numbers);
    case 'document':
    case 'multi_document':
      return 'true';
    default:
      return random.pick(words);
  }
}

export function randomAnswer(question: Question, random: Random): Answer | null {
  switch (question.type) {
    case 'boolean':
      return { kind: 'boolean', value: random.chance(0.6) };
    case 'short_text':
      return { kind: 'text', text: random.pick(words) };
    case 'number':
      return { kind: 'number', text: random.pick(numbers) };
    case 'multiple_choice': {
      const start = random.whole(0, words.length - 2);
      const options = words.slice(start, start + random.whole(1, question.maximum ?? 2));
      return { kind: 'choice', options };
    }
    case 'document':
    case 'multi_document':
      return { kind: 'files', files: someFiles(question.type === 'document' ? 1 : 3, random) };
    default:
      return null;
  }
}

const someFiles = (most: number, random: Random): readonly AttachedFile[] =>
  Array.from({ length: random.whole(1, most) }, () => newFile(random));

export type Entries = Map<QuestionId, Answer | null>;

/** Answers all visible questions and the follow-ups that they show; some optional ones stay empty. */
export function fillIn(tree: QuestionTree, entries: Entries, random: Random): void {
  for (let isFilling = true; isFilling; ) {
    isFilling = false;
    for (const id of visibleQuestions(tree, entries)) {
      const question = tree.nodes.get(id)?.question;
      if (question === undefined || entries.has(id)) continue;
      const isSkipped = !question.required && random.chance(0.15);
      entries.set(id, isSkipped ? null : randomAnswer(question, random));
      isFilling = true;
    }
  }
}

/** Changes one answer, which may hide and show follow-ups. */
export function changeMind(tree: QuestionTree, entries: Entries, random: Random): void {
  const visible = visibleQuestions(tree, entries);
  const id = visible[random.whole(0, visible.length - 1)];
  const question = id && tree.nodes.get(id)?.question;
  if (question) entries.set(question.id, randomAnswer(question, random));
  fillIn(tree, entries, random);
}

/** Replaces a refused answer; files that arrived stay. */
export function replaceAnswer(
  question: Question,
  entries: Entries,
  { random, isRefused }: { readonly random: Random; readonly isRefused: (file: AttachedFile) => boolean },
): void {
  const previous = entries.get(question.id);
  const fresh = !question.required && random.chance(0.2) ? null : randomAnswer(question, random);
  if (previous?.kind !== 'files') return void entries.set(question.id, fresh);
  const taken = previous.files.filter((file) => !isRefused(file));
  const added =
    fresh?.kind === 'files' && taken.length < previous.files.length ? fresh.files.slice(0, 1) : [];
  const files = [...taken, ...added];
  entries.set(question.id, files.length === 0 ? null : { kind: 'files', files });
}

/** The details of a visitor without an application. */
export interface Visitor {
  readonly details: Details;
  readonly cv: AttachedFile | null;
  /** Documents that are sent after the application. */
  readonly documents: readonly AttachedFile[];
}

const emailOf = (random: Random): string => `${random.whole(1, 1e9)}@post.example`;
const phoneOf = (random: Random): string => `+4477009${random.whole(10_000, 99_999)}`;

export function randomVisitor(random: Random): Visitor {
  const isBare = random.chance(0.4);
  const has = (share: number) => !isBare && random.chance(share);
  return {
    details: {
      first_name: 'A',
      last_name: 'B',
      email: emailOf(random),
      ...(has(0.5) && { phone: phoneOf(random), phone_iso2: 'GB' }),
    },
    cv: has(0.6) ? newFile(random) : null,
    documents: has(0.6) ? someFiles(3, random) : [],
  };
}

/** Replaces the details after the application was refused. */
export const correctVisitor = (visitor: Visitor, random: Random): Visitor => ({
  ...visitor,
  details: {
    ...visitor.details,
    email: emailOf(random),
    ...(visitor.details.phone !== undefined && { phone: phoneOf(random) }),
  },
});

/** The content of a form. */
export interface Draft {
  readonly entries: Entries;
  /** null if the application already exists. */
  readonly visitor: Visitor | null;
}

/** Everything that is sent in requests of its own: documents after the application, then the answers. */
export function answersIn(tree: QuestionTree, { entries, visitor }: Draft): readonly OutgoingAnswer[] {
  const documents = (visitor?.documents ?? []).map((file, part) => {
    const value = { kind: 'document', file } as const;
    return { question: documentsQuestion, part, value };
  });
  return [...documents, ...outgoingAnswers(tree, entries)];
}
