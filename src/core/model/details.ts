import { type QuestionId, questionId } from './ids.ts';

/** What a visitor without an application tells about themselves: enough for the service to create one (`src/README.md#13-two-ways-in`). */
export const detailNames = ['first_name', 'last_name', 'email'] as const;

export type DetailName = (typeof detailNames)[number];

/** What the service can require of a person, under our names. */
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

/** As typed: the proxy decides what is missing or wrong. */
export type GivenDetails = Readonly<Partial<Record<DetailName, string>>>;

/** In the browser a detail is one more question of the form. No id of the service starts with `detail:`. */
export const detailId = (name: string): QuestionId => questionId(`detail:${name}`);

/** undefined for a question of the service. */
export const detailName = (id: QuestionId): DetailName | undefined =>
  detailNames.find((name) => detailId(name) === id);
