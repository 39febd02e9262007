/** The questions that were read, and the conditions that they carry. */
import { idText, list, member, path, text } from '../../core/jsonapi/stored-json.ts';
import type { Strange } from './reading.ts';
import { attribute, dataOf, idOf, idsOf, includedOf, isOfType, type Replies, textOf } from './replies.ts';

/** Without duplicates. */
export function questionsIn({ questions, canonical, filters, deeper }: Replies): readonly unknown[] {
  const replies = [questions, canonical, filters.eq, filters.plain, filters.posting, deeper];
  const all = replies.flatMap((reply) => [...dataOf(reply), ...includedOf(reply)]);
  const byId = new Map(all.filter(isOfType('questions')).map((one) => [idOf(one), one]));
  return [...byId.values()];
}

/** The whole form of the sample's job; none where no filter brings it. */
export const formIn = ({ questions, canonical }: Replies): readonly unknown[] =>
  canonical === questions
    ? []
    : [...dataOf(canonical), ...includedOf(canonical)].filter(isOfType('questions'));

/** @param told what is said of each question beside its id */
export function strangeOf(replies: Replies, question: unknown, told?: string): Strange {
  const id = idOf(question) ?? 'one without an id';
  return { told: told === undefined ? id : `${told} (${id})`, job: jobOfQuestion(replies, question) };
}

/** The document shows no member that names what a question belongs to; a service may have one. */
function jobOfQuestion(replies: Replies, question: unknown): string | null {
  const named =
    idText(attribute(question, 'questionable_id')) ??
    idText(path(question, 'relationships', 'questionable', 'data', 'id'));
  const isOfSample = idsOf(formIn(replies)).some((id) => id === idOf(question));
  return named ?? (isOfSample ? replies.sample.job : null);
}

export const childrenIn = (replies: Replies): readonly unknown[] =>
  questionsIn(replies).filter((one) => (attribute(one, 'conditional') ?? null) !== null);

export interface Condition {
  /** The follow-up that it is a condition of. */
  readonly question: unknown;
  readonly operator: string | null;
  readonly value: unknown;
}

export const conditionsIn = (replies: Replies): readonly Condition[] =>
  childrenIn(replies).map((question) => {
    const [condition] = list(member(attribute(question, 'conditional'), 'conditions'));
    return { question, operator: text(member(condition, 'operator')), value: member(condition, 'value') };
  });

/** Those whose parent asks for a date. */
export function dateConditionsIn(replies: Replies): readonly Condition[] {
  const types = new Map(questionsIn(replies).map((one) => [idOf(one), textOf(one, 'question_type')]));
  const parentOf = (one: unknown) => text(member(attribute(one, 'conditional'), 'parent_question_id'));
  return conditionsIn(replies).filter(({ question }) => types.get(parentOf(question)) === 'date');
}
