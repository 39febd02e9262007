/**
 * Sends one POST and stores its outcome. The item is marked durably first, so that after a crash a worker reads back
 * before sending again. The POST starts right after the mark or not at all, so that it cannot outlast the reconcile
 * delay.
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
import type { FileGone } from './http-gateway.ts';
import {
  changeItem,
  count,
  deliver,
  dueAfter,
  hasAcquired,
  interrupted,
  type LeasedSubmission,
  namesOf,
  park,
  pauseAfter,
  persist,
  reconcileDelayOf,
  refresh,
  replaceItem,
  report,
} from './leased-submission.ts';
import type { AnswerItem, Item } from './record.ts';

type Reply = Outcome<string | null, ServiceError | FileGone>;

interface Post {
  readonly item: Item;
  /** Size of the files in it. */
  readonly bytes: number;
  send(): Promise<Reply>;
}

export async function postAnswer(leased: LeasedSubmission, item: AnswerItem): Promise<void> {
  const { cipher, gateway, record } = leased;
  const answer = openAnswer(cipher, record, item);
  if (!answer.ok) return parkUnreadable(leased, item, answer.error);
  const application = openApplication(cipher, record);
  if (!application.ok) return parkUnreadable(leased, item, application.error);
  const { value } = answer.value;
  const bytes = value.kind === 'document' ? value.file.size : 0;
  const send = () => gateway.sendAnswer(record.key, answer.value, application.value);
  return post(leased, { item, bytes, send });
}

export async function postApplication(leased: LeasedSubmission, item: Item): Promise<void> {
  const { cipher, gateway, record } = leased;
  const destination = openDestination(cipher, record, item);
  if (!destination.ok) return parkUnreadable(leased, item, destination.error);
  const bytes = applicationFiles(destination.value.files).reduce((sum, { size }) => sum + size, 0);
  const send = () => gateway.makeApplication(record.key, destination.value, record.reference);
  return post(leased, { item, bytes, send });
}

async function post(leased: LeasedSubmission, { item, bytes, send }: Post): Promise<void> {
  const { clock, gateway, rules, store } = leased;
  // Before the mark, because a scan may take longer than a mark is valid.
  if (!(await areScanned(leased, item)) || !(await hasAcquired(leased, 'write'))) return;
  const begun = clock.monotonic();
  const mark = await store.mark(leased.lease, item, gateway.limitOf(bytes) + reconcileDelayOf(leased));
  if (mark === null) return refresh(leased);
  const marked = { ...item, ...mark };
  replaceItem(leased, marked);
  if (clock.monotonic() - begun < rules.freshness)
    return applyReply(leased, marked, await send().catch(interrupted));
  count(leased, 'stale_mark');
  await changeItem(leased, marked, { state: 'queued', dueAt: leased.now() });
}

async function applyReply(leased: LeasedSubmission, item: Item, reply: Reply): Promise<void> {
  const { ledgerMetrics, record } = leased;
  const { tenant } = record.key;
  report(leased, reply);
  if (reply.ok) {
    ledgerMetrics.posted(tenant, 'stored');
    return deliver(leased, item, reply.value);
  }
  const { error } = reply;
  if (error.kind === 'file_gone') return handleMissingFile(leased, item, error);
  if (error.kind === 'unreadable_file' && item.failures >= MOST_UNREADABLE)
    return park(leased, item, { code: 'given_up', cause: 'file unreadable' });
  const effect = isMadeBefore(item, error) ? 'unclear' : writeEffects[error.kind];
  ledgerMetrics.posted(tenant, effect);
  if (effect === 'refused') return refuse(leased, item, error);
  const dueAt = dueAfter(leased, error, pauseAfter(leased, item.failures));
  const again = { state: 'queued', failures: item.failures + 1, dueAt } as const;
  await changeItem(leased, item, effect === 'unclear' ? { state: 'unclear', failures: 0 } : again);
}

/**
 * Only the applicant can replace a lost file. They are asked for it again if the service has no part of the application
 * yet.
 */
async function handleMissingFile(leased: LeasedSubmission, item: Item, { file }: FileGone): Promise<void> {
  if (item.question === null) return refuseFile(leased, item, { file, cause: 'file gone' });
  return park(leased, item, { code: 'given_up', cause: 'file gone' });
}

/** Whether an earlier POST made the application and its reply was lost: the reference is unique to this submission. */
const isMadeBefore = ({ question }: Item, error: ServiceError): boolean =>
  question === null && membersOf(error).includes('external_system_reference');

/** Attempts, over one and a half minutes: a store may recover in that time, a broken disk does not. */
const MOST_UNREADABLE = 8;
/**
 * Attempts, half a minute apart: 12 hours, so that a scanner that fails at night and is repaired in the morning needs
 * no retry.
 */
const MOST_UNSCANNED = 1_440;

/** Whether all files are clean. An infected file goes back to the applicant. */
async function areScanned(leased: LeasedSubmission, item: Item): Promise<boolean> {
  const { staging, record, stop } = leased;
  for (const file of item.files) {
    const scanned = staging.scan(record.key, file, stop.signal);
    const verdict = await scanned.catch(() => 'unreadable' as const);
    if (verdict === 'infected') await refuseFile(leased, item, { file, cause: 'infected' });
    // A scan that was aborted with this worker gives no verdict.
    else if (verdict !== 'clean' && !stop.signal.aborted) await scanLater(leased, item, verdict);
    if (verdict !== 'clean' || stop.signal.aborted) return false;
  }
  return true;
}

