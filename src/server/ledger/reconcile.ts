/**
 * Reads back what the service has: before the first POST, after an unclear one, and once at the end. A read decides
 * nothing until everything that was sent has had time to arrive.
 */
import { documentsQuestion } from '../../core/model/details.ts';
import type { Outcome } from '../../core/model/failure.ts';
import type { Unproven } from '../service/read-back.ts';
import { WANTED_AGAIN } from './acts.ts';
import { nameOfFile, namesOfApplication, openAnswer } from './cipher.ts';
import {
  type AnswerToSend,
  type Finding,
  findAnswer,
  type GatewayError,
  isExactlyNamed,
  isNamed,
  type ReadBackAnswers,
  type ServiceAnswer,
} from './http-gateway.ts';
import {
  askToRead,
  changeItem,
  changeSubmission,
  count,
  deliver,
  type LeasedSubmission,
  namesOf,
  park,
  pauseAfter,
  reconcileDelayOf,
} from './leased-submission.ts';
import { parkMisdirected } from './post.ts';
import {
  type AnswerItem,
  answersOf,
  applicationOf,
  type Item,
  isDocument,
  isSameItem,
  isUnclear,
  makingOf,
  RESENT_WITHIN,
  restoreBefore,
} from './record.ts';

type Read = Outcome<ReadBackAnswers, GatewayError>;

export async function readAnswers(leased: LeasedSubmission): Promise<Read | null> {
  const application = applicationOf(leased.record);
  if (application === null) return null;
  const documents = answersOf(leased.record).some(isDocument);
  return askToRead(leased, () => leased.gateway.readAnswers(application, { documents }));
}

/** @param next the item to be sent next, which waits if the read fails */
export async function preflight(leased: LeasedSubmission, next: AnswerItem): Promise<void> {
  const queued = await parkMisdirected(
    leased,
    answersOf(leased.record).filter(({ state }) => state === 'queued'),
  );
  if (queued.length === 0) return;
  const read = await readAnswers(leased);
  if (read === null) return;
  count(leased, 'preflight');
  if (isAway(read)) return putOff(leased, next);
  let isAnyQueued = false;
  let isProven = true;
  for (const item of queued) {
    const finding = findAtService(leased, item, read, next.failures);
    if (finding.kind === 'unproven') isProven = false;
    // If the item changed meanwhile, the finding was not stored and has to be made again before sending.
    if (await applyFinding(leased, item, finding)) isAnyQueued ||= isQueued(leased, item);
  }
  if (!isProven && isQueued(leased, next)) await putOff(leased, next, MOST_LOOKS);
  else if (isProven && !isAnyQueued) await changeSubmission(leased, { preflightAt: leased.now() });
}

/** Delivers or parks an item according to a finding. Gives false if the item is still to be sent. */
async function applyFinding(leased: LeasedSubmission, item: AnswerItem, finding: Verdict): Promise<boolean> {
  if (finding.kind === 'same') await deliver(leased, item, idOf(item, finding));
  else if (finding.kind === 'other') await park(leased, item, { code: 'conflict', cause: 'answered before' });
  // After its first POST a read or the operator has already decided about it.
  else if (finding.kind === 'impossible' && parksDoubted(leased) && item.unclearPosts === 0)
    await park(leased, item, { code: 'unclear', cause: 'no look possible' });
  else return false;
  return true;
}

/**
 * Whether to park items that cannot be read back, because a lost store may have sent them. A newer submission is most
 * likely new, unless its application already existed.
 */
function parksDoubted(leased: LeasedSubmission): boolean {
  const { record } = leased;
  // The application was found at the service, and this store never sent it.
  const isFound = makingOf(record)?.markedAt === null;
  return record.doubtedAt !== null && (restoreBefore(record) === null || isFound) && !sendsBlindly(leased);
}

/** Whether to send again if the service cannot be read. */
const sendsBlindly = ({ rules, record }: LeasedSubmission): boolean =>
  rules.withoutReadBack(record.key.tenant) === 'resend';

