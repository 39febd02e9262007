/** Only the first condition of a question counts; the others look as if they did. */
import { valueText } from '../conditions/stored-value.ts';
import type { Question } from '../model/question.ts';
import type { QuestionRecord } from '../model/question-record.ts';
import { sameJson } from '../tree/same-json.ts';
import { oneConditionFor } from './any-of.ts';
import type { Found } from './finding.ts';
import { storedCondition, storedConditions } from './stored-condition.ts';
import { listed, named, valueInWords } from './words.ts';

export function ignoredConditions(record: QuestionRecord, parent: Question | null): readonly Found[] {
  const { question } = record;
  const [first, ...others] = storedConditions(record);
  const ignored = others.filter((one) => !sameJson(one, first));
  if (ignored.length === 0) return [];
  const name = parent === null ? 'the question above' : named(parent);
  return [
    {
      code: 'ignored_conditions',
      question,
      found: `It has ${ignored.length + 1} conditions, and only the first counts: it is shown when ${name} ${inWords(first)}. Not counted: ${listed(ignored.map(inWords))}.`,
      fix: `${remedy(parent, name, [first, ...ignored])} Then delete the conditions that do not count.`,
    },
  ];
}

const verbs: ReadonlyMap<unknown, string> = new Map([
  ['equals', 'is'],
  ['not_equals', 'is not'],
  ['contains', 'contains'],
  ['not_contains', 'does not contain'],
  ['greater_than', 'is more than'],
  ['less_than', 'is less than'],
  ['less_thanThan', 'is less than'],
]);

function inWords(condition: unknown): string {
  const { operator, value } = storedCondition(condition);
  const verb = verbs.get(operator);
  return verb === undefined ? 'something that cannot be read' : `${verb} ${valueInWords(value)}`;
}

function remedy(parent: Question | null, name: string, conditions: readonly unknown[]): string {
  const answers = conditions.flatMap((condition) => {
    const { operator, value } = storedCondition(condition);
    return operator === 'equals' ? [valueText(value, 'string', 'number') ?? []].flat() : [];
  });
  const isAnyOf = answers.length === conditions.length && parent !== null && hasOneAnswer(parent);
  const one = isAnyOf ? oneConditionFor(parent, answers) : null;
  if (one !== null) return `Let one condition say it: ${name} ${one}.`;
  const anyOf =
    'ask a yes/no question above, whose “yes” covers them all, or ask this question once for each, under titles that say which.';
  if (isAnyOf) return `If any of these answers is to lead here, ${anyOf}`;
  return `If all of them must hold, ask step by step: a follow-up with the first condition, and below it one with the next. If any of them is enough, ${anyOf}`;
}

/** Of such a question, two answers never hold at once. */
const hasOneAnswer = (parent: Question): boolean => parent.type !== 'multiple_choice' || parent.maximum === 1;
