import { readableAnswer } from '../core/answers/answer-kind.ts';
import { isAnswered } from '../core/conditions/answered.ts';
import { isAnswerable } from '../core/model/question.ts';
import type { FieldState } from './field-state.ts';

export interface Progress {
  readonly answered: number;
  readonly total: number;
}

/** @param visible the visible questions of a part of the form; only those that can be answered now are counted */
export function progressOf(visible: readonly FieldState[]): Progress {
  const asked = visible.filter((field) => field.isAsked() && isAnswerable(field.question));
  const answered = asked.filter((field) => isAnswered(readableAnswer(field.question, field.entry.value)));
  return { answered: answered.length, total: asked.length };
}

export const sumOf = (parts: readonly Progress[]): Progress => ({
  answered: parts.reduce((sum, part) => sum + part.answered, 0),
  total: parts.reduce((sum, part) => sum + part.total, 0),
});
