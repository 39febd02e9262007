import type { Answer } from '../model/question.ts';
import type { Comparison, Finding, Judgement } from './judgement.ts';
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

/** A number as written, a date as ISO day, chosen options and file names as a list. */
export type PlainValue = boolean | string | readonly string[];

/** Why a child is shown or hidden, as data. */
export interface Explanation {
  /** null when the condition cannot be interpreted. */
  readonly operator: Operator | null;
  /** The stored value as read; null when the condition cannot be interpreted. */
  readonly value: PlainValue | null;
  /** The parent's answer as read; null when there is none. */
  readonly answer: PlainValue | null;
  readonly unanswered: boolean;
  readonly holds: boolean | 'uninterpretable';
  /** Why the condition cannot be interpreted. */
  readonly problem: Finding | null;
}

/** Applies a judged condition to the answer of its parent (null when unanswered or hidden). */
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

/**
 * Applies the operator to the answer as read. null when there is no answer of the kind to compare.
 * Files always have an answer: attached or not.
 */
function compare(stored: Comparison, answer: AnswerReading | null): boolean | null {
  switch (stored.kind) {
    case 'truth':
      return answer?.kind === 'truth' ? truthOperators[stored.operator](answer.value, stored.value) : null;
    case 'text':
      return answer?.kind === 'text' ? textOperators[stored.operator](answer.value, stored.value) : null;
    case 'url':
      return answer?.kind === 'url' ? urlOperators[stored.operator](answer.value, stored.value) : null;
    case 'choice':
      return answer?.kind === 'choice' ? choiceOperators[stored.operator](answer.value, stored.value) : null;
    case 'number':
      return answer?.kind === 'number' ? numberOperators[stored.operator](answer.value, stored.value) : null;
    case 'date':
      return answer?.kind === 'date' ? dateOperators[stored.operator](answer.value, stored.value.day) : null;
    case 'files':
      return truthOperators[stored.operator](answer?.kind === 'files', stored.value);
  }
}

function plainAnswer(reading: AnswerReading): PlainValue {
  return reading.kind === 'number' ? reading.value.text : reading.value;
}

function plainValue(comparison: Comparison): PlainValue {
  if (comparison.kind === 'number') return comparison.value.text;
  return comparison.kind === 'date' ? comparison.value.day : comparison.value;
}

/** Uses `explain`, so that result and explanation cannot differ. */
export function evaluate(judgement: Judgement, answer: Answer | null): boolean | 'uninterpretable' {
  return explain(judgement, answer).holds;
}