const isQueued = ({ record }: LeasedSubmission, item: Item): boolean =>
  record.items.some((current) => isSameItem(current, item) && current.state === 'queued');

/** Gives when to continue; null for at once. */
export async function reconcileAnswers(
  leased: LeasedSubmission,
  due: readonly AnswerItem[],
): Promise<number | null> {
  const items = await parkMisdirected(leased, due);
  if (items.length === 0) return null;
  const read = await readAnswers(leased);
  if (read === null) return null;
  count(leased, 'look');
  if (isAway(read)) return readLater(leased, items);
  const unproven: AnswerItem[] = [];
  for (const item of items) {
    const finding = findAtService(leased, item, read);
    if (finding.kind === 'same' && read.ok)
      await learnLate(leased, item, finding.copies[0].createdAt, read.value.clockAhead ?? 0);
    if (finding.kind === 'unproven') unproven.push(item);
    else await conclude(leased, item, finding);
  }
  return readLater(leased, unproven, MOST_LOOKS);
}

/** Gives when to continue; null for at once. */
export async function reconcileApplication(leased: LeasedSubmission, item: Item): Promise<number | null> {
  if ((await parkMisdirected(leased, [item])).length === 0) return null;
  const found = await findApplication(leased, item);
  if (found === null) return null;
  count(leased, 'look');
  if (isAway(found)) return readLater(leased, [item]);
  if (isUnproven(found) && item.failures < MOST_LOOKS) return readLater(leased, [item], MOST_LOOKS);
  if (!found.ok) await concludeUnread(leased, item);
  else if (found.value !== null) await deliver(leased, item, found.value);
  else await sendAgain(leased, item);
  return null;
}

async function findApplication(leased: LeasedSubmission, item: Item) {
  const { reference, acceptedAt } = leased.record;
  const restoredAt = restoreBefore(leased.record);
  const findSince = (since: number) =>
    askToRead(leased, () => leased.gateway.findApplication(reference, leased.now() - since));
  if (restoredAt === null) return findSince(acceptedAt);
  // The lost store may have accepted it before this one did.
  const found = await findSince(restoredAt - RESENT_WITHIN);
  const isTooLong = found !== null && !found.ok && found.error.kind === 'impossible';
  // This store sent the application too, so at least the time since then can be searched.
  return isTooLong && item.markedAt !== null ? findSince(acceptedAt) : found;
}

/**
 * Compares an item with a read. After too many reads that prove nothing, it counts as impossible to read back.
 * @param looks earlier reads that proved nothing
 */
function findAtService(
  leased: LeasedSubmission,
  item: AnswerItem,
  read: Read,
  looks = item.failures,
): Verdict {
  const found = compareItem(leased, item, read);
  return found.kind === 'unproven' && looks >= MOST_LOOKS ? { kind: 'impossible' } : found;
}

type Verdict = Finding | Unproven;

/** Compares an item with a read. Answers and documents are shown independently of each other. */
function compareItem(leased: LeasedSubmission, item: AnswerItem, read: Read): Verdict {
  if (isUnproven(read)) return { kind: 'unproven' };
  const opened = openAnswer(leased.cipher, leased.record, item);
  const isShown = read.ok && (isDocument(item) ? read.value.hasDocuments : read.value.hasAnswers);
  if (!opened.ok || !isShown) return { kind: 'impossible' };
  const stored = read.value.answers.filter((answer) => isDocument(item) === isServiceDocument(answer));
  if (isDocument(item)) return findDocument(leased, item, { wanted: opened.value, stored });
  const { question, type } = opened.value;
  const isOneOfSeveral =
    type === 'multi_document' ||
    answersOf(leased.record).filter((answer) => answer.question === question).length > 1;
  const finding = findAnswer(opened.value, freeAnswers(leased, item, stored), isOneOfSeveral);
  return finding.kind === 'absent' && !showsArrived(leased, stored) ? { kind: 'unproven' } : finding;
}