async function scanLater(
  leased: LeasedSubmission,
  item: Item,
  verdict: 'unknown' | 'unreadable',
): Promise<void> {
  const isUnknown = verdict === 'unknown';
  if (isUnknown) count(leased, 'not_scanned');
  if (item.failures >= (isUnknown ? MOST_UNSCANNED : MOST_UNREADABLE))
    return park(leased, item, { code: 'given_up', cause: isUnknown ? 'not scanned' : 'file unreadable' });
  const failures = item.failures + 1;
  const dueAt = leased.now() + pauseAfter(leased, failures);
  await changeItem(leased, item, { state: 'queued', failures, dueAt });
}

/** Parks items sealed for another destination, and gives the others. Misdirected items are not looked up either. */
export async function parkMisdirected<One extends Item>(
  leased: LeasedSubmission,
  items: readonly One[],
): Promise<readonly One[]> {
  const readable: One[] = [];
  for (const item of items) {
    const fault = findFault(leased.cipher, leased.record, item);
    if (fault === 'misdirected') await parkUnreadable(leased, item, fault);
    else readable.push(item);
  }
  return readable;
}

/** Parks an item with its payload, so that it can be retried after a repair. */
async function parkUnreadable(leased: LeasedSubmission, item: Item, fault: Unopened): Promise<void> {
  // It is released unchanged for a process that has that secret.
  if (fault === 'other_secret') return;
  if (fault === 'misdirected') {
    count(leased, 'misdirected');
    leased.log.error('payload_misdirected', namesOf(leased, item));
    return park(leased, item, { code: 'misdirected', cause: 'sealed for another destination' });
  }
  leased.log.error('payload_unreadable', namesOf(leased, item));
  await park(leased, item, { code: 'given_up', cause: 'unreadable' });
}

async function refuse(leased: LeasedSubmission, item: Item, error: ServiceError): Promise<void> {
  if (item.question === null) return refuseApplication(leased, item, error);
  // The application or the question no longer exists, so no other answer would be accepted.
  if (error.kind === 'not_found') return park(leased, item, { code: 'given_up', cause: error.kind });
  await refuseAnswer(leased, item, error.kind);
}

/** Asks the applicant for another file in the same field. Nothing was sent. */
async function refuseFile(
  leased: LeasedSubmission,
  item: Item,
  { file, cause }: { readonly file: FileId; readonly cause: 'infected' | 'file gone' },
): Promise<void> {
  if (item.question !== null) return refuseAnswer(leased, item, cause);
  const destination = openDestination(leased.cipher, leased.record, item);
  const member = destination.ok ? memberOfFile(destination.value.files, file) : null;
  await writeRefusal(leased, item, {
    members: member === null ? [] : [member],
    cause,
    code: 'invalid_details',
  });
}

async function refuseAnswer(leased: LeasedSubmission, item: Item, cause: string): Promise<void> {
  if (!(await changeItem(leased, item, { state: 'refused', code: 'invalid_answer', failures: 0 }))) return;
  count(leased, 'answer_refused');
  leased.log.warn('answer_refused', { ...namesOf(leased, item), cause });
}

/** The service has nothing: the applicant may correct the application, or the operator may fix the cause. */
async function refuseApplication(leased: LeasedSubmission, item: Item, error: ServiceError): Promise<void> {
  const members = membersOf(error);
  if (members.includes('channel_source') && (await leaveOutSource(leased, item))) return;
  // Stored before the applicant sees the refusal, so that the next visitor is asked even if this process ends now.
  await learn(leased, item, demandedOf(error));
  await writeRefusal(leased, item, { members, code: refusalCode(error), cause: error.kind });
}

/** The source only serves statistics, so an application refused for it is sent again without it. */
async function leaveOutSource(leased: LeasedSubmission, item: Item): Promise<boolean> {
  const { cipher, record } = leased;
  const destination = openDestination(cipher, record, item);
  if (!destination.ok || destination.value.source === null) return false;
  const payload = sealDestination(cipher, record, { ...destination.value, source: null });
  await changeItem(leased, item, { state: 'queued', payload, failures: 0, dueAt: leased.now() });
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
  { members, code, cause }: Refusal,
): Promise<void> {
  if (!(await changeItem(leased, item, { state: 'refused', code, members, failures: 0 }))) return;
  leased.ledgerMetrics.refusedApplication(leased.record.key.tenant, code, fieldsOf(members));
  leased.log.warn('application_refused', {
    ...namesOf(leased),
    code,
    ...(members.length > 0 && { members }),
    cause,
  });
}

/** Learns only from details that were not sent. If the store fails, the lesson is lost, but not the refusal. */
async function learn(leased: LeasedSubmission, item: Item, members: readonly MemberName[]): Promise<void> {
  const { cipher, lessons, log, record } = leased;
  const { job } = record;
  const destination = openDestination(cipher, record, item);
  const fields = destination.ok ? fieldsOf(missingMembers(members, destination.value)) : [];
  if (job === null || fields.length === 0) return;
  const { tenant } = record.key;
  const learned = await persist(leased, () => lessons.learn(tenant, job, fields)).catch(
    (error: unknown): readonly FieldName[] => {
      log.error('store_failed', { tenant, cause: causeOf(error) });
      return [];
    },
  );
  if (learned.length > 0) log.warn('detail_learned', { tenant, job, fields: learned });
}
