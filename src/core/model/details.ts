import { type QuestionId, questionId } from './ids.ts';

/** What a visitor without an application says of themselves: enough for the service to make one (`src/README.md#13-two-ways-in`). */
export const detailNames = ['first_name', 'last_name', 'email'] as const;

export type DetailName = (typeof detailNames)[number];

/** What the service can demand of a person, by our names. */
export const fieldNames = [
  ...detailNames,
  'preferred_name',
  'preferred_pronouns',
  'phone',
  'date_of_birth',
  'linkedin_url',
  'summary',
  'address1',
  'address2',
  'town',
  'state_province',
  'postcode',
  'country',
  'cv',
  'cover_letter',
  'documents',
] as const;

export type FieldName = (typeof fieldNames)[number];

/** Trimmed, none of them empty. */
export type Details = Readonly<Record<DetailName, string>>;

/** As they were typed: what is missing or wrong is for the proxy to say. */
export type GivenDetails = Readonly<Partial<Record<DetailName, string>>>;

/** In the browser a detail is one more question of the form. The ids of the service have no such beginning. */
export const detailId = (name: string): QuestionId => questionId(`detail:${name}`);

/** undefined: a question of the service. */
export const detailName = (id: QuestionId): DetailName | undefined =>
  detailNames.find((name) => detailId(name) === id);
