/**
 * Looks at what the service holds: before the first POST, when the outcome of one is unknown, and once when all is
 * done. A read decides nothing unless everything that went has had its time to arrive.
 */
import { documentsQuestion } from '../../core/model/details.ts';
import type { Outcome } from '../../core/model/failure.ts';
import type { Unproven } from '../service/read-back.ts';
import { WANTED_AGAIN } from './acts.ts';
import { nameOfFile, namesOfApplication, openAnswer } from './cipher.ts';
import type { AnswerToSend, GatewayError, ReadBackAnswers, ServiceAnswer } from './http-gateway.ts';
import { type Finding, findAnswer, isExactlyNamed, isNamed } from './http-gateway.ts';
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

/** @param next the item that is sent after it: if the read fails, this one waits */
export async function reconcileBeforeSending(leased: LeasedSubmission, next: AnswerItem): Promise<void> {
  const queued = await parkMisdirected(
    leased,
    answersOf(leased.record).filter(({ state }) => state === 'queued'),
  );
  if (queued.length === 0) return;
  const read = await readAnswers(leased);
  if (read === null) return;
  count(leased, 'preflight');
  if (isAway(read)) return putOff(leased, next);
  let [isLeft, isProven] = [false, true];
  for (const item of queued) {
    const finding = findAtService(leased, item, read, next.failures);
    if (finding.kind === 'same') await deliver(leased, item, idOf(item, finding));
    else if (finding.kind === 'other')
      await park(leased, item, { code: 'conflict', cause: 'answered before' });
    // After its first try a read or the operator has already decided about it.
    else if (finding.kind === 'impossible' && parksDoubted(leased) && item.unclearPosts === 0)
      await park(leased, item, { code: 'unclear', cause: 'no look possible' });
    else {
      isProven &&= finding.kind !== 'unproven';
      continue;
    }
    // It was changed meanwhile, so the finding was not stored and must be made again before it is sent.
    isLeft ||= isQueued(leased, item);
  }
  if (!isProven && isQueued(leased, next)) await putOff(leased, next, MOST_LOOKS);
  else if (isProven && !isLeft) await changeSubmission(leased, { preflightAt: leased.now() });
}

/**
 * For what a restored copy stored, this may not be the first POST. What came since is most likely new, unless its application was there already.
 */
function parksDoubted(leased: LeasedSubmission): boolean {
  const { record } = leased;
  // The application was found at the service; this store never sent it.
  const isFound = makingOf(record)?.markedAt === null;
  return record.doubtedAt !== null && (restoreBefore(record) === null || isFound) && !sendsBlindly(leased);
}

/** Where the service cannot be read. */
const sendsBlindly = ({ rules, record }: LeasedSubmission): boolean =>
  rules.withoutReadBack(record.key.tenant) === 'resend';

const isQueued = ({ record }: LeasedSubmission, item: Item): boolean =>
  record.items.some((one) => isSameItem(one, item) && one.state === 'queued');

/** When to go on; null: at once. */
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

/** When to go on; null: at once. */
export async function reconcileApplication(leased: LeasedSubmission, item: Item): Promise<number | null> {
  if ((await parkMisdirected(leased, [item])).length === 0) return null;
  const found = await findApplication(leased, item);
  if (found === null) return null;
  count(leased, 'look');
  if (isAway(found)) return readLater(leased, [item]);
  if (isUnproven(found) && item.failures < MOST_LOOKS) return readLater(leased, [item], MOST_LOOKS);
  if (!found.ok) await withoutReconcile(leased, item);
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
  // The store that was lost may have accepted it before this one did.
  const found = await findSince(restoredAt - RESENT_WITHIN);
  const isTooLong = found !== null && !found.ok && found.error.kind === 'impossible';
  // This store has sent it as well, so at least what came since then can be searched.
  return isTooLong && item.markedAt !== null ? findSince(acceptedAt) : found;
}

/**
 * A look that proves nothing is made again; after so many that no other will, none is possible.
 * @param looks before this one that showed nothing
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

/** An answer that cannot be read cannot be compared either. Documents are shown, or not, apart from the answers. */
function compareItem(leased: LeasedSubmission, item: AnswerItem, read: Read): Verdict {
  if (isUnproven(read)) return { kind: 'unproven' };
  const opened = openAnswer(leased.cipher, leased.record, item);
  const isShown = read.ok && (isDocument(item) ? read.value.hasDocuments : read.value.hasAnswers);
  if (!opened.ok || !isShown) return { kind: 'impossible' };
  const stored = read.value.answers.filter((one) => isDocument(item) === isServiceDocument(one));
  if (isDocument(item)) return findDocument(leased, item, { wanted: opened.value, stored });
  const { question, type } = opened.value;
  const isOneOfSeveral =
    type === 'multi_document' ||
    answersOf(leased.record).filter((one) => one.question === question).length > 1;
  const finding = findAnswer(opened.value, freeAnswers(leased, item, stored), isOneOfSeveral);
  return finding.kind === 'absent' && !showsArrived(leased, stored) ? { kind: 'unproven' } : finding;
}

/** A list that lacks what has arrived is not whole: what else it lacks may be there, too. */
const showsArrived = ({ record }: LeasedSubmission, stored: ServiceAnswers): boolean =>
  answersOf(record).every(
    (one) =>
      isDocument(one) ||
      one.state !== 'delivered' ||
      one.serviceId === null ||
      stored.some(({ id }) => id === one.serviceId),
  );

type ServiceAnswers = readonly ServiceAnswer[];

