import type { Answer } from '../model/answer.ts';
import type { FileId } from '../model/ids.ts';
import type { Question } from '../model/question.ts';
import type { FileProgress, FileRow } from './contract.ts';

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

export function withRow(question: Question, rows: Rows, row: FileRow): Rows {
  if (question.type !== 'document') return [...rows, row];
  // A new choice of a single file replaces the one that was not taken.
  const attached = rows.filter(isAttached);
  const full = attached.length > 0 && isAttached(row);
  return [...attached, full ? { ...row, progress: { kind: 'rejected', code: 'too_many' } } : row];
}

export const withProgress = (rows: Rows, file: FileId, progress: FileProgress): Rows =>
  rows.map((row) => (row.id === file ? { ...row, progress } : row));

export const withoutRow = (rows: Rows, file: FileId): Rows => rows.filter((row) => row.id !== file);
