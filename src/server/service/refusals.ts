/** The members of an application, and how the service names them in a fault. */

import * as z from 'zod';
import {
  addressNames,
  basicDetailNames,
  EQUALITY,
  type FieldName,
  fieldNames,
  textDetailNames,
} from '../../core/model/details.ts';
import type { FileId } from '../../core/model/ids.ts';
import type { ApplicationCode, ApplicationFiles, Destination } from '../../core/model/submission.ts';
import { membersOf, type Named, type ServiceError } from './service-error.ts';

/** The writable members of an application, and its job: everything that a refusal can name. */
export const memberNames = [
  ...textDetailNames,
  'phone_iso2',
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
  EQUALITY,
  'skip_notifications_on_create',
  'create_pdf_application',
  'add_tag_with_context',
  'add_tags_with_context',
  'remove_tag_with_context',
  'remove_tags_with_context',
  'job',
] as const;

export type MemberName = (typeof memberNames)[number];

/** Maximum errors of one document, far more than a refusal needs. */
const MOST_ERRORS = 100;

/** Shortens each text of an error to 1,000 characters. */
const words = z
  .string()
  .transform((given) => given.slice(0, 1_000))
  .nullish()
  .catch(null);

/**
 * One element of `errors`. The public example has only `detail`; the library behind the service adds the other members.
 */
const fault = z
  .object({
    source: z.object({ pointer: words }).catch({}).default({}),
    meta: z.object({ attribute: words, message: words }).catch({}).default({}),
    detail: words,
  })
  .transform(({ source, meta, detail }) => ({ ...source, ...meta, detail }));

/**
 * `pointer`: into the request body. `detail`: the attribute and a message, "email can't be blank"; `message`: the
 * message only.
 */
export type NamedFault = z.output<typeof fault>;

const errorsSchema = z.object({
  errors: z
    .array(z.unknown())
    .transform((errors) => errors.slice(0, MOST_ERRORS))
    .pipe(z.array(fault).min(1)),
});

/** Gives null if it is not a document of errors. */
export const readFaults = (document: unknown): readonly NamedFault[] | null =>
  errorsSchema.safeParse(document).data?.errors ?? null;

