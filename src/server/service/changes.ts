/** Changes of an application: the RW and WO attributes of the service's document, and nothing else. */

import type { ApplicationId, QuestionId } from '../../core/model/ids.ts';
import type { FileSource } from '../ports.ts';
import type { ServiceLocale } from './queries.ts';

/** `2026-09-01`. */
export type DayText = `${number}-${number}-${number}`;

/** A moment (RFC 3339): `2026-09-01T09:30:00Z`. */
export type DateTimeText = `${DayText}T${string}`;

/** Content in base64 after its media type (RFC 2397), as the service accepts files. */
export type DataUri = `data:${string};base64,${string}`;

/** Checks text from elsewhere: true for a calendar day in the service's notation. */
export function isDayText(text: string): text is DayText {
  const date = new Date(`${text}T00:00:00Z`);
  return (
    /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
  );
}

export const isDateTimeText = (text: string): text is DateTimeText =>
  isDayText(text.slice(0, 10)) && text[10] === 'T' && !Number.isNaN(Date.parse(text));

/**
 * The identifier of a tag's category: `tagContext` of its name, or `rejection`. The service's own tags have none, and
 * only the service can write them.
 */
export type TagContext = `custom_${string}` | typeof REJECTION;

/** The built-in category. */
export const REJECTION = 'rejection';

export interface TagToWrite {
  readonly tag: string;
  readonly context: TagContext;
}

/** Any combination of the four. Adding an existing tag or removing a missing one is not an error. */
export interface TagChanges {
  readonly add_tag_with_context?: TagToWrite;
  readonly add_tags_with_context?: readonly TagToWrite[];
  readonly remove_tag_with_context?: TagToWrite;
  readonly remove_tags_with_context?: readonly TagToWrite[];
}

/**
 * The context of a custom category: `Careers site` is `custom_careers_site`. A service derives it when the category is
 * created; for a renamed category, read it from an existing tag (`extra_fields[applications]=tags`).
 */
export const tagContext = (categoryName: string): TagContext =>
  `custom_${categoryName.toLowerCase().split(' ').join('_')}`;

/** null clears the attribute. */
interface TextChanges {
  readonly external_system_reference?: string | null;
  readonly first_name?: string | null;
  readonly last_name?: string | null;
  readonly preferred_name?: string | null;
  readonly email?: string | null;
  readonly phone?: string | null;
  /** Two letters, such as `GB`. */
  readonly phone_iso2?: string | null;
  /** The document declares a string, not a date; its examples are `YYYY-MM-DD`. */
  readonly date_of_birth?: string | null;
  readonly linkedin_url?: string | null;
  readonly summary?: string | null;
  readonly preferred_pronouns?: string | null;
  readonly channel_source?: string | null;
  readonly channel?: string | null;
  readonly address1?: string | null;
  readonly town?: string | null;
  readonly postcode?: string | null;
}

interface OtherChanges {
  readonly hired_at?: DateTimeText | null;
  readonly start_on?: DayText | null;
  readonly locale?: ServiceLocale;
  readonly is_demo?: boolean;
}

/** Accepted, but never returned. */
interface WriteOnlyChanges {
  readonly equality_monitoring_option_ids?: readonly (string | number)[];
  readonly skip_notifications_on_create?: boolean;
  readonly create_pdf_application?: boolean;
  /** pdf, doc, docx, png, jpeg, xls, xlsx, pptx, mp4, mov or txt; at most 10 MB each. */
  readonly documents_base64?: readonly DocumentToWrite[];
}

export interface DocumentToWrite {
  readonly data: DataUri;
  readonly filename: string;
}

/** A CV is either content with a name, or the id of an earlier upload; never a part of both. */
type CvChanges =
  | { readonly cv_base64_data: DataUri; readonly cv_base64_filename: string; readonly cv_signed_id?: never }
  | { readonly cv_signed_id: string; readonly cv_base64_data?: never; readonly cv_base64_filename?: never }
  | { readonly cv_base64_data?: never; readonly cv_base64_filename?: never; readonly cv_signed_id?: never };

