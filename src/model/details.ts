import { type QuestionId, questionId } from './ids.ts';

/** What a visitor without an application says of themselves: enough for the service to make one (DESIGN, decision 13). */
export const detailNames = ['first_name', 'last_name', 'email'] as const;

export type DetailName = (typeof detailNames)[number];

/** Trimmed, none of them empty. */
export type Details = Readonly<Record<DetailName, string>>;

/** As they were typed: what is missing or wrong is for the proxy to say. */
export type GivenDetails = Readonly<Partial<Record<DetailName, string>>>;

/** In the browser a detail is one more question of the form. The ids of the service have no such beginning. */
export const detailId = (name: string): QuestionId => questionId(`detail:${name}`);

/** undefined: a question of the service. */
export const detailName = (id: QuestionId): DetailName | undefined =>
  detailNames.find((name) => detailId(name) === id);
