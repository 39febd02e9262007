/**
 * One POST, and what becomes of its item. Marked durably before it goes, so that a worker that finds the mark after a crash
 * looks before sending again; begun at once after the mark, or not at all, so that no late start outlives the quiet.
 */
import { type Outcome, unreachable } from '../../core/model/outcome.ts';
import { fieldsOf, refusalAdvice, refusalCode } from '../service/application-refusal.ts';
import { membersOf, type ServiceError, writeEffects } from '../service/service-error.ts';
import { hasAcquired, interrupted, tellOf } from './ask-service.ts';
import {
  change,
  count,
  gatewayOf,
  heldBy,
  type LeasedSubmission,
  namesOf,
  pauseAfter,
  place,
  reconcileDelayOf,
  refresh,
} from './leased-submission.ts';
import type { Item, ItemChange } from './ledger-store.ts';
import type { AnswerItem } from './next-step.ts';
import {
  findFault,
  openAnswer,
  openApplication,
  openDestination,
  sealDestination,
  sealMade,
  type Unopened,
} from './payload.ts';

type PostError = ServiceError | { readonly kind: 'file_gone' };
type Reply = Outcome<string, PostError>;

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
  if (!(await isScanned(leased, item))) return false;
  const limit = gatewayOf(leased).limitOf(answer.value);
  const send = () => gatewayOf(leased).sendAnswer(record.key, answer.value, application.value);
  return post(leased, { item, limit, send });
}

export async function postApplication(leased: LeasedSubmission, item: Item): Promise<boolean> {
  const { dependencies, record } = leased;
  const destination = openDestination(dependencies.cipher, record, item.payload);
  if (!destination.ok) return holdBack(leased, item, destination.error);
  const send = () => gatewayOf(leased).makeApplication(destination.value, record.reference);
  return post(leased, { item, limit: gatewayOf(leased).limitOf(null), send });
}

/**
 * Before the mark, as a scan may take longer than a mark is good for. What the scanner does not say is waited for; what it
 * finds harmful comes back to its question.
 */
async function isScanned(leased: LeasedSubmission, item: AnswerItem): Promise<boolean> {
  const { staging } = leased.dependencies;
  const scan =
    item.file === null ? undefined : staging.scan?.(leased.record.key, item.file, leased.stop.signal);
  const verdict = (await scan?.catch(() => 'unreadable' as const)) ?? 'clean';
  // The scan was aborted with this worker, so it says nothing about the file.
  if (leased.stop.signal.aborted && verdict !== 'infected') return false;
  switch (verdict) {
    case 'clean':
      return item.failures <= MOST_UNREADABLE || countAnew(leased, item);
    case 'infected':
      return refuseInfected(leased, item);
    case 'unknown':
      count(leased, 'not_scanned');
      return scanLater(leased, item, { failures: item.failures, most: MOST_UNSCANNED, cause: 'not scanned' });
    case 'unreadable': {
      // A higher count comes from a scanner that did not answer, not from an unreadable file.
      const failures = item.failures > MOST_UNREADABLE ? 0 : item.failures;
      return scanLater(leased, item, { failures, most: MOST_UNREADABLE, cause: 'file unreadable' });
    }
    default:
      return unreachable(verdict);
  }
}

/** Waiting for the scanner does not count as failed POSTs. */
async function countAnew(leased: LeasedSubmission, item: Item): Promise<false> {
  await change(leased, item, { state: 'queued', failures: 0, dueAt: leased.now() });
  return false;
}

interface ScanTries {
  readonly failures: number;
  readonly most: number;
  readonly cause: string;
}

async function scanLater(
  leased: LeasedSubmission,
  item: Item,
  { failures, most, cause }: ScanTries,
): Promise<false> {
  const tries = failures + 1;
  if (failures >= most) await park(leased, item, { code: 'given_up', cause });
  else
    await change(leased, item, {
      state: 'queued',
      failures: tries,
      dueAt: leased.now() + pauseAfter(leased, tries),
    });
  return false;
}

async function refuseInfected(leased: LeasedSubmission, item: Item): Promise<false> {
  if (!(await change(leased, item, { state: 'refused', code: 'invalid_answer', failures: 0 }))) return false;
  count(leased, 'answer_refused');
  leased.dependencies.log.warn('answer_refused', {
    ...namesOf(leased),
    ...questionOf(item),
    cause: 'infected',
  });
  return false;
}

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

/** Tries, one and a half minutes: a store that does not answer comes back, a disk that is broken does not. */
const MOST_UNREADABLE = 8;
/** Tries, half a minute apart: 12 hours, so that a scanner that fails in the night and is put right in the morning needs no retry. */
const MOST_UNSCANNED = 1_440;

