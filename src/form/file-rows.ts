import type { Answer } from '../model/answer.ts';
import type { FileId, QuestionId } from '../model/ids.ts';
import type { FileProgress, FileRow, Form } from './contract.ts';

type Rows = readonly FileRow[];

const isAttached = (row: FileRow) => row.progress.kind !== 'rejected';

/** "A file is attached" means chosen and not refused by our checks, uploaded or not (conditions.md). */
export function rowsAnswer(rows: Rows): Answer | null {
  const files = rows.filter(isAttached).map(({ id, name, size, type }) => ({ id, name, size, type }));
  return files.length > 0 ? { kind: 'files', files } : null;
}

/** Rows of a stored answer, as after a draft: the proxy has the files. */
export function answerRows(answer: Answer | null): Rows {
  if (answer?.kind !== 'files') return [];
  return answer.files.map((file) => ({ ...file, progress: { kind: 'staged' } }));
}

/** A `document` takes one file: a further one is kept as rejected with `too_many`. */
export function addRow(form: Form, question: QuestionId, row: FileRow): void {
  const isSingle = form.fields.get(question)?.question.type === 'document';
  form.changeFiles(question, (rows) => (isSingle ? withSingle(rows, row) : [...rows, row]));
}

export const updateRow = (form: Form, question: QuestionId, file: FileId, progress: FileProgress): void =>
  form.changeFiles(question, (rows) => rows.map((row) => (row.id === file ? { ...row, progress } : row)));

export const removeRow = (form: Form, question: QuestionId, file: FileId): void =>
  form.changeFiles(question, (rows) => rows.filter((row) => row.id !== file));

/** A new choice of a single file replaces the one that was not taken. */
function withSingle(rows: Rows, row: FileRow): Rows {
  const attached = rows.filter(isAttached);
  const full = attached.length > 0 && isAttached(row);
  return [...attached, full ? { ...row, progress: { kind: 'rejected', code: 'too_many' } } : row];
}
