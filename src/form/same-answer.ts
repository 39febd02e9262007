import type { Answer } from '../model/answer.ts';

/** Answers are small plain data whose makers write their members in one order. */
export const sameAnswer = (one: Answer | null, other: Answer | null): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other);