async function settle(leased: LeasedSubmission, item: Item, reply: Reply): Promise<void> {
  const { ledgerMetrics } = leased.dependencies;
  const { tenant } = leased.record.key;
  tellOf(leased, 'write', reply);
  if (reply.ok) {
    ledgerMetrics.posted(tenant, 'stored');
    return deliver(leased, item, reply.value);
  }
  const { error } = reply;
  if (error.kind === 'file_gone') return park(leased, item, { code: 'given_up', cause: 'file gone' });
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

/** Only we use this reference, so an application that has it was made by an earlier POST of ours whose reply was lost. */
const isMadeBefore = ({ question }: Item, error: ServiceError): boolean =>
  question === null && membersOf(error).includes('external_system_reference');

export async function deliver(leased: LeasedSubmission, item: Item, serviceId: string): Promise<void> {
  const { dependencies, record } = leased;
  const payload = item.question === null ? sealMade(dependencies.cipher, record, serviceId) : null;
  if (!(await change(leased, item, { state: 'delivered', code: null, payload, failures: 0, serviceId })))
    return;
  count(leased, 'delivered');
  await releaseFile(leased, item);
}

/** A file that cannot be released now is released with the audit. */
export async function releaseFile({ dependencies, record }: LeasedSubmission, { file }: Item): Promise<void> {
  if (file !== null) await dependencies.staging.release(record.key, file).catch(() => undefined);
}

/** Certainly not stored. */
function again(leased: LeasedSubmission, item: Item, error: ServiceError): ItemChange {
  const asked = error.kind === 'rate_limited' ? (error.retryAfter ?? 0) * 1000 : 0;
  const pause = Math.max(asked, pauseAfter(leased, item.failures));
  return { state: 'queued', failures: item.failures + 1, dueAt: leased.now() + pause };
}

interface Parking {
  readonly code: 'unclear' | 'conflict' | 'given_up' | 'misdirected';
  readonly cause: string;
  readonly unclearPosts?: number;
}

export async function park(
  leased: LeasedSubmission,
  item: Item,
  { code, cause, ...more }: Parking,
): Promise<void> {
  if (!(await change(leased, item, { ...more, state: 'parked', code }))) return;
  count(leased, 'parked');
  const event = item.question === null ? 'application_parked' : 'answer_parked';
  leased.dependencies.log.warn(event, { ...namesOf(leased), ...questionOf(item), cause });
}

const questionOf = ({ question }: Item) => (question === null ? {} : { question });

/** The source only serves statistics, so an application refused for it is sent again without it. */
async function leaveOutSource(leased: LeasedSubmission, item: Item): Promise<boolean> {
  const { dependencies, record } = leased;
  if (item.question !== null) return false;
  const destination = openDestination(dependencies.cipher, record, item.payload);
  if (!destination.ok || destination.value.source === null) return false;
  const payload = sealDestination(dependencies.cipher, record, { ...destination.value, source: null });
  await change(leased, item, { state: 'queued', payload, failures: 0, dueAt: leased.now() });
  return true;
}

async function refuse(leased: LeasedSubmission, item: Item, error: ServiceError): Promise<void> {
  if (item.question === null) return refuseApplication(leased, item, error);
  // The application or the question is gone: no other answer would help, so none is asked for.
  if (error.kind === 'not_found') return park(leased, item, { code: 'given_up', cause: error.kind });
  if (!(await change(leased, item, { state: 'refused', code: 'invalid_answer', failures: 0 }))) return;
  count(leased, 'answer_refused');
  leased.dependencies.log.warn('answer_refused', {
    ...namesOf(leased),
    ...questionOf(item),
    cause: error.kind,
  });
}

/** Nothing of it is there: it waits for the applicant, who may correct it, or for the operator, who may mend what is missing. */
async function refuseApplication(leased: LeasedSubmission, item: Item, error: ServiceError): Promise<void> {
  const members = membersOf(error);
  if (members.includes('channel_source') && (await leaveOutSource(leased, item))) return;
  const code = refusalCode(error);
  if (!(await change(leased, item, { state: 'refused', code, members, failures: 0 }))) return;
  const { ledgerMetrics, log } = leased.dependencies;
  ledgerMetrics.refusedApplication(leased.record.key.tenant, code, fieldsOf(members));
  const named = members.length === 0 ? {} : { members };
  log.warn('application_refused', {
    ...namesOf(leased),
    cause: error.kind,
    code,
    ...named,
    advice: refusalAdvice(code),
  });
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
