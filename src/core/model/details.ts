import { type FileId, type QuestionId, questionId } from './ids.ts';

/** What an applicant says of themselves in words, under the service's own names, in the order in which a form asks. */
export const textDetailNames = [
  'first_name',
  'last_name',
  'preferred_name',
  'preferred_pronouns',
  'email',
  'phone',
  'date_of_birth',
  'linkedin_url',
  'country',
  'address1',
  'address2',
  'town',
  'state_province',
  'postcode',
  'summary',
] as const;

export type TextDetailName = (typeof textDetailNames)[number];

/** Documents of the application itself, as opposed to files that answer a question. */
export const fileDetailNames = ['cv', 'cover_letter', 'documents'] as const;

export type FileDetailName = (typeof fileDetailNames)[number];

export const EQUALITY = 'equality_monitoring_option_ids';

/** Everything that an applicant can say of themselves, and that the service can demand, under our names. */
export const fieldNames = [...textDetailNames, ...fileDetailNames, EQUALITY] as const;

export type FieldName = (typeof fieldNames)[number];

/** By its writing: only the proxy names fields to the form, for which the list of all is long. */
export const isFieldName = (json: unknown): json is FieldName =>
  typeof json === 'string' && /^[a-z_\d]+$/.test(json);

/** What every form of a visitor asks, and all that one without further details asks. */
export const basicDetailNames = [
  'first_name',
  'last_name',
  'email',
] as const satisfies readonly TextDetailName[];

export type BasicDetailName = (typeof basicDetailNames)[number];

/** The controls of one postal address, which is asked as a whole. */
export const addressNames = [
  'country',
  'address1',
  'address2',
  'town',
  'state_province',
  'postcode',
] as const satisfies readonly TextDetailName[];

/** By which a job is configured to ask for something; `address` stands for all controls of an address. */
export const askedNames = [
  'first_name',
  'last_name',
  'preferred_name',
  'preferred_pronouns',
  'email',
  'phone',
  'date_of_birth',
  'linkedin_url',
  'address',
  'address2',
  'summary',
  'cv',
  'cover_letter',
  'documents',
] as const;

export type AskedName = (typeof askedNames)[number];

/** What teaches: under the name by which a configuration asks for it; null: that is no name of a detail. */
export const askedFor = (field: FieldName): AskedName | null => {
  switch (field) {
    case 'country':
    case 'address1':
    case 'town':
    case 'state_province':
    case 'postcode':
      return 'address';
    case EQUALITY:
      return null;
    default:
      return field;
  }
};

/** As a form is told to ask for it; `limits` of a detail that is a file. */
export interface AskedDetail {
  readonly name: AskedName;
  readonly required: boolean;
  readonly limits?: { readonly bytes: number; readonly types: readonly string[] };
}

/** Two capital letters (ISO 3166-1). */
export type CountryCode = string;

export interface TextDetails extends Readonly<Partial<Record<TextDetailName, string>>> {
  /** Of the country in whose writing `phone` stands, or, once checked, whose number it is. */
  readonly phone_iso2?: CountryCode;
}

/** Checked: trimmed, none of them empty, a phone number in E.164, a day in ISO. */
export type Details = TextDetails;

/** As typed and chosen in the browser: the proxy decides what is missing or wrong. */
export interface GivenDetails extends TextDetails {
  readonly cv?: FileId;
  readonly cover_letter?: FileId;
  readonly documents?: readonly FileId[];
  readonly [EQUALITY]?: readonly string[];
}

/** In the browser a detail is one more question of the form. No id of the service starts with `detail:`. */
const DETAIL = 'detail:';

export const detailId = (name: string): QuestionId => questionId(`${DETAIL}${name}`);

/** What comes after `detail:` in its id. */
export const nameOfDetail = (id: QuestionId): string => id.slice(DETAIL.length);

/** Under it the ledger keeps documents that are added to an application after it was made, one item each. */
export const documentsQuestion = detailId('documents');

/** undefined for a question of the service. */
export const detailName = (id: QuestionId): FieldName | undefined =>
  fieldNames.find((name) => detailId(name) === id);

/** What a question asks that is none of the service's: something of the applicant, or their consent. */
export type QuestionDetail = FieldName | 'consent';

/** Asked only once the operator has agreed, since few may ask for them. */
const sensitiveFields: readonly string[] = [
  'date_of_birth',
  'equality_monitoring_option_ids',
] satisfies readonly FieldName[];

export const isSensitive = (field: string): boolean => sensitiveFields.includes(field);
