/* A short notation for question sets in tests: `question('2', 'date', { parent: '1', when: ['equals', 'true'] })`. */
import { readDetails } from '../core/jsonapi/read-questions.ts';
import { basicDetailNames } from '../core/model/details.ts';
import { type FileId, type QuestionId, questionId } from '../core/model/ids.ts';
import { defaultSemantics, type Question, type QuestionType, type RichText } from '../core/model/question.ts';
import { buildTree, type QuestionTree } from '../core/tree/question-tree.ts';
import type { FileProgress, FileRow, Form } from './contract.ts';

interface Details {
  readonly title?: string;
  readonly help?: RichText;
  readonly required?: boolean;
  readonly options?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number | null;
  readonly parent?: string;
  readonly when?: readonly [operator: string, value: string];
}

export function question(id: string, type: QuestionType | 'unknown', details: Details = {}): Question {
  const { parent, when, options = [], minimum = 0, maximum = 1 } = details;
  const title = details.title ?? `Question ${id}`;
  const base = {
    id: questionId(id),
    title,
    canonicalTitle: title,
    help: details.help ?? [],
    required: details.required ?? false,
    conditional: conditional(parent, when),
  };
  if (type === 'unknown') return { ...base, type, typeName: 'video' };
  if (type !== 'multiple_choice') return { ...base, type };
  return { ...base, type, options: options.map((text) => ({ text, shown: text })), minimum, maximum };
}

function conditional(parent: string | undefined, when: Details['when']): Question['conditional'] {
  if (parent === undefined || when === undefined) return { kind: 'none' };
  const [operator, value] = when;
  return { kind: 'child', parent: questionId(parent), position: null, condition: { operator, value } };
}

/** The detail questions of a visitor without an application. */
export const detailQuestions = (): readonly Question[] =>
  readDetails({ meta: { details: basicDetailNames.map((name) => ({ name, required: true })) } }).map(
    (record) => record.question,
  );

export const treeOf = (...questions: readonly Question[]): QuestionTree =>
  buildTree(
    questions.map((item) => ({ question: item, from: 'data', relatedChildren: [], attributes: item.id })),
    defaultSemantics,
  );

export const ids = (...texts: readonly string[]): readonly QuestionId[] => texts.map(questionId);

export const addRow = (form: Form, question: QuestionId, row: FileRow): void =>
  form.changeFiles(question, (rows) => [...rows, row]);

export const updateRow = (form: Form, question: QuestionId, file: FileId, progress: FileProgress): void =>
  form.changeFiles(question, (rows) => rows.map((row) => (row.id === file ? { ...row, progress } : row)));

export const removeRow = (form: Form, question: QuestionId, file: FileId): void =>
  form.changeFiles(question, (rows) => rows.filter((row) => row.id !== file));
