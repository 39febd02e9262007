import type { Answer } from '../core/model/answer.ts';
import type { Field } from './contract.ts';

/** Every answer that a host gave, of all forms of the page: until it is changed it is not the applicant's. */
export const prefilled = new WeakSet<Answer>();

export function isPrefilled({ entry }: Pick<Field, 'entry'>): boolean {
  const answer = entry.value;
  return answer !== null && prefilled.has(answer);
}