/** Whether the list has every delivered answer. Otherwise it is incomplete, and a missing answer proves nothing. */
const showsArrived = ({ record }: LeasedSubmission, stored: ServiceAnswers): boolean =>
  answersOf(record).every(
    (item) =>
      isDocument(item) ||
      item.state !== 'delivered' ||
      item.serviceId === null ||
      stored.some(({ id }) => id === item.serviceId),
  );

type ServiceAnswers = readonly ServiceAnswer[];

/** Leaves out answers that are known to belong to other items, even if they have the same name. */
function freeAnswers({ record }: LeasedSubmission, item: AnswerItem, stored: ServiceAnswers): ServiceAnswers {
  const others = new Set(
    answersOf(record).map((other) => (isSameItem(other, item) ? null : other.serviceId)),
  );
  return stored.filter(({ id }) => !others.has(id));
}

/** A document is absent only if every listed file is another one of ours, because the service may rename files. */
function findDocument(
  leased: LeasedSubmission,
  item: AnswerItem,
  { wanted, stored }: { readonly wanted: AnswerToSend; readonly stored: ServiceAnswers },
): Verdict {
  const left = removeOthers(leased, item, stored);
  if (left === null) return { kind: 'impossible' };
  const finding = findAnswer(wanted, left.free, true);
  // If the service renamed a delivered document, a file with this name may be that one.
  if (finding.kind === 'same' && left.isAnyRenamed) return { kind: 'impossible' };
  if (finding.kind !== 'absent') return finding;
  // Every delivered document must be listed, under whatever name.
  if (left.isAnyRenamed || stored.length < left.arrived) return { kind: 'unproven' };
  const names = [...left.unseen];
  const isOther = (listed: ServiceAnswer) => {
    const index = names.findIndex((name) => isNamed(listed, name));
    return index >= 0 && names.splice(index, 1).length > 0;
  };
  return left.free.every(isOther) ? finding : { kind: 'impossible' };
}

interface Left {
  readonly free: ServiceAnswers;
  /** Names of other documents that are not listed exactly. */
  readonly unseen: readonly string[];
  /** A document added after the application is missing or renamed. */
  readonly isAnyRenamed: boolean;
  /** The least number of files that must be listed. */
  readonly arrived: number;
}

/**
 * Removes the files of other items from the list. Documents have no ids, so each delivered name removes one file of
 * that name. Gives null if another document's name cannot be read, or if a file may be either of two.
 */
function removeOthers(leased: LeasedSubmission, item: AnswerItem, stored: ServiceAnswers): Left | null {
  const { cipher, record } = leased;
  const nameOf = (answer: AnswerItem) => nameOfFile(cipher, record, answer);
  const wanted = nameOf(item);
  const others = answersOf(record).filter((other) => !isSameItem(other, item));
  const hasArrived = (other: AnswerItem) => isDocument(other) && other.state === 'delivered';
  const added = others.filter(hasArrived).map(nameOf);
  const arrived = [...(namesOfApplication(cipher, record) ?? [null]), ...added];
  const free = [...stored];
  const unseen = others.filter((other) => !hasArrived(other)).flatMap((other) => nameOf(other) ?? []);
  for (const name of arrived) {
    if (name === null || wanted === null) return null;
    const index = free.findIndex((listed) => isExactlyNamed(listed, name));
    if (index >= 0) free.splice(index, 1);
    else if (free.some((listed) => isNamed(listed, name) && isNamed(listed, wanted))) return null;
    else unseen.push(name);
  }
  const isRenamed = (name: string | null) => name !== null && !stored.some((listed) => isNamed(listed, name));
  return { free, unseen, isAnyRenamed: added.some(isRenamed), arrived: arrived.length };
}

export const isServiceDocument = ({ question }: ServiceAnswer): boolean => question === documentsQuestion;

/** Documents have no id at the service. */
const idOf = (item: AnswerItem, { copies }: Extract<Finding, { kind: 'same' }>): string | null =>
  isDocument(item) ? null : copies[0].id;

async function conclude(leased: LeasedSubmission, item: AnswerItem, finding: Finding): Promise<void> {
  switch (finding.kind) {
    case 'same':
      return deliver(leased, item, idOf(item, finding));
    case 'other':
      return park(leased, item, { code: 'conflict', cause: 'another value found' });
    case 'absent':
      return sendAgain(leased, item);
    case 'impossible':
      return concludeUnread(leased, item);
  }
}

