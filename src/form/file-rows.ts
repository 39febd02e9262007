import type { Answer } from '../core/model/answer.ts';
import type { FileRow, Invalidity } from './contract.ts';

type Rows = readonly FileRow[];

/** Whether our checks accepted the file. */
export const isAttached = ({ progress }: FileRow): boolean => progress.kind !== 'rejected';

/** Whether it blocks sending until it is retried or removed. */
export const isFaulty = ({ progress }: FileRow): boolean =>
  progress.kind === 'rejected' || progress.kind === 'failed';

/** "A file is attached" means chosen and not refused by our checks, uploaded or not (`src/core/conditions/README.md#in-the-form`). */
export function rowsAnswer(rows: Rows): Answer | null {
  const files = rows.filter(isAttached).map(({ id, name, size, type }) => ({ id, name, size, type }));
  return files.length > 0 ? { kind: 'files', files } : null;
}

/** Rows of a stored answer, such as a restored draft, whose files the proxy has. */
export function answerRows(answer: Answer | null): Rows {
  if (answer?.kind !== 'files') return [];
  return answer.files.map((file) => ({ ...file, progress: { kind: 'staged' } }));
}

/** The file itself says what is wrong with it. */
export const isOfFile = ({ code }: Invalidity): boolean => code === 'file_failed' || code === 'file_rejected';
