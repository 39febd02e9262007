import type { WritableForm } from './contract.ts';
import { batch } from './signals.ts';

/** Resets every question to its initial state. */
export function emptyForm(form: WritableForm): void {
  batch(() => {
    for (const field of form.order) {
      field.enter(null);
      field.touched.value = 'fresh';
    }
    form.allowed.value = null;
    form.attempts.value = 0;
    form.change.value = null;
    form.submission.value = { kind: 'editing' };
  });
}
