import type { Answer } from '../core/model/answer.ts';
import type { QuestionId } from '../core/model/ids.ts';
import type { Question } from '../core/model/question.ts';
import type { Entry, Form, WritableForm } from './contract.ts';
import type { fill } from './fill.ts';

export interface Adoption {
  readonly kept: readonly QuestionId[];
  /** Answers for which there is no question of the same kind, or none of their options any more. */
  readonly dropped: readonly QuestionId[];
}

interface Forms {
  readonly form: WritableForm;
  /** An earlier form of the same job. */
  readonly previous: Form;
}

/** Copies what was entered in the earlier form. */
export function adoptEntries({ form, previous }: Forms, enter: typeof fill): Adoption {
  const given = previous.order.filter(({ entry }) => entry.peek() !== null).map((field) => field.question.id);
  const entries = given.flatMap((id) => fittingEntry(form, previous, id) ?? []);
  enter(form, entries);
  const kept = entries.map((entry) => entry.question);
  return { kept, dropped: given.filter((id) => !kept.includes(id)) };
}

function fittingEntry(form: WritableForm, previous: Form, id: QuestionId): Entry | null {
  const before = previous.fields.get(id);
  const now = form.fields.get(id);
  const entry = before?.entry.peek() ?? null;
  if (!before || !now || entry === null) return null;
  const answer = fittingAnswer(before.question, now.question, entry);
  // Includes the progress of each upload, not only what is attached.
  return answer && { question: id, answer, ...(answer.kind === 'files' && { files: before.files.peek() }) };
}

/** The part of an answer that still fits a question which may have changed since it was given. */
export function fittingAnswer(before: Question, now: Question, entry: Answer): Answer | null {
  if (before.type !== now.type) return null;
  if (entry.kind !== 'choice' || now.type !== 'multiple_choice') return entry;
  const options = entry.options.filter((text) => now.options.some((option) => option.text === text));
  return options.length > 0 ? { kind: 'choice', options } : null;
}

/** What of an answer is no longer there. Of several chosen options those still offered are. */
export function lostPart(answer: Answer, now: Answer | null): Answer | null {
  if (now === null) return answer;
  if (answer.kind !== 'choice' || now.kind !== 'choice') return null;
  const options = answer.options.filter((option) => !now.options.includes(option));
  return options.length > 0 ? { kind: 'choice', options } : null;
}
