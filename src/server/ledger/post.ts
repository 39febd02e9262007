/**
 * One POST, and what becomes of its item. Marked durably before it goes, so that a worker that finds the mark after a crash
 * looks before sending again; begun at once after the mark, or not at all, so that no late start outlives the quiet.
 */

import type { FieldName } from '../../core/model/details.ts';
import type { Outcome } from '../../core/model/failure.ts';
import type { FileId } from '../../core/model/ids.ts';
import { applicationFiles } from '../service/bodies.ts';
import { fieldsOf, type MemberName, memberOfFile, missingMembers, refusalCode } from '../service/refusals.ts';
import { demandedOf, membersOf, type ServiceError, writeEffects } from '../service/service-error.ts';
import {
  findFault,
  openAnswer,
  openApplication,
  openDestination,
  sealDestination,
  type Unopened,
} from './cipher.ts';
import { causeOf } from './dependencies.ts';
import { areScanned, MOST_UNREADABLE } from './files.ts';
import type { FileGone } from './http-gateway.ts';
import {
  change,
  count,
  deliver,
  gatewayOf,
  hasAcquired,
  heldBy,
  interrupted,
  type LeasedSubmission,
  namesOf,
  park,
  pauseAfter,
  persist,
  place,
  questionOf,
  reconcileDelayOf,
  refresh,
  tellOf,
} from './leased-submission.ts';
import type { AnswerItem, Item, ItemChange } from './record.ts';

type Reply = Outcome<string | null, ServiceError | FileGone>;

interface Post {
  readonly item: Item;
  /** Milliseconds until it is given up. */
  readonly limit: number;
  send(): Promise<Reply>;
}

/** Whether a POST was made. */
export async function postAnswer(leased: LeasedSubmission, item: AnswerItem): Promise<boolean> {
  const { dependencies, record } = leased;
  const answer = openAnswer(dependencies.cipher, record, item);
  if (!answer.ok) return holdBack(leased, item, answer.error);
  const application = openApplication(dependencies.cipher, record);
  if (!application.ok) return holdBack(leased, item, application.error);
  if (!(await areScanned(leased, item))) return false;
  const { value } = answer.value;
  const limit = gatewayOf(leased).limitOf(value.kind === 'document' ? value.file.size : 0);
  const send = () => gatewayOf(leased).sendAnswer(record.key, answer.value, application.value);
  return post(leased, { item, limit, send });
}

export async function postApplication(leased: LeasedSubmission, item: Item): Promise<boolean> {
  const { dependencies, record } = leased;
  const destination = openDestination(dependencies.cipher, record, item);
  if (!destination.ok) return holdBack(leased, item, destination.error);
  if (!(await areScanned(leased, item))) return false;
  const bytes = applicationFiles(destination.value.files).reduce((sum, { size }) => sum + size, 0);
  const send = () => gatewayOf(leased).makeApplication(record.key, destination.value, record.reference);
  return post(leased, { item, limit: gatewayOf(leased).limitOf(bytes), send });
}

/** Whether a write was made. */
async function post(leased: LeasedSubmission, { item, limit, send }: Post): Promise<boolean> {
  const { dependencies } = leased;
  if (!(await hasAcquired(leased, 'write'))) return false;
  const begun = dependencies.clock.monotonic();
  const marked = await dependencies.store.mark(heldBy(leased), item, limit + reconcileDelayOf(leased));
  if (marked === null) {
    await refresh(leased);
    return false;
  }
  place(leased, marked);
  if (dependencies.clock.monotonic() - begun >= dependencies.rules.freshness) {
    count(leased, 'stale_mark');
    await change(leased, marked, { state: 'queued', dueAt: leased.now() });
    return false;
  }
  await settle(leased, marked, await send().catch(interrupted));
  return true;
}

async function settle(leased: LeasedSubmission, item: Item, reply: Reply): Promise<void> {
  const { ledgerMetrics } = leased.dependencies;
  const { tenant } = leased.record.key;
  tellOf(leased, 'write', reply);
  if (reply.ok) {
    ledgerMetrics.posted(tenant, 'stored');
    return deliver(leased, item, reply.value);
  }
  const { error } = reply;
  if (error.kind === 'file_gone') return withoutFile(leased, item, error);
  if (error.kind === 'unreadable_file' && item.failures >= MOST_UNREADABLE)
    return park(leased, item, { code: 'given_up', cause: 'file unreadable' });
  const effect = isMadeBefore(item, error) ? 'unclear' : writeEffects[error.kind];
  ledgerMetrics.posted(tenant, effect);
  if (effect === 'refused') return refuse(leased, item, error);
  await change(
    leased,
    item,
    effect === 'unclear' ? { state: 'unclear', failures: 0 } : again(leased, item, error),
  );
}

/** Only the applicant can help: they are asked for it again where the service holds nothing of theirs that would stay alone. */
async function withoutFile(leased: LeasedSubmission, item: Item, { file }: FileGone): Promise<void> {
  if (item.question === null) return refuseFile(leased, item, { file, cause: 'file gone' });
  return park(leased, item, { code: 'given_up', cause: 'file gone' });
}

/** Only we use this reference, so an application that has it was made by an earlier POST of ours whose reply was lost. */
const isMadeBefore = ({ question }: Item, error: ServiceError): boolean =>
  question === null && membersOf(error).includes('external_system_reference');

/** Certainly not stored. */
function again(leased: LeasedSubmission, item: Item, error: ServiceError): ItemChange {
  const asked = error.kind === 'rate_limited' ? (error.retryAfter ?? 0) * 1000 : 0;
  const pause = Math.max(asked, pauseAfter(leased, item.failures));
  return { state: 'queued', failures: item.failures + 1, dueAt: leased.now() + pause };
}

/** Those that may be looked for or sent; what was sealed for another destination is not even looked for there. */
export async function keepSound<One extends Item>(
  leased: LeasedSubmission,
  items: readonly One[],
): Promise<readonly One[]> {
  const sound: One[] = [];
  for (const item of items) {
    const fault = findFault(leased.dependencies.cipher, leased.record, item);
    if (fault === 'misdirected') await holdBack(leased, item, fault);
    else sound.push(item);
  }
  return sound;
}

/** Parked with what it carries, so that it can be tried again once it is put right. */
async function holdBack(leased: LeasedSubmission, item: Item, fault: Unopened): Promise<false> {
  // It is given back as it is, and a process with that secret takes it up.
  if (fault === 'other_secret') return false;
  const names = { ...namesOf(leased), ...questionOf(item) };
  if (fault === 'misdirected') {
    count(leased, 'misdirected');
    leased.dependencies.log.error('payload_misdirected', names);
    await park(leased, item, { code: 'misdirected', cause: 'sealed for another destination' });
  } else {
    leased.dependencies.log.error('payload_unreadable', names);
    await park(leased, item, { code: 'given_up', cause: 'unreadable' });
  }
  return false;
}

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
