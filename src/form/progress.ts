import { readableAnswer } from '../core/answers/answer-kind.ts';
import { isAnswered } from '../core/conditions/answered.ts';
import { isAnswerable } from '../core/model/question.ts';
import type { FieldState } from './field-state.ts';

export interface Progress {
  readonly answered: number;
  readonly total: number;
}

/** @param visible the visible questions of a part of the form; only those that can be answered are counted */
export const progressOf = (visible: readonly FieldState[]): Progress => ({
  answered: visible.filter((field) => isAnswered(readableAnswer(field.question, field.entry.value))).length,
  total: visible.filter((field) => isAnswerable(field.question)).length,
});

export const sumOf = (parts: readonly Progress[]): Progress => ({
  answered: parts.reduce((sum, part) => sum + part.answered, 0),
  total: parts.reduce((sum, part) => sum + part.total, 0),
});
