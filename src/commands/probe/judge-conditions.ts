/** What a condition of a follow-up looks like. */
import { readOperator } from '../../conditions/operators.ts';
import { readDate } from '../../conditions/read-date.ts';
import { isObject, list, member, text } from '../../documents/stored-json.ts';
import type { Semantics } from '../../model/question.ts';
import { type Finding, mostly, notSeen, type Settings, seen, unknown } from './finding.ts';
import { questionsIn, strangeOf } from './judge-questions.ts';
import type { Replies } from './replies.ts';
import { attribute, counted, idOf, some } from './reply.ts';

interface Condition {
  readonly child: string;
  /** The follow-up that it is a condition of. */
  readonly question: unknown;
  readonly operator: string | null;
  readonly value: unknown;
  /** `question_type` of the parent; null: it was not read. */
  readonly parentType: string | null;
}

const childrenIn = (replies: Replies): readonly unknown[] =>
  questionsIn(replies).filter((one) => (attribute(one, 'conditional') ?? null) !== null);

export function conditionsIn(replies: Replies): readonly Condition[] {
  const types = new Map(
    questionsIn(replies).map((one) => [idOf(one), text(attribute(one, 'question_type'))]),
  );
  return childrenIn(replies).flatMap((one) => {
    const conditional = attribute(one, 'conditional');
    const [condition] = list(member(conditional, 'conditions'));
    const parent = text(member(conditional, 'parent_question_id'));
    const child = idOf(one) ?? '';
    const operator = text(member(condition, 'operator'));
    return [
      {
        child,
        question: one,
        operator,
        value: member(condition, 'value'),
        parentType: types.get(parent) ?? null,
      },
    ];
  });
}

const noFollowUps = 'No follow-up was read. Name a job whose form has some by --job ID.';

export function judgeConditional(replies: Replies): Finding {
  const reading = 'A follow-up carries parent_question_id, position and one condition';
  const children = childrenIn(replies);
  if (children.length === 0) return unknown(reading, noFollowUps);
  const strange = children.filter((one) => !isWhole(attribute(one, 'conditional')));
  const not = 'these do not, and may never be shown:';
  return mostly(reading, counted(children.length - strange.length, 'follow-up'), {
    all: children.length,
    strange: strange.map((one) => strangeOf(replies, one)),
    not,
  });
}

const isWhole = (conditional: unknown): boolean =>
  isObject(conditional) &&
  text(member(conditional, 'parent_question_id')) !== null &&
  typeof member(conditional, 'position') === 'number' &&
  list(member(conditional, 'conditions')).length === 1;

export function judgeOperators(replies: Replies): Finding {
  const reading = 'Operators are those of the document; less_than also as less_thanThan';
  const conditions = conditionsIn(replies);
  if (conditions.length === 0) return unknown(reading, noFollowUps);
  const isKnown = ({ operator }: Condition) => operator !== null && readOperator(operator) !== null;
  const strange = conditions
    .filter((one) => !isKnown(one))
    .map(({ question, operator }) => strangeOf(replies, question, operator ?? 'none'));
  const detail = some(
    conditions.filter(isKnown).flatMap(({ operator }) => operator ?? []),
    9,
  );
  const not = 'follow-ups are never shown by';
  return mostly(reading, detail, { all: conditions.length, strange, not });
}

type Order = Semantics['dateOrder'];

/** `05/06/2026` alone tells nothing; `25/06/2026` and `06/25/2026` do. */
export function orderOf(value: string): Order | 'either' | null {
  const [, first, , second] = /^\s*(\d{1,2})([-/.])(\d{1,2})\2\d{4}\s*$/.exec(value) ?? [];
  const date = readDate(value, 'dmy');
  if (first === undefined || second === undefined || date === null) return null;
  if (Number(first) > 12) return 'dmy';
  return Number(second) > 12 ? 'mdy' : 'either';
}

export function judgeDates(replies: Replies, current: Settings): Finding {
  const reading = 'Day first in a date as 05/06/2026';
  const options = ['APPLY_DATE_ORDER'];
  const dates = conditionsIn(replies).filter(({ parentType }) => parentType === 'date');
  if (dates.length === 0)
    return unknown(
      reading,
      'No condition that was read compares a date. Name a job that has one by --job ID.',
      { options },
    );
  const values = dates.map(({ value }) => String(value));
  const having = (order: ReturnType<typeof orderOf>) => values.filter((value) => orderOf(value) === order);
  const [days, months, either] = [having('dmy'), having('mdy'), having('either')];
  if (days.length > 0 && months.length > 0)
    return unknown(
      reading,
      `both are seen: ${some(days, 2)}, and ${some(months, 2)}. A date that could be either is read as ${current.dateOrder}.`,
      { options },
    );
  const set = (dateOrder: Order) => (current.dateOrder === dateOrder ? {} : { dateOrder });
  if (days.length > 0) return seen(reading, some(days, 3), { options, set: set('dmy') });
  if (months.length > 0)
    return notSeen(reading, `month first: ${some(months, 3)}`, { options, set: set('mdy') });
  if (either.length > 0)
    return unknown(
      reading,
      `only dates that can be read both ways: ${some(either, 3)}. Ask who wrote question ${some(
        dates.filter(({ value }) => orderOf(String(value)) === 'either').map(({ child }) => child),
        3,
      )} what is meant.`,
      { options },
    );
  return unknown(
    reading,
    `every date that was read can be read in one way alone, so nothing depends on it yet: ${some(values, 3)}`,
    {
      options,
    },
  );
}

export function judgeDateValues(replies: Replies): Finding {
  const reading = 'A date in a condition can be read, ISO or not';
  const dates = conditionsIn(replies).filter(({ parentType }) => parentType === 'date');
  if (dates.length === 0)
    return unknown(
      reading,
      'No condition that was read compares a date. Name a job that has one by --job ID.',
    );
  const isReadable = ({ value }: Condition) => typeof value === 'string' && readDate(value, 'dmy') !== null;
  const strange = dates
    .filter((one) => !isReadable(one))
    .map(({ question, value }) => strangeOf(replies, question, String(value)));
  const values = dates.filter(isReadable).map(({ value }) => String(value));
  const not = 'these cannot be read, so their follow-ups are never shown:';
  return mostly(reading, some(values, 4), { all: dates.length, strange, not });
}

export const judgeUnanswered = (): Finding =>
  unknown(
    'A follow-up of a question without an answer is hidden',
    'The service does not say. Open its own form for a job with a follow-up "is not …": is it there before anything is answered? Then set APPLY_UNANSWERED=negated.',
    { options: ['APPLY_UNANSWERED'] },
  );
