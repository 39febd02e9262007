/** Only the first condition of a question counts; the others look as if they did. */
import { judge } from '../conditions/judge.ts';
import type { Comparison, Judgement } from '../conditions/judgement.ts';
import type { Question, Semantics } from '../model/question.ts';
import type { QuestionRecord } from '../model/question-record.ts';
import { sameJson } from '../tree/same-json.ts';
import { besideParent, isEveryAnswer, oneConditionFor } from './any-of.ts';
import type { StrictOperator } from './better-values.ts';
import { numberBeside } from './compared-values.ts';
import type { Found } from './finding.ts';
import { sameComparison } from './same-comparison.ts';
import { storedCondition, storedConditions } from './stored-condition.ts';
import type { Valued } from './text-values.ts';
import { cut, dateVerbs, dayBeside, dayInWords, listed, named, valueInWords, verbs } from './words.ts';

interface Above {
  readonly parent: Question | null;
  readonly semantics: Semantics;
}

/** A condition with what the form makes of it; null: the question above is not known. */
interface Read {
  readonly condition: unknown;
  readonly judgement: Judgement | null;
}

/** @param all of its conditions; by default those of its document */
export function ignoredConditions(
  record: QuestionRecord,
  above: Above,
  all: readonly unknown[] = storedConditions(record),
): readonly Found[] {
  const { question } = record;
  if (all.length < 2) return [];
  const [first, ...others] = readConditions(above, all);
  const ignored = others.filter((one) => first !== undefined && !isSame(one, first));
  if (first === undefined || ignored.length === 0) return [];
  const { parent } = above;
  const name = parent === null ? 'the question above' : named(parent);
  const shown = (one: Read) => inWords(one.condition, parent);
  return [
    {
      code: 'ignored_conditions',
      question,
      found: `It has ${all.length} conditions, and only the first counts: ${first.judgement?.readable === false ? 'that cannot be read' : `it is shown when ${name} ${shown(first)}`}. Not counted: ${listed([...new Set(ignored.map(shown))])}.`,
      fix: `${remedy(above, name, [first, ...ignored])} Then delete the conditions that do not count.`,
    },
  ];
}

function readConditions({ parent, semantics }: Above, all: readonly unknown[]): readonly Read[] {
  if (parent === null) return all.map((condition) => ({ condition, judgement: null }));
  // Without its options, which are not needed here, and may be many.
  const compared = { type: parent.type, options: null };
  return all.map((condition) => ({ condition, judgement: judge(compared, condition, semantics) }));
}

function isSame(one: Read, other: Read): boolean {
  if (sameJson(one.condition, other.condition)) return true;
  if (one.judgement?.readable !== true || other.judgement?.readable !== true) return false;
  const [rule, otherRule] = [one.judgement.rule, other.judgement.rule];
  return (
    rule.holdsUnanswered === otherRule.holdsUnanswered &&
    sameComparison(rule.comparison, otherRule.comparison)
  );
}

function inWords(condition: unknown, parent: Question | null): string {
  const { operator, value } = storedCondition(condition);
  const known = parent?.type === 'date' ? dateVerbs : verbs;
  const verb = new Map<unknown, string>([...Object.entries(known), ['less_thanThan', known.less_than]]).get(
    operator,
  );
  return verb === undefined ? 'something that cannot be read' : `${verb} ${valueInWords(value)}`;
}

const ANY_OF =
  'ask a yes/no question above, whose “yes” covers them all, or ask this question once for each, under titles that say which.';

function remedy({ parent, semantics }: Above, name: string, conditions: readonly Read[]): string {
  const comparisons = conditions.flatMap(({ judgement }) =>
    judgement?.readable === true ? [judgement.rule.comparison] : [],
  );
  if (parent !== null && comparisons.length === conditions.length) {
    const one = asOneCondition(parent, comparisons) ?? asBounds(name, comparisons);
    if (one !== null) return one;
    const answers = comparisons.flatMap((comparison) => answerIn(comparison) ?? []);
    if (answers.length === comparisons.length && hasOneAnswer(parent)) {
      const said = oneConditionFor(parent, [...new Set(answers)], semantics);
      return said === null
        ? `If any of these answers is to lead here, ${ANY_OF}`
        : `Let one condition say it: ${name} ${said}.`;
    }
  }
  return `A question has one condition, and that reads only the question directly above. If all of them must hold, ask a yes/no question above, whose “yes” means just that. If any of them is enough, ${ANY_OF}`;
}

/** Of such a question, two answers never hold at once. */
const hasOneAnswer = (parent: Question): boolean => parent.type !== 'multiple_choice' || parent.maximum === 1;

/** What “equals” compares with; null: it is another condition. */
function answerIn(comparison: Comparison): string | null {
  if (comparison.operator !== 'equals') return null;
  switch (comparison.kind) {
    case 'number':
      return comparison.value.text;
    case 'date':
      return comparison.value.day;
    case 'truth':
    case 'files':
      return String(comparison.value);
    case 'text':
    case 'url':
    case 'choice':
      return comparison.value;
  }
}

/** “More than 5” and “is 5” are what no single operator says, and the value before does. */
function asOneCondition(parent: Question, comparisons: readonly Comparison[]): string | null {
  if (hasOneAnswer(parent) && isEveryAnswer(parent, comparisons))
    return `Every answer leads to it: ${besideParent(parent, 'this')}.`;
  const bound = comparisons.find(isBound);
  const exact = comparisons.find(({ operator }) => operator === 'equals');
  if (bound === undefined || exact === undefined || comparisons.length !== 2) return null;
  if (!sameComparison({ ...bound, operator: 'equals' }, exact)) return null;
  const value =
    bound.kind === 'date'
      ? dayBeside(bound.value.day, bound.operator === 'greater_than' ? -1 : 1)
      : numberBeside(bound.value.text, bound.operator);
  return value === null ? null : `There is no “or equal”: write “${bound.operator}” with ${value}.`;
}

type Bound = Valued & { readonly operator: StrictOperator };

const isBound = (comparison: Comparison): comparison is Bound =>
  comparison.operator === 'greater_than' || comparison.operator === 'less_than';

function asBounds(name: string, comparisons: readonly Comparison[]): string | null {
  if (!comparisons.every(isBound)) return null;
  const [one, other, ...more] = comparisons;
  if (one && other && more.length === 0 && one.operator !== other.operator)
    if (sameComparison({ ...one, operator: 'equals' }, { ...other, operator: 'equals' }))
      return `Let one condition say it: ${name} is not ${one.kind === 'date' ? dayInWords(one.value.day) : cut(one.value.text)} (“not_equals”).`;
  return new Set(comparisons.map(({ operator }) => operator)).size === 1
    ? 'Decide which of these values is meant, and put the condition with it first.'
    : `A range cannot be asked by one condition, and a further question cannot look at ${name} again: ask ${name} as a choice of ranges, and let this question follow the one that is meant.`;
}
