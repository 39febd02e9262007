/** What a condition of a follow-up looks like. */
import { readOperator } from '../../core/conditions/operators.ts';
import { readDate } from '../../core/conditions/read-date.ts';
import { isObject, list, member, text } from '../../core/jsonapi/stored-json.ts';
import { type Condition, childrenIn, conditionsIn, dateConditionsIn, strangeOf } from './questions.ts';
import { type Judgement, mostly, type Reading, type Settings } from './reading.ts';
import { attribute, counted, idOf, type Replies, some } from './replies.ts';

const withoutFollowUps = (replies: Replies): string | null =>
  childrenIn(replies).length > 0
    ? null
    : 'No follow-up was read. Name a job whose form has some by --job ID.';

const isWhole = (conditional: unknown): boolean =>
  isObject(conditional) &&
  text(member(conditional, 'parent_question_id')) !== null &&
  typeof member(conditional, 'position') === 'number' &&
  list(member(conditional, 'conditions')).length === 1;

function judgeConditional(replies: Replies): Judgement {
  const children = childrenIn(replies);
  const strange = children
    .filter((one) => !isWhole(attribute(one, 'conditional')))
    .map((one) => strangeOf(replies, one));
  const not = 'these do not, and may never be shown:';
  const whole = counted(children.length - strange.length, 'follow-up');
  return mostly(whole, { all: children.length, strange, not });
}

function judgeOperators(replies: Replies): Judgement {
  const conditions = conditionsIn(replies);
  const isKnown = ({ operator }: Condition) => operator !== null && readOperator(operator) !== null;
  const strange = conditions
    .filter((one) => !isKnown(one))
    .map(({ question, operator }) => strangeOf(replies, question, operator ?? 'none'));
  const known = conditions.filter(isKnown).flatMap(({ operator }) => operator ?? []);
  return mostly(some(known, 9), { all: conditions.length, strange, not: 'follow-ups are never shown by' });
}

const withoutDates = (replies: Replies): string | null =>
  dateConditionsIn(replies).length > 0
    ? null
    : 'No condition that was read compares a date. Name a job that has one by --job ID.';

function judgeDateValues(replies: Replies): Judgement {
  const dates = dateConditionsIn(replies);
  const isReadable = ({ value }: Condition) => typeof value === 'string' && readDate(value, 'dmy') !== null;
  const strange = dates
    .filter((one) => !isReadable(one))
    .map(({ question, value }) => strangeOf(replies, question, String(value)));
  const values = dates.filter(isReadable).map(({ value }) => String(value));
  const not = 'these cannot be read, so their follow-ups are never shown:';
  return mostly(some(values, 4), { all: dates.length, strange, not });
}

type Order = Settings['dateOrder'];

/** `05/06/2026` alone tells nothing; `25/06/2026` and `06/25/2026` do. */
export function orderOf(value: string): Order | 'either' | null {
  const [, first, , second] = /^\s*(\d{1,2})([-/.])(\d{1,2})\2\d{4}\s*$/.exec(value) ?? [];
  const date = readDate(value, 'dmy');
  if (first === undefined || second === undefined || date === null) return null;
  if (Number(first) > 12) return 'dmy';
  return Number(second) > 12 ? 'mdy' : 'either';
}

function judgeDates(replies: Replies, { dateOrder }: Settings): Judgement {
  const dates = dateConditionsIn(replies).map(({ question, value }) => ({
    child: idOf(question) ?? '',
    value: String(value),
    order: orderOf(String(value)),
  }));
  const having = (order: ReturnType<typeof orderOf>) => dates.filter((one) => one.order === order);
  const values = (all: typeof dates, most = 3) =>
    some(
      all.map(({ value }) => value),
      most,
    );
  const [days, months, both] = [having('dmy'), having('mdy'), having('either')];
  if (days.length > 0 && months.length > 0) {
    const read = `A date that could be either is read as ${dateOrder}.`;
    return ['unknown', `both are seen: ${values(days, 2)}, and ${values(months, 2)}. ${read}`];
  }
  if (days.length > 0) return ['seen', values(days), dateOrder === 'dmy' ? {} : { dateOrder: 'dmy' }];
  if (months.length > 0)
    return ['not_seen', `month first: ${values(months)}`, dateOrder === 'mdy' ? {} : { dateOrder: 'mdy' }];
  if (both.length === 0) {
    const found = 'every date that was read can be read in one way alone, so nothing depends on it yet';
    return ['unknown', `${found}: ${values(dates)}`];
  }
  const children = some(
    both.map(({ child }) => child),
    3,
  );
  const found = `only dates that can be read both ways: ${values(both)}`;
  return ['unknown', `${found}. Ask who wrote question ${children} what is meant.`];
}

export const conditionReadings = {
  conditional: {
    reading: 'A follow-up carries parent_question_id, position and one condition',
    lacks: withoutFollowUps,
    judge: judgeConditional,
  },
  operators: {
    reading: 'Operators are those of the document; less_than also as less_thanThan',
    lacks: withoutFollowUps,
    judge: judgeOperators,
  },
  dateValues: {
    reading: 'A date in a condition can be read, ISO or not',
    lacks: withoutDates,
    judge: judgeDateValues,
  },
  dates: {
    reading: 'Day first in a date as 05/06/2026',
    options: ['APPLY_DATE_ORDER'],
    lacks: withoutDates,
    judge: (replies, { current }) => judgeDates(replies, current),
  },
  unanswered: {
    reading: 'A follow-up of a question without an answer is hidden',
    options: ['APPLY_UNANSWERED'],
    judge: () => [
      'unknown',
      'The service does not say. Open its own form for a job with a follow-up "is not …": is it there before anything is answered? Then set APPLY_UNANSWERED=negated.',
    ],
  },
} satisfies Readonly<Record<string, Reading>>;
