import { readableAnswer } from '../core/answers/answer-kind.ts';
import { isAnswered } from '../core/conditions/answered.ts';
import { isAnswerable } from '../core/model/question.ts';
import type { Progress } from './contract.ts';
import type { FieldState } from './field-state.ts';

/** @param visible the visible questions of a part of the form; only those that can be answered now are counted */
export function progressOf(visible: readonly FieldState[]): Progress {
  const progress = { ...nothing };
  for (const field of visible) {
    if (!field.isAsked() || !isAnswerable(field.question)) continue;
    const code = field.findInvalidity()?.code;
    if (isAnswered(readableAnswer(field.question, field.entry.value))) progress.answered += 1;
    if (code === 'required') progress.missing += 1;
    else if (code) progress.wrong += 1;
    if (code || field.required) progress.total += 1;
  }
  return progress;
}

const nothing: Progress = { answered: 0, missing: 0, wrong: 0, total: 0 };

export const sumOf = (parts: readonly Progress[]): Progress =>
  parts.reduce(
    (sum, part) => ({
      answered: sum.answered + part.answered,
      missing: sum.missing + part.missing,
      wrong: sum.wrong + part.wrong,
      total: sum.total + part.total,
    }),
    nothing,
  );
