import type { Field, WritableForm } from '../../form/contract.ts';
import { emptyForm } from '../../form/fill.ts';
import type { DraftTools } from './draft.ts';

/**
 * Empties a form as an applicant would who removes each answer, the last one first, so that the host is told of every
 * change and the true cause of every question that disappears. Files are deleted from the proxy too.
 */
export function clearForm(form: WritableForm, { view, uploads }: Pick<DraftTools, 'view' | 'uploads'>): void {
  for (const field of [...form.order].reverse()) {
    takeBackFiles(field, uploads);
    if (field.visible.peek()) form.setAnswer(field.question.id, null);
  }
  uploads.cancelAll();
  emptyForm(form);
  const now = view.peek();
  if (now.kind === 'form') view.value = { ...now, changed: null };
}

/** Removing a file may restore the one it was to replace. */
function takeBackFiles(field: Field, uploads: DraftTools['uploads']): void {
  const rows = field.files.peek();
  for (const row of rows) uploads.detach(field.question.id, row.id);
  if (rows.length > 0 && field.files.peek() !== rows) takeBackFiles(field, uploads);
}
