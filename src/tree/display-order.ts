import type { QuestionId } from '../model/ids.ts';
import type { Question } from '../model/question.ts';

/** Children by position, a missing one last, then by id: as a number, ids that are not digits after those that are. */
export function compareSiblings(first: Question, second: Question): number {
  const difference = compareNumbers(positionOf(first), positionOf(second));
  return difference === 0 ? compareIds(first.id, second.id) : difference;
}

function positionOf({ conditional }: Question): number {
  return conditional.kind === 'child' && conditional.position !== null
    ? conditional.position
    : Number.POSITIVE_INFINITY;
}

/** Ids may be longer than a binary number is exact, so digits are compared by length, then as text. */
function compareIds(first: QuestionId, second: QuestionId): number {
  const [firstDigits, secondDigits] = [significantDigits(first), significantDigits(second)];
  if (firstDigits === null || secondDigits === null)
    return Number(firstDigits === null) - Number(secondDigits === null) || compareTexts(first, second);
  return (
    firstDigits.length - secondDigits.length ||
    compareTexts(firstDigits, secondDigits) ||
    compareTexts(first, second)
  );
}

function significantDigits(id: QuestionId): string | null {
  return /^\d+$/.test(id) ? id.replace(/^0+/, '') : null;
}

/** Not by subtraction: two missing positions are equal. */
function compareNumbers(first: number, second: number): number {
  if (first === second) return 0;
  return first < second ? -1 : 1;
}

function compareTexts(first: string, second: string): number {
  if (first === second) return 0;
  return first < second ? -1 : 1;
}
