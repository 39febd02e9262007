/** Only the first condition of a question counts; the others look as if they did. */
import { valueText } from '../conditions/stored-value.ts';
import type { Question, Semantics } from '../model/question.ts';
import type { QuestionRecord } from '../model/question-record.ts';
import { sameJson } from '../tree/same-json.ts';
import { oneConditionFor } from './any-of.ts';
import type { Found } from './finding.ts';
import { storedCondition, storedConditions } from './stored-condition.ts';
import { listed, named, valueInWords, verbs } from './words.ts';

interface Above {
  readonly parent: Question | null;
  readonly semantics: Semantics;
}

/** @param all of its conditions; by default those of its document */
export function ignoredConditions(
  record: QuestionRecord,
  { parent, semantics }: Above,
  all: readonly unknown[] = storedConditions(record),
): readonly Found[] {
  const { question } = record;
  const [first, ...others] = all;
  const ignored = others.filter((one) => !sameJson(one, first));
  if (ignored.length === 0) return [];
  const name = parent === null ? 'the question above' : named(parent);
  return [
    {
      code: 'ignored_conditions',
      question,
      found: `It has ${all.length} conditions, and only the first counts: it is shown when ${name} ${inWords(first)}. Not counted: ${listed([...new Set(ignored.map(inWords))])}.`,
      fix: `${remedy({ parent, semantics }, name, [first, ...ignored])} Then delete the conditions that do not count.`,
    },
  ];
}

const verbsAsStored: ReadonlyMap<unknown, string> = new Map([
  ...Object.entries(verbs),
  ['less_thanThan', verbs.less_than] as const,
]);

function inWords(condition: unknown): string {
  const { operator, value } = storedCondition(condition);
  const verb = verbsAsStored.get(operator);
  return verb === undefined ? 'something that cannot be read' : `${verb} ${valueInWords(value)}`;
}

function remedy({ parent, semantics }: Above, name: string, conditions: readonly unknown[]): string {
  const answers = conditions.flatMap((condition) => {
    const { operator, value } = storedCondition(condition);
    return operator === 'equals' ? [valueText(value, 'string', 'number') ?? []].flat() : [];
  });
  const isAnyOf = answers.length === conditions.length && parent !== null && hasOneAnswer(parent);
  const one = isAnyOf ? oneConditionFor(parent, [...new Set(answers)], semantics) : null;
  if (one !== null) return `Let one condition say it: ${name} ${one}.`;
  const anyOf =
    'ask a yes/no question above, whose “yes” covers them all, or ask this question once for each, under titles that say which.';
  if (isAnyOf) return `If any of these answers is to lead here, ${anyOf}`;
  if (parent?.type === 'number' || parent?.type === 'date')
    return `A range cannot be asked by one condition, and a further question cannot look at ${name} again: ask ${name} as a choice of ranges, and let this question follow the one that is meant.`;
  return `A question has one condition, and that reads only the question directly above. If all of them must hold, ask a yes/no question above, whose “yes” means just that. If any of them is enough, ${anyOf}`;
}

/** Of such a question, two answers never hold at once. */
const hasOneAnswer = (parent: Question): boolean => parent.type !== 'multiple_choice' || parent.maximum === 1;
