import type { Entry, WritableForm } from './contract.ts';
import { batch } from './signals.ts';

/** Enters answers from an earlier form or a draft. They can show questions but do not count as edits. */
export function fill(form: WritableForm, entries: readonly Entry[]): void {
  batch(() => {
    for (const { question, answer, files } of entries) form.fields.get(question)?.enter(answer, files);
  });
}
