/** What may be written of an application: the RW and WO attributes of the service's document, and nothing else. */
import type { AddressChanges, CountryChange } from './address-changes.ts';
import type { ServiceLocale } from './question-query.ts';
import type { TagChanges } from './tag-changes.ts';
import type { DataUri, DateTimeText, DayText } from './written-text.ts';

/** null clears. */
interface TextChanges {
  readonly external_system_reference?: string | null;
  readonly first_name?: string | null;
  readonly last_name?: string | null;
  readonly preferred_name?: string | null;
  readonly email?: string | null;
  readonly phone?: string | null;
  /** Two letters, as `GB`. */
  readonly phone_iso2?: string | null;
  /** The document calls it a string, not a date; its examples have `YYYY-MM-DD`. */
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

/** Taken, and never returned. */
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

/** A CV comes as its content and its name, or as what was uploaded before; never half of it. */
type CvChanges =
  | { readonly cv_base64_data: DataUri; readonly cv_base64_filename: string; readonly cv_signed_id?: never }
  | { readonly cv_signed_id: string; readonly cv_base64_data?: never; readonly cv_base64_filename?: never }
  | { readonly cv_base64_data?: never; readonly cv_base64_filename?: never; readonly cv_signed_id?: never };

/** pdf, doc, docx, txt or rtf; at most 30 MB. */
type CoverLetterChanges =
  | { readonly cover_letter_base64_data: DataUri; readonly cover_letter_base64_filename: string }
  | { readonly cover_letter_base64_data?: never; readonly cover_letter_base64_filename?: never };

/**
 * Whatever is left out stays as it is; null clears.
 *
 * `Country` is what the change says of the country, and decides which lines of an address it may carry: `'US'` takes
 * `state_province` and never `address2`, another country the reverse, none neither. With a country that the compiler
 * does not know (`string`) both compile, and one that breaks the rule is `bad_request` before anything is sent.
 */
export type ApplicationChanges<Country extends CountryChange = string | null | undefined> = TextChanges &
  OtherChanges &
  WriteOnlyChanges &
  CvChanges &
  CoverLetterChanges &
  TagChanges &
  AddressChanges<Country>;
