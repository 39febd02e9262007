/** “Any of these answers”, which the service cannot ask: sometimes one other condition says the same, or none is needed. */
import type { Comparison } from '../conditions/judgement.ts';
import { readNumber } from '../conditions/read-number.ts';
import type { Question, Semantics } from '../model/question.ts';
import { isTrue } from './same-comparison.ts';
import { named, quoted } from './words.ts';

/** Of a run of numbers; fewer may be meant one by one. */
const SHORTEST_RUN = 3;

/**
 * The condition that holds for just these answers, in words that follow the question's name; null: there is none.
 *
 * @param answers that are each compared by “equals”
 */
export function oneConditionFor(
  parent: Question,
  answers: readonly string[],
  { unanswered }: Pick<Semantics, 'unanswered'>,
): string | null {
  switch (parent.type) {
    case 'multiple_choice':
      // Where “is not” holds without an answer, too, it would say more.
      return parent.maximum === 1 && unanswered === 'hidden'
        ? allButOne(
            parent.options.map(({ text }) => text),
            answers,
          )
        : null;
    case 'number':
      return run(answers);
    default:
      return null;
  }
}

/** Whether each answer to the question meets one of these. */
export function isEveryAnswer(parent: Question, comparisons: readonly Comparison[]): boolean {
  const truths = comparisons.flatMap((one) =>
    one.kind === 'truth' || one.kind === 'files' ? [isTrue(one)] : [],
  );
  if (new Set(truths).size === 2) return true;
  if (parent.type !== 'multiple_choice') return false;
  const wanted = new Set(
    comparisons.flatMap((one) => (one.kind === 'choice' && one.operator === 'equals' ? [one.value] : [])),
  );
  return wanted.size > 0 && parent.options.every(({ text }) => wanted.has(text));
}

/** What to do where each answer leads to a follow-up. A question of its own would be asked where its parent is not. */
export const besideParent = (parent: Question, followUp: 'this' | 'that'): string =>
  parent.conditional.kind === 'none'
    ? `make ${followUp} a question of its own`
    : `let ${followUp} follow the question that ${named(parent)} follows, with the same condition`;

function allButOne(options: readonly string[], answers: readonly string[]): string | null {
  const named = new Set(answers);
  const others = options.filter((option) => !named.has(option));
  const [only] = others;
  const isWhole = named.size === answers.length && others.length === options.length - named.size;
  return isWhole && others.length === 1 && only !== undefined
    ? `is not ${quoted(only)} (“not_equals”)`
    : null;
}

/** Whole numbers, one after the other. */
function run(answers: readonly string[]): string | null {
  const numbers = answers.map((answer) => (readNumber(answer) === null ? Number.NaN : Number(answer)));
  const sorted = [...new Set(numbers)].sort((one, other) => one - other);
  const [lowest, highest] = [sorted[0], sorted.at(-1)];
  if (lowest === undefined || highest === undefined || sorted.length < SHORTEST_RUN) return null;
  const isRun = sorted.every((number, place) => Number.isSafeInteger(number) && number === lowest + place);
  return isRun
    ? `is more than ${lowest - 1} (“greater_than” with ${lowest - 1}; this holds above ${highest}, too)`
    : null;
}
