import {
  type FileId,
  type QuestionId,
  questionId,
  type SessionId,
  type Subject,
  type Tenant,
} from './ids.ts';

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

/*
 * What is known of an applicant already: as a host gives it, and as it is kept for one session until its form is sent.
 */

/** As it is stored: nothing of it can be read without the server's secret. */
export interface StoredPrefill {
  readonly tenant: Tenant;
  readonly session: SessionId;
  /** Whose form it fills in. */
  readonly subject: Subject;
  readonly sealed: string;
}

export interface PrefillStore {
  /** @param lifetime milliseconds */
  add(prefill: StoredPrefill, lifetime: number): Promise<void>;
  /** null: there is none, or its time is over. */
  find(tenant: Tenant, session: SessionId): Promise<string | null>;
  /**
   * Nothing where there is none.
   *
   * @param lifetime milliseconds from now
   */
  extend(tenant: Tenant, session: SessionId, lifetime: number): Promise<void>;
  removeSession(tenant: Tenant, session: SessionId): Promise<void>;
  /** Of all sessions of one subject. */
  removeSubject(tenant: Tenant, subject: Subject): Promise<void>;
}

/** Names of details that can be filled in; `phone_iso2`: of the country in whose writing the phone number is. */
export const prefilledDetailNames = [...textDetailNames, 'phone_iso2'] as const;

/** null: not known. */
export type PrefilledDetails = {
  readonly [Name in (typeof prefilledDetailNames)[number]]?: string | null | undefined;
};

/**
 * By the type of its question: a text; true or false; a number, or its decimal text; an ISO day; `{from, to}` of ISO
 * days; an option's text, or a list of them. null: not known.
 */
export type PrefilledValue =
  | string
  | number
  | boolean
  | readonly string[]
  | { readonly from?: string | undefined; readonly to?: string | undefined }
  | null
  | undefined;

/** What is known of an applicant before they type: `answers` by the ids of the questions. */
export interface Prefill {
  readonly details?: PrefilledDetails | null | undefined;
  readonly answers?: { readonly [question: string]: PrefilledValue } | null | undefined;
}

/** What an address can be made of: one list for the form's menus and for the proxy that checks them. */

/** ISO 3166-1, two letters; and Kosovo, which has none of its own there. */
export const countryCodes: ReadonlySet<string> = new Set(
  (
    'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ ' +
    'CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO ' +
    'FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE ' +
    'JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO ' +
    'MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW ' +
    'PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM ' +
    'TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW'
  ).split(' '),
);

/** States of the United States, and what takes their place in an address there, as they are sent. */
export const unitedStates: readonly string[] = [
  'Alabama',
  'Alaska',
  'American Samoa',
  'Arizona',
  'Arkansas',
  'Armed Forces Americas',
  'Armed Forces Europe',
  'Armed Forces Pacific',
  'California',
  'Colorado',
  'Connecticut',
  'Delaware',
  'District of Columbia',
  'Florida',
  'Georgia',
  'Guam',
  'Hawaii',
  'Idaho',
  'Illinois',
  'Indiana',
  'Iowa',
  'Kansas',
  'Kentucky',
  'Louisiana',
  'Maine',
  'Maryland',
  'Massachusetts',
  'Michigan',
  'Minnesota',
  'Mississippi',
  'Missouri',
  'Montana',
  'Nebraska',
  'Nevada',
  'New Hampshire',
  'New Jersey',
  'New Mexico',
  'New York',
  'North Carolina',
  'North Dakota',
  'Northern Mariana Islands',
  'Ohio',
  'Oklahoma',
  'Oregon',
  'Pennsylvania',
  'Puerto Rico',
  'Rhode Island',
  'South Carolina',
  'South Dakota',
  'Tennessee',
  'Texas',
  'U.S. Virgin Islands',
  'Utah',
  'Vermont',
  'Virginia',
  'Washington',
  'West Virginia',
  'Wisconsin',
  'Wyoming',
];
