import { isAnswered } from '../conditions/answered.ts';
import type { Question } from '../model/question.ts';
import type { FieldState } from './field-state.ts';

/** Of the visible questions that can be answered. */
export interface Progress {
  readonly answered: number;
  readonly total: number;
}

export const progressOf = (fields: readonly FieldState[]): Progress => ({
  answered: fields.filter((field) => isAnswered(field.read())).length,
  total: fields.filter((field) => field.visible.value && isAnswerable(field.question)).length,
});

export const sumOf = (parts: readonly Progress[]): Progress => ({
  answered: parts.reduce((sum, part) => sum + part.answered, 0),
  total: parts.reduce((sum, part) => sum + part.total, 0),
});

/** A type we do not know, or a choice without options, is shown with a notice and never answered. */
const isAnswerable = (question: Question): boolean =>
  question.type !== 'unknown' && !(question.type === 'multiple_choice' && question.options.length === 0);