/** Sends an item again, because it is not at the service, or because it may be sent without a read-back. */
async function sendAgain(leased: LeasedSubmission, item: Item): Promise<void> {
  const unclearPosts = item.unclearPosts + 1;
  if (unclearPosts >= leased.rules.mostUnclear)
    return park(leased, item, { code: 'unclear', cause: 'never arrived', unclearPosts });
  await changeItem(leased, item, { state: 'queued', failures: 0, dueAt: leased.now(), unclearPosts });
}

async function concludeUnread(leased: LeasedSubmission, item: Item): Promise<void> {
  // The operator asked for a retry: they have checked the service, or accept the risk of a second POST.
  const isWanted = isWantedAgain(item);
  // The submission came after a restore and was not sent since. The lost store very probably did not send it either.
  const isNew = item.state === 'queued';
  if (isWanted || isNew || sendsBlindly(leased)) return sendAgain(leased, item);
  await park(leased, item, { code: 'unclear', cause: 'no look possible' });
}

/** Whether the operator asked for a retry. A new item is due at the same time, but was never unclear. */
const isWantedAgain = ({ state, dueAt, unclearPosts }: Item): boolean =>
  dueAt === WANTED_AGAIN && (state !== 'queued' || unclearPosts > 0);

/** Whether the service is unavailable, or could not be read at all. */
const isAway = (read: Outcome<unknown, GatewayError>): boolean =>
  !read.ok && read.error.kind !== 'impossible' && read.error.kind !== 'unproven';

const isUnproven = (read: Outcome<unknown, GatewayError>): boolean =>
  !read.ok && read.error.kind === 'unproven';

/** Number of failures from which the pause of a retry is computed, about 16 s, because the submission counts none. */
const FAILED_READS = 5;
/** Most failures counted while the service is unavailable: then the pause is at its longest. */
const MOST_AWAY = 6;
/** Consecutive reads that prove nothing, over about eight minutes, before reading back counts as impossible. */
const MOST_LOOKS = 22;

/**
 * Delays items after a read that failed or proved nothing. An item that the operator retries stays due, since its time
 * marks the retry; the submission is delayed instead.
 */
async function readLater(
  leased: LeasedSubmission,
  items: readonly Item[],
  most: number = MOST_AWAY,
): Promise<number | null> {
  for (const item of items) await putOff(leased, item, most, isWantedAgain(item) ? WANTED_AGAIN : null);
  return items.some(isWantedAgain) ? leased.now() + pauseAfter(leased, FAILED_READS) : null;
}

async function putOff(
  leased: LeasedSubmission,
  item: Item,
  most: number = MOST_AWAY,
  dueAt: number | null = null,
): Promise<void> {
  const later = leased.now() + pauseAfter(leased, item.failures);
  const state = isUnclear(item) ? 'unclear' : 'queued';
  await changeItem(leased, item, {
    state,
    // An outage does not lower a count of other reads.
    failures: Math.max(item.failures, Math.min(item.failures + 1, most)),
    dueAt: dueAt ?? later,
  });
}

/** Milliseconds. A later time comes from another writer or a wrong clock. */
const LATEST_BELIEVED = 3_600_000;

/** @param clockAhead milliseconds that the service's clock is ahead of the store's */
async function learnLate(
  leased: LeasedSubmission,
  { markedAt }: Item,
  createdAt: number | null,
  clockAhead: number,
): Promise<void> {
  if (createdAt === null || markedAt === null) return;
  const late = createdAt - clockAhead - markedAt;
  if (late < 0 || late > LATEST_BELIEVED) return;
  const { tenant } = leased.record.key;
  leased.ledgerMetrics.foundLate(tenant, late / 1000);
  if (late > reconcileDelayOf(leased) / 2)
    leased.log.warn('late_commit', { ...namesOf(leased), count: Math.round(late / 1000) });
  await leased.delay.learn(tenant, late);
}
