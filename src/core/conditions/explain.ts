import type { Answer } from '../model/answer.ts';
import { compare } from './compare.ts';
import type { Comparison, Finding, Judgement } from './judgement.ts';
import type { Operator } from './operators.ts';
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

function plainAnswer(reading: AnswerReading): PlainValue {
  return reading.kind === 'number' ? reading.value.text : reading.value;
}

function plainValue(comparison: Comparison): PlainValue {
  if (comparison.kind === 'number') return comparison.value.text;
  return comparison.kind === 'date' ? comparison.value.day : comparison.value;
}
