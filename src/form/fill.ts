import type { Entry, WritableForm } from './contract.ts';
import { batch } from './signals.ts';

/** Answers that were given elsewhere: in an earlier form, in a draft. They reveal, but are no change. */
export function fill(form: WritableForm, entries: readonly Entry[]): void {
  batch(() => {
    for (const { question, answer, files } of entries) form.fields.get(question)?.enter(answer, files);
  });
}