/** Messages of the library behind the service about a missing or invalid attribute. */
const knownMessages =
  /^(?:can't be (?:blank|empty)|must exist|must be (?:given|present|true or false|an? [a-z]+(?: of ids)?)|is (?:required|missing|blank|empty|invalid|closed|not open for applications|not a [a-z-]+(?: as yyyy-mm-dd)?|not included in the list|reserved|(?:too (?:long|short)|the wrong length)(?: \([^)]*\))?))\.?$/;

/** Names of the members in words; the longest first, because "phone iso2 …" begins with "phone", too. */
const memberWords: readonly (readonly [words: string, member: MemberName])[] = [
  ...memberNames.map((name) => [name.replaceAll('_', ' '), name] as const),
  ['cv', 'cv_base64_data'] as const,
  ['cover letter', 'cover_letter_base64_data'] as const,
  ['documents', 'documents_base64'] as const,
].sort(([first], [second]) => second.length - first.length);

/**
 * Members that a pointer alone does not name: "has already been taken" would disclose that a person has applied before.
 */
const protectedMembers: ReadonlySet<MemberName> = new Set([
  ...basicDetailNames,
  'preferred_name',
  'phone',
  'phone_iso2',
  'date_of_birth',
  'linkedin_url',
  'job',
]);

/** Lists each member once, in the order of the faults. */
export function readRefusal(faults: readonly NamedFault[]): Named {
  const read = faults.flatMap((fault) => readFault(fault) ?? []);
  const withheld = new Set(
    read.flatMap(({ member, isNamed }) => (!isNamed && protectedMembers.has(member) ? [member] : [])),
  );
  const named = read.filter(({ member, isNamed }) => isNamed && !withheld.has(member));
  const unsure = named.filter(({ isSure }) => !isSure);
  return { members: membersIn(named), ...(unsure.length === 0 ? {} : { unsure: membersIn(unsure) }) };
}

const membersIn = (read: readonly { readonly member: MemberName }[]): readonly MemberName[] => [
  ...new Set(read.map(({ member }) => member)),
];

/** Gives null if the fault is about none of the members. */
function readFault({ pointer, attribute, detail, message }: NamedFault) {
  const pointedName = /^\/data\/(?:attributes|relationships)\/([^/]+)/.exec(pointer ?? '')?.[1];
  const exact =
    memberNames.find((name) => name === pointedName) ?? memberNames.find((name) => name === attribute);
  const sentence = normalise(detail ?? '');
  const matched = memberWords.find(([name]) => sentence.startsWith(`${name} `));
  const member = exact ?? matched?.[1];
  if (member === undefined) return null;
  const reason = message == null ? sentence.slice(matched?.[0].length ?? 0).trim() : normalise(message);
  // Our own reference discloses nothing, and it identifies an application that we made.
  const isOurs = member === 'external_system_reference';
  const isKnown = knownMessages.test(reason);
  const isNamed = isOurs || isKnown || (exact !== undefined && !protectedMembers.has(member));
  return { member, isNamed, isSure: isKnown || reason === '' };
}

/** Characters, longer than any known message. */
const LONGEST = 200;

const normalise = (text: string): string =>
  text.slice(0, LONGEST).toLowerCase().replaceAll('_', ' ').replaceAll('\u2019', "'").trim();

export type RefusalCode = Extract<
  ApplicationCode,
  'invalid_details' | 'application_refused' | 'job_closed' | 'not_found'
>;

/** @param error a final refusal: nothing was stored */
export function refusalCode(error: ServiceError): RefusalCode {
  const members = membersOf(error);
  if (members.includes('job')) return 'job_closed';
  if (fieldsOf(members).length > 0) return 'invalid_details';
  return error.kind === 'not_found' ? 'not_found' : 'application_refused';
}

/** Attributes that are one field for the applicant. */
const fieldNameOf: Partial<Record<MemberName, FieldName>> = {
  phone_iso2: 'phone',
  cv_base64_data: 'cv',
  cv_base64_filename: 'cv',
  cv_signed_id: 'cv',
  cover_letter_base64_data: 'cover_letter',
  cover_letter_base64_filename: 'cover_letter',
  documents_base64: 'documents',
};

/** The details of an application that was sent. If the service refuses anything else, it demands it. */
type Sent = Pick<Extract<Destination, { kind: 'job' }>, 'details' | 'files' | 'equality'>;

/**
 * Lists the members that were not sent. If a part of a phone number or an address was sent, the rest is not a
 * demand of the job: one applicant's incomplete address must not make others give a whole one.
 */
export const missingMembers = (members: readonly MemberName[], sent: Sent): readonly MemberName[] =>
  members.filter((member) => {
    const block = blocks.find((names) => names.includes(member)) ?? [member];
    return !block.some((name) => isSent(name, sent));
  });

const blocks: readonly (readonly MemberName[])[] = [['phone', 'phone_iso2'], addressNames];

/** Fields that this applicant must give. A rejected value or file may be left out if the form does not require it. */
export const missedFields = (members: readonly MemberName[], sent: Sent): readonly FieldName[] =>
  fieldsOf(members.filter((member) => !isSent(member, sent)));

function isSent(member: MemberName, { details, files, equality = [] }: Sent): boolean {
  const name = member === 'phone_iso2' ? member : (fieldNameOf[member] ?? member);
  const given: Readonly<Record<string, unknown>> = { ...details, ...files, [EQUALITY]: equality };
  const value = given[name] ?? '';
  return value !== '' && !(Array.isArray(value) && value.length === 0);
}

/** The member that a file was sent as; null if it is none of these. */
export function memberOfFile({ cv, cover_letter, documents = [] }: ApplicationFiles = {}, file: FileId) {
  if (cv?.id === file) return 'cv_base64_data';
  if (cover_letter?.id === file) return 'cover_letter_base64_data';
  return documents.some(({ id }) => id === file) ? 'documents_base64' : null;
}

/** Fields that an applicant can fill in, each once, in the order of the form. */
export function fieldsOf(members: readonly MemberName[]): readonly FieldName[] {
  const named = new Set<string>(members.map((member) => fieldNameOf[member] ?? member));
  return fieldNames.filter((name) => named.has(name));
}