/** What the service holds for another item cannot be this one, even with the same name. */
function freeAnswers({ record }: LeasedSubmission, item: AnswerItem, stored: ServiceAnswers): ServiceAnswers {
  const others = new Set(answersOf(record).map((one) => (isSameItem(one, item) ? null : one.serviceId)));
  return stored.filter(({ id }) => !others.has(id));
}

/** It is absent only where each file that is there is another one of ours: the service may call it otherwise than we do. */
function findDocument(
  leased: LeasedSubmission,
  item: AnswerItem,
  { wanted, stored }: { readonly wanted: AnswerToSend; readonly stored: ServiceAnswers },
): Verdict {
  const left = withoutOthers(leased, item, stored);
  if (left === null) return { kind: 'impossible' };
  const finding = findAnswer(wanted, left.free, true);
  // Where one that arrived is not shown by its name, what has this name may be that one.
  if (finding.kind === 'same' && left.isAnyRenamed) return { kind: 'impossible' };
  if (finding.kind !== 'absent') return finding;
  // Under whatever names, each that has arrived must be there.
  if (left.isAnyRenamed || stored.length < left.arrived) return { kind: 'unproven' };
  const names = [...left.unseen];
  const isOther = (one: ServiceAnswer) => {
    const place = names.findIndex((name) => isNamed(one, name));
    return place >= 0 && names.splice(place, 1).length > 0;
  };
  return left.free.every(isOther) ? finding : { kind: 'impossible' };
}

interface Left {
  readonly free: ServiceAnswers;
  /** Names of others that are not shown as they are written. */
  readonly unseen: readonly string[];
  /** One that was added after the application was made is called otherwise, or is gone. */
  readonly isAnyRenamed: boolean;
  /** How many there must be at least. */
  readonly arrived: number;
}

/**
 * Documents have no id by which one is another item's: of each name as many are left as others that arrived do not
 * account for, with the application or after it. null: what another one is called cannot be read any more, or one of
 * them may be either.
 */
function withoutOthers(leased: LeasedSubmission, item: AnswerItem, stored: ServiceAnswers): Left | null {
  const { cipher, record } = leased;
  const nameOf = (one: AnswerItem) => nameOfFile(cipher, record, one);
  const wanted = nameOf(item);
  const others = answersOf(record).filter((other) => !isSameItem(other, item));
  const hasArrived = (other: AnswerItem) => isDocument(other) && other.state === 'delivered';
  const added = others.filter(hasArrived).map(nameOf);
  const arrived = [...(namesOfApplication(cipher, record) ?? [null]), ...added];
  const free = [...stored];
  const unseen = others.filter((other) => !hasArrived(other)).flatMap((other) => nameOf(other) ?? []);
  for (const name of arrived) {
    if (name === null || wanted === null) return null;
    const place = free.findIndex((one) => isExactlyNamed(one, name));
    if (place >= 0) free.splice(place, 1);
    else if (free.some((one) => isNamed(one, name) && isNamed(one, wanted))) return null;
    else unseen.push(name);
  }
  const isRenamed = (name: string | null) => name !== null && !stored.some((one) => isNamed(one, name));
  return { free, unseen, isAnyRenamed: added.some(isRenamed), arrived: arrived.length };
}

export const isServiceDocument = ({ question }: ServiceAnswer): boolean => question === documentsQuestion;

/** A document has none of its own at the service. */
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
      return withoutReconcile(leased, item);
  }
}

/** The service does not hold it, or it is to be sent although no look is possible. */
async function sendAgain(leased: LeasedSubmission, item: Item): Promise<void> {
  const unclearPosts = item.unclearPosts + 1;
  if (unclearPosts >= leased.rules.mostUnclear)
    return park(leased, item, { code: 'unclear', cause: 'never arrived', unclearPosts });
  await changeItem(leased, item, { state: 'queued', failures: 0, dueAt: leased.now(), unclearPosts });
}

async function withoutReconcile(leased: LeasedSubmission, item: Item): Promise<void> {
  // The operator asked for a retry: they have checked the service, or accept the risk of a second POST.
  const isWanted = isWantedAgain(item);
  // It came after a restore and this store has not sent it; that the lost store had is far less likely.
  const isNew = item.state === 'queued';
  if (isWanted || isNew || sendsBlindly(leased)) return sendAgain(leased, item);
  await park(leased, item, { code: 'unclear', cause: 'no look possible' });
}

/** What has just come is due at that time, too, but it was never unclear. */
const isWantedAgain = ({ state, dueAt, unclearPosts }: Item): boolean =>
  dueAt === WANTED_AGAIN && (state !== 'queued' || unclearPosts > 0);

/** The service is away, or nothing can be read at all. */
const isAway = (read: Outcome<unknown, GatewayError>): boolean =>
  !read.ok && read.error.kind !== 'impossible' && read.error.kind !== 'unproven';

const isUnproven = (read: Outcome<unknown, GatewayError>): boolean =>
  !read.ok && read.error.kind === 'unproven';

/** Failed reads in a row that the pause of a retry stands for, about 16 s: the submission counts none. */
const FAILED_READS = 5;
/** Of a service that is away no more are counted: their pause is the longest. */
const MOST_AWAY = 6;
/** Looks in a row that prove nothing, over about eight minutes: then none is possible. */
const MOST_LOOKS = 22;

/**
 * The read failed, or proved nothing. What the operator wants again stays due, since its time says that they want it, and
 * the submission is put off instead.
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
    // An outage takes nothing from what other looks have counted.
    failures: Math.max(item.failures, Math.min(item.failures + 1, most)),
    dueAt: dueAt ?? later,
  });
}

/** Milliseconds: what seems later was stored by something else, or by a clock that is wrong. */
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
