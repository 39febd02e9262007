/** What a question's document says of its conditions, beyond the one that counts. */
import { member } from '../conditions/stored-value.ts';
import type { QuestionRecord } from '../model/question-record.ts';

/** A member of a member of …; undefined where there is none. */
export function stored(json: unknown, ...names: readonly string[]): unknown {
  return names.reduce<unknown>(
    (value, name) => (typeof value === 'object' && value !== null ? member(value, name) : undefined),
    json,
  );
}

/** All of them, in their order. */
export function storedConditions({ attributes }: QuestionRecord): readonly unknown[] {
  const conditions = stored(attributes, 'conditional', 'conditions');
  return Array.isArray(conditions) ? conditions : [];
}

export interface StoredCondition {
  readonly operator: unknown;
  readonly value: unknown;
}

export const storedCondition = (condition: unknown): StoredCondition => ({
  operator: stored(condition, 'operator'),
  value: stored(condition, 'value'),
});
