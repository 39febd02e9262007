/**
 * One POST, and what becomes of its item. Marked durably before it goes, so that whoever finds the mark after a crash
 * looks before sending again; begun at once after the mark, or not at all, so that no late start outlives the quiet.
 */
import { type Outcome, unreachable } from '../../core/model/outcome.ts';
import { fieldsOf, refusalAdvice, refusalCode } from '../service/application-refusal.ts';
import { membersOf, type ServiceError, writeEffects } from '../service/service-error.ts';
import { haveTurn, interrupted, tellOf } from './ask-service.ts';
import {
  carrierOf,
  change,
  count,
  heldBy,
  type Lane,
  namesOf,
  pauseAfter,
  place,
  quietOf,
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

/** Whether a turn was used. */
export async function postAnswer(lane: Lane, item: AnswerItem): Promise<boolean> {
  const { means, record } = lane;
  const answer = openAnswer(means.sealer, record, item);
  if (!answer.ok) return holdBack(lane, item, answer.error);
  const application = openApplication(means.sealer, record);
  if (!application.ok) return holdBack(lane, item, application.error);
  if (!(await isScanned(lane, item))) return false;
  const limit = carrierOf(lane).limitOf(answer.value);
  const send = () => carrierOf(lane).sendAnswer(record.key, answer.value, application.value);
  return post(lane, { item, limit, send });
}

export async function postApplication(lane: Lane, item: Item): Promise<boolean> {
  const { means, record } = lane;
  const destination = openDestination(means.sealer, record, item.payload);
  if (!destination.ok) return holdBack(lane, item, destination.error);
  const send = () => carrierOf(lane).makeApplication(destination.value, record.reference);
  return post(lane, { item, limit: carrierOf(lane).limitOf(null), send });
}

/**
 * Before the mark, as a scan may take longer than a mark is good for. What the scanner does not say is waited for; what it
 * finds harmful comes back to its question.
 */
async function isScanned(lane: Lane, item: AnswerItem): Promise<boolean> {
  const { staging } = lane.means;
  const scan = item.file === null ? undefined : staging.scan?.(lane.record.key, item.file, lane.stop.signal);
  const verdict = (await scan?.catch(() => 'unreadable' as const)) ?? 'clean';
  // It was ended with its lane: that is no word of the scanner.
  if (lane.stop.signal.aborted && verdict !== 'infected') return false;
  switch (verdict) {
    case 'clean':
      return item.failures <= MOST_UNREADABLE || countAnew(lane, item);
    case 'infected':
      return refuseInfected(lane, item);
    case 'unknown':
      count(lane, 'not_scanned');
      return scanLater(lane, item, { failures: item.failures, most: MOST_UNSCANNED, cause: 'not scanned' });
    case 'unreadable': {
      // More of them were those of a scanner that said nothing.
      const failures = item.failures > MOST_UNREADABLE ? 0 : item.failures;
      return scanLater(lane, item, { failures, most: MOST_UNREADABLE, cause: 'file unreadable' });
    }
    default:
      return unreachable(verdict);
  }
}

/** A scan that was long in coming is no try of a POST. */
async function countAnew(lane: Lane, item: Item): Promise<false> {
  await change(lane, item, { state: 'queued', failures: 0, dueAt: lane.now() });
  return false;
}

interface ScanTries {
  readonly failures: number;
  readonly most: number;
  readonly cause: string;
}

async function scanLater(lane: Lane, item: Item, { failures, most, cause }: ScanTries): Promise<false> {
  const tries = failures + 1;
  if (failures >= most) await park(lane, item, { code: 'given_up', cause });
  else
    await change(lane, item, {
      state: 'queued',
      failures: tries,
      dueAt: lane.now() + pauseAfter(lane, tries),
    });
  return false;
}

async function refuseInfected(lane: Lane, item: Item): Promise<false> {
  if (!(await change(lane, item, { state: 'refused', code: 'invalid_answer', failures: 0 }))) return false;
  count(lane, 'answer_refused');
  lane.means.log.warn('answer_refused', { ...namesOf(lane), ...questionOf(item), cause: 'infected' });
  return false;
}

async function post(lane: Lane, { item, limit, send }: Post): Promise<boolean> {
  const { means } = lane;
  if (!(await haveTurn(lane, 'write'))) return false;
  const begun = means.clock.monotonic();
  const marked = await means.store.mark(heldBy(lane), item, limit + quietOf(lane));
  if (marked === null) {
    await refresh(lane);
    return false;
  }
  place(lane, marked);
  if (means.clock.monotonic() - begun >= means.rules.freshness) {
    count(lane, 'stale_mark');
    await change(lane, marked, { state: 'queued', dueAt: lane.now() });
    return false;
  }
  await settle(lane, marked, await send().catch(interrupted));
  return true;
}

/** Tries, one and a half minutes: a store that does not answer comes back, a disk that is broken does not. */
const MOST_UNREADABLE = 8;
/** Tries, half a minute apart: 12 hours, so that a scanner that fails in the night and is put right in the morning needs no retry. */
const MOST_UNSCANNED = 1_440;

async function settle(lane: Lane, item: Item, reply: Reply): Promise<void> {
  const { meter } = lane.means;
  const { tenant } = lane.record.key;
  tellOf(lane, 'write', reply);
  if (reply.ok) {
    meter.posted(tenant, 'stored');
    return deliver(lane, item, reply.value);
  }
  const { error } = reply;
  if (error.kind === 'file_gone') return park(lane, item, { code: 'given_up', cause: 'file gone' });
  if (error.kind === 'unreadable_file' && item.failures >= MOST_UNREADABLE)
    return park(lane, item, { code: 'given_up', cause: 'file unreadable' });
  const effect = isMadeBefore(item, error) ? 'unclear' : writeEffects[error.kind];
  meter.posted(tenant, effect);
  if (effect === 'refused') return refuse(lane, item, error);
  await change(
    lane,
    item,
    effect === 'unclear' ? { state: 'unclear', failures: 0 } : again(lane, item, error),
  );
}

/** The reference is ours alone: whatever has taken it is this application, made by a POST that was given up. */
const isMadeBefore = ({ question }: Item, error: ServiceError): boolean =>
  question === null && membersOf(error).includes('external_system_reference');

export async function deliver(lane: Lane, item: Item, serviceId: string): Promise<void> {
  const { means, record } = lane;
  const payload = item.question === null ? sealMade(means.sealer, record, serviceId) : null;
  if (!(await change(lane, item, { state: 'delivered', code: null, payload, failures: 0, serviceId })))
    return;
  count(lane, 'delivered');
  await releaseFile(lane, item);
}

/** A file that stays behind is released with the audit. */
export async function releaseFile({ means, record }: Lane, { file }: Item): Promise<void> {
  if (file !== null) await means.staging.release(record.key, file).catch(() => undefined);
}

/** Certainly not stored. */
function again(lane: Lane, item: Item, error: ServiceError): ItemChange {
  const asked = error.kind === 'rate_limited' ? (error.retryAfter ?? 0) * 1000 : 0;
  const pause = Math.max(asked, pauseAfter(lane, item.failures));
  return { state: 'queued', failures: item.failures + 1, dueAt: lane.now() + pause };
}

interface Parking {
  readonly code: 'unclear' | 'conflict' | 'given_up' | 'misdirected';
  readonly cause: string;
  readonly unclearPosts?: number;
}

export async function park(lane: Lane, item: Item, { code, cause, ...more }: Parking): Promise<void> {
  if (!(await change(lane, item, { ...more, state: 'parked', code }))) return;
  count(lane, 'parked');
  const event = item.question === null ? 'application_parked' : 'answer_parked';
  lane.means.log.warn(event, { ...namesOf(lane), ...questionOf(item), cause });
}

const questionOf = ({ question }: Item) => (question === null ? {} : { question });

/** A word for the employer's statistics stops no application: it goes again without it. */
async function leaveOutSource(lane: Lane, item: Item): Promise<boolean> {
  const { means, record } = lane;
  if (item.question !== null) return false;
  const destination = openDestination(means.sealer, record, item.payload);
  if (!destination.ok || destination.value.source === null) return false;
  const payload = sealDestination(means.sealer, record, { ...destination.value, source: null });
  await change(lane, item, { state: 'queued', payload, failures: 0, dueAt: lane.now() });
  return true;
}

async function refuse(lane: Lane, item: Item, error: ServiceError): Promise<void> {
  if (item.question === null) return refuseApplication(lane, item, error);
  // The application or the question is gone: no other answer would help, so none is asked for.
  if (error.kind === 'not_found') return park(lane, item, { code: 'given_up', cause: error.kind });
  if (!(await change(lane, item, { state: 'refused', code: 'invalid_answer', failures: 0 }))) return;
  count(lane, 'answer_refused');
  lane.means.log.warn('answer_refused', { ...namesOf(lane), ...questionOf(item), cause: error.kind });
}

/** Nothing of it is there: it waits for the applicant, who may correct it, or for the operator, who may mend what is missing. */
async function refuseApplication(lane: Lane, item: Item, error: ServiceError): Promise<void> {
  const members = membersOf(error);
  if (members.includes('channel_source') && (await leaveOutSource(lane, item))) return;
  const code = refusalCode(error);
  if (!(await change(lane, item, { state: 'refused', code, members, failures: 0 }))) return;
  const { meter, log } = lane.means;
  meter.refusedApplication(lane.record.key.tenant, code, fieldsOf(members));
  const named = members.length === 0 ? {} : { members };
  log.warn('application_refused', {
    ...namesOf(lane),
    cause: error.kind,
    code,
    ...named,
    advice: refusalAdvice(code),
  });
}

/** Those that may be looked for or sent; what was sealed for another destination is not even looked for there. */
export async function keepSound<One extends Item>(
  lane: Lane,
  items: readonly One[],
): Promise<readonly One[]> {
  const sound: One[] = [];
  for (const item of items) {
    const fault = findFault(lane.means.sealer, lane.record, item);
    if (fault === 'misdirected') await holdBack(lane, item, fault);
    else sound.push(item);
  }
  return sound;
}

/** Parked with what it carries, so that it can be tried again once it is put right. */
async function holdBack(lane: Lane, item: Item, fault: Unopened): Promise<false> {
  // It is given back as it is, and a process with that secret takes it up.
  if (fault === 'other_secret') return false;
  const names = { ...namesOf(lane), ...questionOf(item) };
  if (fault === 'misdirected') {
    count(lane, 'misdirected');
    lane.means.log.error('payload_misdirected', names);
    await park(lane, item, { code: 'misdirected', cause: 'sealed for another destination' });
  } else {
    lane.means.log.error('payload_unreadable', names);
    await park(lane, item, { code: 'given_up', cause: 'unreadable' });
  }
  return false;
}
