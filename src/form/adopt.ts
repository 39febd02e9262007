import type { Answer } from '../model/answer.ts';
import type { QuestionId } from '../model/ids.ts';
import type { Question } from '../model/question.ts';
import type { Entry, Form } from './contract.ts';
import { batch } from './signals.ts';

export interface Adoption {
  readonly kept: readonly QuestionId[];
  /** Answers that found no question of the same kind, or none of their options. */
  readonly dropped: readonly QuestionId[];
}

/** Takes over what was entered in an earlier form of the same job. */
export function adoptEntries(form: Form, previous: Form): Adoption {
  const given = previous.order
    .filter((field) => field.entry.peek() !== null)
    .map((field) => field.question.id);
  const entries = given.flatMap((id) => fittingEntry(form, previous, id) ?? []);
  fill(form, entries);
  const kept = entries.map((entry) => entry.question);
  return { kept, dropped: given.filter((id) => !kept.includes(id)) };
}

function fittingEntry(form: Form, previous: Form, id: QuestionId): Entry | null {
  const before = previous.fields.get(id);
  const now = form.fields.get(id);
  const entry = before?.entry.peek() ?? null;
  if (!before || !now || entry === null) return null;
  const answer = fittingAnswer(before.question, now.question, entry);
  // Not only what is attached: how far each upload has come.
  return answer && { question: id, answer, ...(answer.kind === 'files' && { files: before.files.peek() }) };
}

function fittingAnswer(before: Question, now: Question, entry: Answer): Answer | null {
  if (before.type !== now.type) return null;
  if (entry.kind !== 'choice' || now.type !== 'multiple_choice') return entry;
  const options = entry.options.filter((text) => now.options.some((option) => option.text === text));
  return options.length > 0 ? { kind: 'choice', options } : null;
}

/** Answers that were given elsewhere: in an earlier form, in a draft. They reveal, but are no change. */
export function fill(form: Form, entries: readonly Entry[]): void {
  batch(() => {
    for (const { question, answer, files } of entries) form.fields.get(question)?.enter(answer, files);
  });
}
