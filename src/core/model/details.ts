import {
  type FileId,
  type QuestionId,
  questionId,
  type SessionId,
  type Subject,
  type Tenant,
} from './ids.ts';

/** Details in words, under the service's own names, in the order in which a form asks for them. */
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

/** Every detail that an applicant can give and the service can demand, under our names. */
export const fieldNames = [...textDetailNames, ...fileDetailNames, EQUALITY] as const;

export type FieldName = (typeof fieldNames)[number];

/** Checks the spelling only: the proxy names the fields, and the full list would cost bytes. */
export const isFieldName = (json: unknown): json is FieldName =>
  typeof json === 'string' && /^[a-z_\d]+$/.test(json);

/** The details that every visitor's form asks for. */
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

/** Names in a job's configuration; `address` includes all controls of an address. */
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

/** The configuration's name for a field; null if no configuration can ask for it. */
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

/** A detail that a form asks for; `limits` only for files. */
export interface AskedDetail {
  readonly name: AskedName;
  readonly required: boolean;
  readonly limits?: { readonly bytes: number; readonly types: readonly string[] };
}

/** Two capital letters (ISO 3166-1). */
export type CountryCode = string;

export interface TextDetails extends Readonly<Partial<Record<TextDetailName, string>>> {
  /** Country in whose format `phone` is written; once checked, the country of the number. */
  readonly phone_iso2?: CountryCode;
}

/** Checked details: trimmed, none empty, phone number in E.164, day in ISO. */
export type Details = TextDetails;

/** Details as typed and chosen in the browser: the proxy decides what is missing or wrong. */
export interface GivenDetails extends TextDetails {
  readonly cv?: FileId;
  readonly cover_letter?: FileId;
  readonly documents?: readonly FileId[];
  readonly [EQUALITY]?: readonly string[];
}

/** The browser shows a detail as one more question. No id of the service starts with `detail:`. */
const DETAIL = 'detail:';

export const detailId = (name: string): QuestionId => questionId(`${DETAIL}${name}`);

/** The part of the id after `detail:`. */
export const nameOfDetail = (id: QuestionId): string => id.slice(DETAIL.length);

/** The ledger stores documents that follow an application under this id, one item each. */
export const documentsQuestion = detailId('documents');

/** undefined for a question of the service. */
export const detailName = (id: QuestionId): FieldName | undefined =>
  fieldNames.find((name) => detailId(name) === id);

/** A question that is not the service's asks for a detail or a consent. */
export type QuestionDetail = FieldName | 'consent';

/** Asked only with the operator's agreement, since few employers may ask for them. */
const sensitiveFields: readonly string[] = [
  'date_of_birth',
  'equality_monitoring_option_ids',
] satisfies readonly FieldName[];

export const isSensitive = (field: string): boolean => sensitiveFields.includes(field);

/*
 * Prefill: what a host knows of an applicant, and how it is stored for one session until the form is sent.
 */

/** Stored prefill, unreadable without the server's secret. */
export interface StoredPrefill {
  readonly tenant: Tenant;
  readonly session: SessionId;
  /** The subject whose form it fills in. */
  readonly subject: Subject;
  readonly sealed: string;
}

export interface PrefillStore {
  /** @param lifetime milliseconds */
  add(prefill: StoredPrefill, lifetime: number): Promise<void>;
  /** null if there is none, or if it has expired. */
  find(tenant: Tenant, session: SessionId): Promise<string | null>;
  /**
   * Does nothing if there is none.
   *
   * @param lifetime milliseconds from now
   */
  extend(tenant: Tenant, session: SessionId, lifetime: number): Promise<void>;
  removeSession(tenant: Tenant, session: SessionId): Promise<void>;
  /** Removes the prefill of all sessions of one subject. */
  removeSubject(tenant: Tenant, subject: Subject): Promise<void>;
}

/** Details that can be prefilled; `phone_iso2` is the country in whose format the phone number is written. */
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

/** Details and answers that a host knows of an applicant; `answers` by question id. */
export interface Prefill {
  readonly details?: PrefilledDetails | null | undefined;
  readonly answers?: { readonly [question: string]: PrefilledValue } | null | undefined;
}

/* Countries and states: one list for the form's menus and for the proxy's check. */

/** ISO 3166-1, two letters, and Kosovo, which has no code there. */
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

/** States of the United States, and territories that take their place in an address, as they are sent. */
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
