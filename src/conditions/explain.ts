import type { Answer } from '../model/answer.ts';
import type { ProblemCode } from '../model/condition.ts';
import type { Comparison, Judgement } from './judgement.ts';
import {
  choiceOperators,
  dateOperators,
  numberOperators,
  type Operator,
  textOperators,
  truthOperators,
  urlOperators,
} from './operators.ts';
import { type AnswerReading, readAnswer } from './read-answer.ts';

/** A value as it was read: a number as it is written, a date as ISO day, several options or files as a list. */
export type PlainValue = boolean | string | readonly string[];

/** Why a child is shown or hidden, as data. */
export interface Explanation {
  /** null when the condition cannot be interpreted. */
  readonly operator: Operator | null;
  /** The stored value as read; null when the condition cannot be interpreted. */
  readonly value: PlainValue | null;
  /** The parent's answer as read; for a file: is one attached. null when there is none. */
  readonly answer: PlainValue | null;
  readonly unanswered: boolean;
  readonly holds: boolean | 'uninterpretable';
  /** Why the condition cannot be interpreted. */
  readonly problem: { readonly code: ProblemCode; readonly detail: string } | null;
}

/** Applies a judged condition to the answer of its parent (null: unanswered, or hidden). */
export function explain(judgement: Judgement, answer: Answer | null): Explanation {
  const reading = readAnswer(answer);
  const given = { answer: reading === null ? null : plainAnswer(reading), unanswered: reading === null };
  if (!judgement.readable) {
    const { code, detail } = judgement;
    return { operator: null, value: null, ...given, holds: 'uninterpretable', problem: { code, detail } };
  }
  const { comparison, holdsUnanswered } = judgement.rule;
  const holds = compare(comparison, reading) ?? holdsUnanswered;
  return { operator: comparison.operator, value: plainValue(comparison), ...given, holds, problem: null };
}

/** null: there is no answer of the kind that is compared. Files always have one: attached, or not. */
function compare(comparison: Comparison, reading: AnswerReading | null): boolean | null {
  switch (comparison.kind) {
    case 'truth':
      return reading?.kind === 'truth'
        ? truthOperators[comparison.operator](reading.value, comparison.value)
        : null;
    case 'text':
      return reading?.kind === 'text'
        ? textOperators[comparison.operator](reading.value, comparison.value)
        : null;
    case 'url':
      return reading?.kind === 'text'
        ? urlOperators[comparison.operator](reading.value, comparison.value)
        : null;
    case 'choice':
      return reading?.kind === 'choice'
        ? choiceOperators[comparison.operator](reading.value, comparison.value)
        : null;
    case 'number':
      return reading?.kind === 'number'
        ? numberOperators[comparison.operator](reading.value, comparison.value)
        : null;
    case 'date':
      return reading?.kind === 'date'
        ? dateOperators[comparison.operator](reading.value, comparison.value.day)
        : null;
    case 'files':
      return truthOperators[comparison.operator](reading?.kind === 'files', comparison.value);
  }
}

function plainAnswer(reading: AnswerReading): PlainValue {
  return reading.kind === 'number' ? reading.value.text : reading.value;
}

function plainValue(comparison: Comparison): PlainValue {
  if (comparison.kind === 'number') return comparison.value.text;
  return comparison.kind === 'date' ? comparison.value.day : comparison.value;
}
