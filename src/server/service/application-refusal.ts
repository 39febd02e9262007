/** Why the service makes no application, in words of ours: what applicant and operator are told of it. */
import { addressNames, EQUALITY, type FieldName, fieldNames } from '../../core/model/details.ts';
import type { FileId } from '../../core/model/ids.ts';
import type { ApplicationCode, ApplicationFiles, Destination } from '../../core/model/submission.ts';
import type { MemberName } from './application-members.ts';
import { membersOf, type ServiceError } from './service-error.ts';

export type RefusalCode = Extract<
  ApplicationCode,
  'invalid_details' | 'application_refused' | 'job_closed' | 'not_found'
>;

/** @param error a certain no: nothing was stored */
export function refusalCode(error: ServiceError): RefusalCode {
  const members = membersOf(error);
  if (members.includes('job')) return 'job_closed';
  if (fieldsOf(members).length > 0) return 'invalid_details';
  return error.kind === 'not_found' ? 'not_found' : 'application_refused';
}

/** What the operator can do. */
export const refusalAdvice = (code: RefusalCode): string =>
  code === 'job_closed' || code === 'not_found'
    ? 'The job takes no applications, or is not there for this key: open it again, then retry, or answer the applicant.'
    : 'The service demands something of this job that the form does not ask, or does not take what was sent: change the job there, then retry; the applicant may also correct it.';

/** Attributes that are one field to the applicant. */
const written: Partial<Record<MemberName, FieldName>> = {
  phone_iso2: 'phone',
  cv_base64_data: 'cv',
  cv_base64_filename: 'cv',
  cv_signed_id: 'cv',
  cover_letter_base64_data: 'cover_letter',
  cover_letter_base64_filename: 'cover_letter',
  documents_base64: 'documents',
};

/** What an application was sent with: a no to anything else is a demand. */
type Sent = Pick<Extract<Destination, { kind: 'job' }>, 'details' | 'files' | 'equality'>;

/**
 * Those that were not sent, in whichever writing. Of a number or an address that was sent in part the rest was not demanded
 * of the job: who sends half of it must not make others give the whole.
 */
export const missingMembers = (members: readonly MemberName[], sent: Sent): readonly MemberName[] =>
  members.filter((member) => !wasSent(blocks.find((names) => names.includes(member)) ?? [member], sent));

const blocks: readonly (readonly MemberName[])[] = [['phone', 'phone_iso2'], addressNames];

/** What this applicant has to give. A value or file that did not serve may be left out where the form does not require it. */
export const missedFields = (members: readonly MemberName[], sent: Sent): readonly FieldName[] =>
  fieldsOf(members.filter((member) => !isSent(member, sent)));

const wasSent = (block: readonly MemberName[], sent: Sent): boolean =>
  block.some((member) => isSent(member, sent));

function isSent(member: MemberName, { details, files = {}, equality = [] }: Sent): boolean {
  const field = written[member] ?? member;
  switch (field) {
    case 'cv':
    case 'cover_letter':
      return files[field] !== undefined;
    case 'documents':
      return (files.documents ?? []).length > 0;
    case EQUALITY:
      return equality.length > 0;
    default:
      return Object.entries(details).some(([name, text]) => name === member && (text ?? '') !== '');
  }
}

/** Under which member a file went; null: it is none of these. */
export function memberOfFile({ cv, cover_letter, documents = [] }: ApplicationFiles = {}, file: FileId) {
  if (cv?.id === file) return 'cv_base64_data';
  if (cover_letter?.id === file) return 'cover_letter_base64_data';
  return documents.some(({ id }) => id === file) ? 'documents_base64' : null;
}

/** What of it an applicant could say; each once, in the order in which a form asks. */
export function fieldsOf(members: readonly MemberName[]): readonly FieldName[] {
  const named = new Set<string>(members.map((member) => written[member] ?? member));
  return fieldNames.filter((name) => named.has(name));
}
