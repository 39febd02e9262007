import type { Comparison } from './judgement.ts';
import {
  choiceOperators,
  dateOperators,
  numberOperators,
  textOperators,
  truthOperators,
  urlOperators,
} from './operators.ts';
import type { AnswerReading } from './read-answer.ts';

/**
 * Applies the operator to the answer as read. null when there is no answer of the kind to compare.
 * Files always have an answer: attached or not.
 */
export function compare(rule: Comparison, answer: AnswerReading | null): boolean | null {
  switch (rule.kind) {
    case 'truth':
      return answer?.kind === 'truth' ? truthOperators[rule.operator](answer.value, rule.value) : null;
    case 'text':
      return answer?.kind === 'text' ? textOperators[rule.operator](answer.value, rule.value) : null;
    case 'url':
      return answer?.kind === 'url' ? urlOperators[rule.operator](answer.value, rule.value) : null;
    case 'choice':
      return answer?.kind === 'choice' ? choiceOperators[rule.operator](answer.value, rule.value) : null;
    case 'number':
      return answer?.kind === 'number' ? numberOperators[rule.operator](answer.value, rule.value) : null;
    case 'date':
      return answer?.kind === 'date' ? dateOperators[rule.operator](answer.value, rule.value.day) : null;
    case 'files':
      return truthOperators[rule.operator](answer?.kind === 'files', rule.value);
  }
}
