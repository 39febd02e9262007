import type { Answer } from '../model/answer.ts';
import type { QuestionId } from '../model/ids.ts';
import type { Question } from '../model/question.ts';
import type { Form } from './contract.ts';
import type { FieldState } from './field-state.ts';

export interface Adoption {
  readonly kept: readonly QuestionId[];
  /** Answers that found no question of the same kind, or none of their options. */
  readonly dropped: readonly QuestionId[];
}

/** Takes over what was entered in `previous`. */
export function adoptEntries(previous: Form, fields: ReadonlyMap<QuestionId, FieldState>): Adoption {
  const kept: QuestionId[] = [];
  const dropped: QuestionId[] = [];
  for (const old of previous.order) {
    const entry = old.entry.peek();
    const field = fields.get(old.question.id);
    const taken = entry && field && fittingAnswer(old.question, field.question, entry);
    if (field && taken) {
      field.enter(taken);
      // Not only what is attached: how far each upload has come.
      if (field.takesFiles) field.files.value = old.files.peek();
      kept.push(old.question.id);
    } else if (entry) dropped.push(old.question.id);
  }
  return { kept, dropped };
}

function fittingAnswer(before: Question, now: Question, entry: Answer): Answer | null {
  if (before.type !== now.type) return null;
  if (entry.kind !== 'choice' || now.type !== 'multiple_choice') return entry;
  const options = entry.options.filter((text) => now.options.some((option) => option.text === text));
  return options.length > 0 ? { kind: 'choice', options } : null;
}
