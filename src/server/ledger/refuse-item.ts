/** A certain, final no: what the applicant is told of it, what the operator is told, and what it teaches. */
import type { FieldName } from '../../core/model/details.ts';
import type { FileId } from '../../core/model/ids.ts';
import type { MemberName } from '../service/refusals.ts';
import { fieldsOf, memberOfFile, missingMembers, refusalCode } from '../service/refusals.ts';
import { demandedOf, membersOf, type ServiceError } from '../service/service-error.ts';
import { change, count, type LeasedSubmission, namesOf, persist } from './leased-submission.ts';
import { openDestination, sealDestination } from './payload.ts';
import type { Item } from './record.ts';
import { park, questionOf } from './settle-item.ts';
import { causeOf } from './store-outcomes.ts';

export async function refuse(leased: LeasedSubmission, item: Item, error: ServiceError): Promise<void> {
  if (item.question === null) return refuseApplication(leased, item, error);
  // The application or the question is gone: no other answer would help, so none is asked for.
  if (error.kind === 'not_found') return park(leased, item, { code: 'given_up', cause: error.kind });
  await refuseAnswer(leased, item, error.kind);
}

interface RefusedFile {
  readonly file: FileId;
  readonly cause: 'infected' | 'file gone';
}

/** Nothing of it was sent: the applicant is asked for another file, at the place where this one was given. */
export async function refuseFile(
  leased: LeasedSubmission,
  item: Item,
  { file, cause }: RefusedFile,
): Promise<void> {
  if (item.question !== null) return refuseAnswer(leased, item, cause);
  const destination = openDestination(leased.dependencies.cipher, leased.record, item);
  const member = destination.ok ? memberOfFile(destination.value.files, file) : null;
  await writeRefusal(leased, item, {
    members: member === null ? [] : [member],
    cause,
    code: 'invalid_details',
  });
}

async function refuseAnswer(leased: LeasedSubmission, item: Item, cause: string): Promise<void> {
  if (!(await change(leased, item, { state: 'refused', code: 'invalid_answer', failures: 0 }))) return;
  count(leased, 'answer_refused');
  leased.dependencies.log.warn('answer_refused', { ...namesOf(leased), ...questionOf(item), cause });
}

/** Nothing of it is there: it waits for the applicant, who may correct it, or for the operator, who may mend what is missing. */
async function refuseApplication(leased: LeasedSubmission, item: Item, error: ServiceError): Promise<void> {
  const members = membersOf(error);
  if (members.includes('channel_source') && (await leaveOutSource(leased, item))) return;
  // Before the applicant sees it: who comes next is asked for it, whatever becomes of this process now.
  await learn(leased, item, demandedOf(error));
  const code = refusalCode(error);
  await writeRefusal(leased, item, { members, code, cause: error.kind });
}

/** The source only serves statistics, so an application refused for it is sent again without it. */
async function leaveOutSource(leased: LeasedSubmission, item: Item): Promise<boolean> {
  const { dependencies, record } = leased;
  const destination = openDestination(dependencies.cipher, record, item);
  if (!destination.ok || destination.value.source === null) return false;
  const payload = sealDestination(dependencies.cipher, record, { ...destination.value, source: null });
  await change(leased, item, { state: 'queued', payload, failures: 0, dueAt: leased.now() });
  return true;
}

interface Refusal {
  readonly members: readonly MemberName[];
  readonly code: ReturnType<typeof refusalCode>;
  readonly cause: string;
}

async function writeRefusal(
  leased: LeasedSubmission,
  item: Item,
  { members, code, ...told }: Refusal,
): Promise<void> {
  if (!(await change(leased, item, { state: 'refused', code, members, failures: 0 }))) return;
  const { ledgerMetrics, log } = leased.dependencies;
  ledgerMetrics.refusedApplication(leased.record.key.tenant, code, fieldsOf(members));
  const named = members.length === 0 ? {} : { members };
  log.warn('application_refused', { ...namesOf(leased), code, ...named, ...told });
}

/** What was sent and refused teaches nothing; a store that does not take the lesson must not lose the refusal. */
async function learn(leased: LeasedSubmission, item: Item, members: readonly MemberName[]): Promise<void> {
  const { dependencies, record } = leased;
  const destination = openDestination(dependencies.cipher, record, item);
  if (record.job === null || !destination.ok) return;
  const fields = fieldsOf(missingMembers(members, destination.value));
  if (fields.length === 0) return;
  const { tenant } = record.key;
  const { job } = record;
  const learned = await persist(leased, () => dependencies.lessons.learn(tenant, job, fields)).catch(
    (error: unknown) => {
      dependencies.log.error('store_failed', { tenant, cause: causeOf(error) });
      return [] as readonly FieldName[];
    },
  );
  if (learned.length > 0) dependencies.log.warn('detail_learned', { tenant, job, fields: learned });
}