/** pdf, doc, docx, txt or rtf; at most 30 MB. */
type CoverLetterChanges =
  | { readonly cover_letter_base64_data: DataUri; readonly cover_letter_base64_filename: string }
  | { readonly cover_letter_base64_data?: never; readonly cover_letter_base64_filename?: never };

/**
 * Omitted members stay as they are; null clears.
 *
 * `Country` is the country in the change, and decides which lines of an address it may contain: `'US'` allows
 * `state_province` and never `address2`, another country the reverse, none neither. With a country that the compiler
 * does not know (`string`) both compile, and a wrong line is a `bad_request` before anything is sent.
 */
export type ApplicationChanges<Country extends CountryChange = string | null | undefined> = TextChanges &
  OtherChanges &
  WriteOnlyChanges &
  CvChanges &
  CoverLetterChanges &
  TagChanges &
  AddressChanges<Country>;

/** The country in a change; undefined if it is not changed. */
export type CountryChange = string | null | undefined;

interface WithoutLine<Country> {
  readonly country?: Country;
  readonly address2?: never;
  readonly state_province?: never;
}

interface OfUnitedStates<Country> {
  readonly country: Country;
  readonly state_province?: string | null;
  readonly address2?: never;
}

interface OfElsewhere<Country> {
  readonly country: Country;
  readonly address2?: string | null;
  readonly state_province?: never;
}

interface OfAnyCountry<Country> {
  readonly country: Country;
  readonly address2?: string | null;
  readonly state_province?: string | null;
}

/**
 * - `'US'` allows `state_province` and never `address2`; any other country that the compiler knows, and null, the
 *   reverse. In a union, each has its own line.
 * - A country that the compiler does not know (`string`) allows both; the value is checked before anything is sent.
 * - Without a country neither is allowed: the application's own country decides, which only the service knows. A caller
 *   that changes such a line must name its country as well.
 */
export type AddressChanges<Country extends CountryChange> =
  | WithoutLine<Country>
  | (string extends Country
      ? OfAnyCountry<Exclude<Country, undefined>>
      : WithLine<Exclude<Country, undefined>>);

type WithLine<Country> = Country extends 'US' ? OfUnitedStates<Country> : OfElsewhere<Country>;

export interface AddressToCheck {
  readonly country?: CountryChange;
  readonly address2?: string | null;
  readonly state_province?: string | null;
}

/** The line that contradicts the country, for countries that the compiler could not know; null if there is none. */
export function refusedLine({
  country,
  address2,
  state_province,
}: AddressToCheck): 'address2' | 'state_province' | null {
  const isAmerican = country === 'US';
  const isElsewhere = country !== undefined && !isAmerican;
  if (address2 !== undefined && !isElsewhere) return 'address2';
  return state_province !== undefined && !isAmerican ? 'state_province' : null;
}

export type NewAnswerValue =
  /** For a short or a long text. */
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'boolean'; readonly value: boolean }
  /** A decimal number as text, so that no digit is lost. */
  | { readonly kind: 'number'; readonly text: `${number}` }
  | { readonly kind: 'date'; readonly day: DayText }
  | { readonly kind: 'date_range'; readonly from: DayText; readonly to: DayText }
  | { readonly kind: 'url'; readonly text: string }
  /** Texts of options as the question has them: the canonical English ones. */
  | { readonly kind: 'choice'; readonly options: readonly string[] }
  /** A file of any size, read while it is sent. */
  | { readonly kind: 'document'; readonly file: FileSource }
  /** A file in memory. */
  | { readonly kind: 'document_data'; readonly data: DataUri; readonly filename: string }
  /** A file that the service already has. */
  | { readonly kind: 'document_signed_id'; readonly signedId: string };

/** Several files of one question are several answers. */
export interface NewAnswer {
  readonly application: ApplicationId;
  readonly question: QuestionId;
  readonly value: NewAnswerValue;
}
