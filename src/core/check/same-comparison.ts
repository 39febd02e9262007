/** Whether two conditions below one question are met by the same answers, however they are written. */
import type { Comparison } from '../conditions/judgement.ts';
import { compareDecimals } from '../conditions/read-number.ts';
import { compareDays } from './words.ts';

export function sameComparison(one: Comparison, other: Comparison): boolean {
  if (one.kind === 'truth' || one.kind === 'files')
    return one.kind === other.kind && isTrue(one) === isTrue(other);
  if (one.operator !== other.operator) return false;
  if (one.kind === 'number') return other.kind === 'number' && compareDecimals(one.value, other.value) === 0;
  if (one.kind === 'date') return other.kind === 'date' && compareDays(one.value.day, other.value.day) === 0;
  return one.kind === other.kind && one.value === other.value;
}

/** “is not no” says yes. */
export const isTrue = ({ operator, value }: Extract<Comparison, { kind: 'truth' | 'files' }>): boolean =>
  (operator === 'equals') === value;
