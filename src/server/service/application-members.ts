/** The members of an application, and how the service names them in a fault. */

/** What can be written of an application, and its job: what a no can be about. */
export const memberNames = [
  'first_name',
  'last_name',
  'preferred_name',
  'email',
  'phone',
  'phone_iso2',
  'date_of_birth',
  'linkedin_url',
  'summary',
  'preferred_pronouns',
  'address1',
  'address2',
  'town',
  'state_province',
  'postcode',
  'country',
  'locale',
  'external_system_reference',
  'hired_at',
  'start_on',
  'is_demo',
  'channel_source',
  'channel',
  'cv_base64_data',
  'cv_base64_filename',
  'cv_signed_id',
  'cover_letter_base64_data',
  'cover_letter_base64_filename',
  'documents_base64',
  'equality_monitoring_option_ids',
  'skip_notifications_on_create',
  'create_pdf_application',
  'add_tag_with_context',
  'add_tags_with_context',
  'remove_tag_with_context',
  'remove_tags_with_context',
  'job',
] as const;

export type MemberName = (typeof memberNames)[number];

/** One element of `errors`. The public example has `detail` alone; the library behind it adds the others. */
export interface NamedFault {
  /** JSON pointer into the body that was sent. */
  readonly pointer: string | null;
  readonly attribute: string | null;
  /** The attribute's name, then a message: "email can't be blank", "First name is too long". */
  readonly detail: string | null;
  /** The same without the name: "can't be blank". */
  readonly message?: string | null;
}
