/**
 * Which members of an application a 422 refuses. Only names of this list are passed on, never the service's own
 * words.
 */

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

/** One element of `errors`. The public example has `detail` alone; the library behind it adds the other two. */
export interface NamedFault {
  /** JSON pointer into the body that was sent. */
  readonly pointer: string | null;
  readonly attribute: string | null;
  /** The attribute's name, then a message: "email can't be blank", "First name is too long". */
  readonly detail: string | null;
}

/** Each once, in the order in which they are named. */
export const refusedMembers = (faults: readonly NamedFault[]): readonly MemberName[] => [
  ...new Set(faults.flatMap((fault) => memberOf(fault) ?? [])),
];

function memberOf({ pointer, attribute, detail }: NamedFault): MemberName | null {
  const pointed = /^\/data\/(?:attributes|relationships)\/([^/]+)/.exec(pointer ?? '')?.[1];
  return exactly(pointed) ?? exactly(attribute) ?? longestStart(detail ?? '');
}

/** What the service may call an attribute that is written under another name. */
const spoken: readonly (readonly [words: string, member: MemberName])[] = [
  ['cv', 'cv_base64_data'],
  ['resume', 'cv_base64_data'],
  ['cover_letter', 'cover_letter_base64_data'],
  ['documents', 'documents_base64'],
  ['linkedin', 'linkedin_url'],
  ['personal_summary', 'summary'],
  ['address', 'address1'],
  ['city', 'town'],
];

const names: readonly (readonly [words: string, member: MemberName])[] = [
  ...memberNames.map((name) => [name, name] as const),
  ...spoken,
];

const exactly = (given: string | null | undefined): MemberName | null =>
  names.find(([name]) => name === given)?.[1] ?? null;

/** The longest, because "phone_iso2 …" begins with "phone", too. */
function longestStart(detail: string): MemberName | null {
  const words = detail.slice(0, 100).toLowerCase().replaceAll('_', ' ');
  const begins = ([name]: (typeof names)[number]) => `${words} `.startsWith(`${name.replaceAll('_', ' ')} `);
  const [longest] = names.filter(begins).sort(([one], [other]) => other.length - one.length);
  return longest?.[1] ?? null;
}
