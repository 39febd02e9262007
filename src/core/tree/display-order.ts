import type { QuestionId } from '../model/ids.ts';
import type { Question } from '../model/question.ts';

/** Orders children by position, missing positions last, then by id: numeric ids by value, before all other ids. */
export function compareSiblings(first: Question, second: Question): number {
  return compare(positionOf(first), positionOf(second)) || compareIds(first.id, second.id);
}

function positionOf({ conditional }: Question): number {
  return conditional.kind === 'child' && conditional.position !== null
    ? conditional.position
    : Number.POSITIVE_INFINITY;
}

/** Ids may exceed the exact range of a binary number, so digits are compared by length, then as text. */
function compareIds(first: QuestionId, second: QuestionId): number {
  const [firstDigits, secondDigits] = [significantDigits(first), significantDigits(second)];
  if (firstDigits === null || secondDigits === null)
    return Number(firstDigits === null) - Number(secondDigits === null) || compare(first, second);
  return (
    firstDigits.length - secondDigits.length || compare(firstDigits, secondDigits) || compare(first, second)
  );
}

function significantDigits(id: QuestionId): string | null {
  return /^\d+$/.test(id) ? id.replace(/^0+/, '') : null;
}

/** Not by subtraction, because two missing positions (infinities) must be equal. */
function compare<Key extends number | string>(first: Key, second: Key): number {
  if (first === second) return 0;
  return first < second ? -1 : 1;
}
