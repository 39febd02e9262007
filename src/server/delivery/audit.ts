/** Each question and part that was delivered must be at the service exactly once. */

import { isExactlyNamed, isNamed } from './compare-answer.ts';
import type { AnswerItem } from './next-step.ts';
import type { HeldAnswer } from './service-gateway.ts';

export interface Seen {
  readonly duplicates: number;
  readonly missing: number;
}

export function countCopies(delivered: readonly AnswerItem[], held: readonly HeldAnswer[]): Seen {
  const questions = [...new Set(delivered.map(({ question }) => question))];
  let [duplicates, missing] = [0, 0];
  for (const question of questions) {
    const wanted = delivered.filter((item) => item.question === question);
    const found = findCopies(wanted, held).length;
    duplicates += Math.max(found - wanted.length, 0);
    missing += Math.max(wanted.length - found, 0);
  }
  return { duplicates, missing };
}

/**
 * Where the service does not say which question an answer belongs to, its own id does, and any other with the same
 * title and type is a copy.
 */
function findCopies(wanted: readonly AnswerItem[], held: readonly HeldAnswer[]): readonly HeldAnswer[] {
  const own = held.filter(({ id }) => wanted.some(({ serviceId }) => serviceId === id));
  const isAlike = (one: HeldAnswer) =>
    one.question === null && own.some(({ title, type }) => title === one.title && type === one.type);
  return held.filter(
    (one) => wanted.some(({ question }) => question === one.question) || own.includes(one) || isAlike(one),
  );
}

/**
 * Each document that was delivered, by its name, which no other file of the application has. Where the service writes
 * names in its own way, two of them may look alike: a copy counts only beyond those.
 */
export function countDocuments(names: readonly string[], held: readonly HeldAnswer[]): Seen {
  let [duplicates, missing] = [0, 0];
  for (const name of names) {
    const exact = held.filter((one) => isExactlyNamed(one, name)).length;
    const found = exact > 0 ? exact : Math.min(1, held.filter((one) => isNamed(one, name)).length);
    duplicates += Math.max(found - 1, 0);
    missing += found === 0 ? 1 : 0;
  }
  return { duplicates, missing };
}
