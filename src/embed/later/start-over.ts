import type { Form, View } from '../../form/contract.ts';
import type { Signal } from '../../form/signals.ts';
import type { Uploads } from './uploads.ts';

interface StartOverTools {
  readonly view: Signal<View>;
  readonly uploads: Uploads;
}

/**
 * Empties a form as an applicant would who takes back each answer, the last one first: the host is told of every
 * change, and of every question that goes with it by its true cause. Files go from the proxy too.
 */
export const createStartOver =
  ({ view, uploads }: StartOverTools) =>
  (form: Form): void => {
    for (const { question, visible, entry, files } of [...form.order].reverse()) {
      for (const row of files.peek()) uploads.detach(question.id, row.id);
      if (visible.peek() && entry.peek() !== null) form.setAnswer(question.id, null);
    }
    uploads.cancelAll();
    form.reset();
    const now = view.peek();
    if (now.kind === 'form') view.value = { ...now, changed: null };
  };
