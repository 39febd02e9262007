/**
 * Looks at what the service holds: before the first POST, when nobody knows what became of one, and once when all is
 * done. A read decides nothing unless everything that went has had its time to arrive.
 */
import type { Outcome } from '../../core/model/outcome.ts';
import { askToRead } from './ask-service.ts';
import { countCopies } from './audit.ts';
import { type Finding, findAnswer } from './compare-answer.ts';
import {
  carrierOf,
  change,
  changeRecord,
  count,
  type Lane,
  namesOf,
  pauseAfter,
  quietOf,
} from './leased-submission.ts';
import { type Item, RESENT_WITHIN, restoreBefore, type StoredRecord } from './ledger-store.ts';
import { type AnswerItem, answersOf, applicationOf, isUnclear, makingOf, WANTED_AGAIN } from './next-step.ts';
import { openAnswer } from './payload.ts';
import { deliver, keepSound, park, releaseFile } from './post-item.ts';
import type { AnswerToSend, CarrierError, HeldAnswer, HeldAnswers } from './service-gateway.ts';

type Read = Outcome<HeldAnswers, CarrierError>;

async function readAnswers(lane: Lane): Promise<Read | null> {
  const application = applicationOf(lane.record);
  if (application === null) return null;
  return askToRead(lane, () => carrierOf(lane).readAnswers(application));
}

export async function lookBefore(lane: Lane): Promise<void> {
  const queued = await keepSound(
    lane,
    answersOf(lane.record).filter(({ state }) => state === 'queued'),
  );
  if (queued.length === 0) return;
  const read = await readAnswers(lane);
  if (read === null) return;
  count(lane, 'preflight');
  if (!read.ok && read.error.kind !== 'impossible') return putOff(lane, queued.slice(0, 1));
  let isLeft = false;
  for (const item of read.ok || parksDoubted(lane) ? queued : []) {
    const finding = read.ok ? findItem(lane, item, read.value.answers) : ({ kind: 'impossible' } as const);
    if (finding.kind === 'same') await deliver(lane, item, finding.copies[0].id);
    else if (finding.kind === 'other') await park(lane, item, { code: 'conflict', cause: 'answered before' });
    // Where it is not its first try, a look or the operator has judged it before.
    else if (finding.kind === 'impossible' && parksDoubted(lane) && item.unclearPosts === 0)
      await park(lane, item, { code: 'unclear', cause: 'no look possible' });
    else continue;
    // Somebody changed it meanwhile: what was found is not written down, and has to be found again before it is sent.
    isLeft ||= isQueued(lane, item);
  }
  if (!isLeft) await changeRecord(lane, { preflightAt: lane.now() });
}

/**
 * Of what a restored copy held it is not known that this is the first POST. What came since is most likely new, unless
 * its application was there already.
 */
const parksDoubted = ({ means: { rules }, record }: Lane): boolean =>
  record.doubtedAt !== null &&
  (restoreBefore(record) === null || isFound(record)) &&
  rules.withoutReadBack(record.key.tenant) === 'park';

/** This store never sent it. */
const isFound = (record: StoredRecord): boolean => makingOf(record)?.markedAt === null;

const isQueued = ({ record }: Lane, item: Item): boolean =>
  record.items.some((one) => isSame(one, item) && one.state === 'queued');

export async function lookFor(lane: Lane, due: readonly AnswerItem[]): Promise<void> {
  const items = await keepSound(lane, due);
  if (items.length === 0) return;
  const read = await readAnswers(lane);
  if (read === null) return;
  count(lane, 'look');
  if (!read.ok && read.error.kind !== 'impossible') return putOff(lane, items);
  for (const item of items) {
    const finding = read.ok ? findItem(lane, item, read.value.answers) : ({ kind: 'impossible' } as const);
    if (finding.kind === 'same' && read.ok)
      await learnLate(lane, item, { finding, clockAhead: read.value.clockAhead });
    await conclude(lane, item, finding);
  }
}

export async function lookForApplication(lane: Lane, item: Item): Promise<void> {
  if ((await keepSound(lane, [item])).length === 0) return;
  const found = await findApplication(lane, item);
  if (found === null) return;
  count(lane, 'look');
  if (found.ok && found.value !== null) return deliver(lane, item, found.value);
  if (found.ok) return sendAgain(lane, item);
  if (found.error.kind === 'impossible') return withoutLook(lane, item);
  await putOff(lane, [item]);
}

async function findApplication(lane: Lane, item: Item) {
  const { reference, acceptedAt } = lane.record;
  const restoredAt = restoreBefore(lane.record);
  const findSince = (since: number) =>
    askToRead(lane, () => carrierOf(lane).findApplication(reference, lane.now() - since));
  if (restoredAt === null) return findSince(acceptedAt);
  // The store that was lost may have accepted it before this one did.
  const found = await findSince(restoredAt - RESENT_WITHIN);
  const isTooLong = found !== null && !found.ok && found.error.kind === 'impossible';
  // Of what this store has sent, too, it is asked what came since.
  return isTooLong && item.markedAt !== null ? findSince(acceptedAt) : found;
}

/** An answer that cannot be read cannot be compared either. */
function findItem(lane: Lane, item: AnswerItem, held: readonly HeldAnswer[]): Finding {
  const opened = openAnswer(lane.means.sealer, lane.record, item);
  if (!opened.ok) return { kind: 'impossible' };
  const answer = opened.value;
  // What another item was delivered as cannot be this one, though it may have the same name.
  const others = new Set(answersOf(lane.record).map((one) => (isSame(one, item) ? null : one.serviceId)));
  const free = held.filter(({ id }) => !others.has(id));
  return findAnswer(answer, free, isOneOfSeveral(lane, answer));
}

const isSame = (one: Item, other: Item): boolean =>
  one.question === other.question && one.part === other.part;

const isOneOfSeveral = ({ record }: Lane, { question, type }: AnswerToSend): boolean =>
  type === 'multi_document' || answersOf(record).filter((other) => other.question === question).length > 1;

async function conclude(lane: Lane, item: AnswerItem, finding: Finding): Promise<void> {
  switch (finding.kind) {
    case 'same':
      return deliver(lane, item, finding.copies[0].id);
    case 'other':
      return park(lane, item, { code: 'conflict', cause: 'another value found' });
    case 'absent':
      return sendAgain(lane, item);
    case 'impossible':
      return withoutLook(lane, item);
  }
}

/** Certainly not there. */
async function sendAgain(lane: Lane, item: Item): Promise<void> {
  const unclearPosts = item.unclearPosts + 1;
  if (unclearPosts >= lane.means.rules.mostUnclear)
    return park(lane, item, { code: 'unclear', cause: 'never arrived', unclearPosts });
  await change(lane, item, { state: 'queued', failures: 0, dueAt: lane.now(), unclearPosts });
}

async function withoutLook(lane: Lane, item: Item): Promise<void> {
  // The operator has looked at the service themselves, or takes the chance.
  const isWanted = item.dueAt === WANTED_AGAIN;
  // It came after a restore, and this store has sent nothing of it: that the lost one had is far less likely.
  const isNew = item.state === 'queued';
  if (isWanted || isNew || lane.means.rules.withoutReadBack(lane.record.key.tenant) === 'resend')
    return sendAgain(lane, item);
  await park(lane, item, { code: 'unclear', cause: 'no look possible' });
}

async function putOff(lane: Lane, items: readonly Item[]): Promise<void> {
  for (const item of items) {
    const dueAt = lane.now() + pauseAfter(lane, item.failures);
    const state = isUnclear(item) ? 'unclear' : 'queued';
    await change(lane, item, { state, failures: item.failures + 1, dueAt });
  }
}

interface Found {
  readonly finding: Extract<Finding, { kind: 'same' }>;
  readonly clockAhead: number | null;
}

/** Milliseconds: what seems later was stored by something else, or by a clock that is wrong. */
const LATEST_BELIEVED = 3_600_000;

async function learnLate(lane: Lane, item: Item, { finding, clockAhead }: Found): Promise<void> {
  const { createdAt } = finding.copies[0];
  if (createdAt === null || item.markedAt === null) return;
  const late = createdAt - (clockAhead ?? 0) - item.markedAt;
  if (late < 0 || late > LATEST_BELIEVED) return;
  lane.means.meter.foundLate(lane.record.key.tenant, late / 1000);
  if (late > quietOf(lane) / 2)
    lane.means.log.warn('late_commit', { ...namesOf(lane), count: Math.round(late / 1000) });
  await lane.quiet.learn(lane.record.key.tenant, late);
}

/** Milliseconds after which an audit that could not be made is left out. */
const AUDIT_WITHIN = 86_400_000;

/** Whether what is promised is true: each question and part once. */
export async function audit(lane: Lane): Promise<number | null> {
  const { record, means } = lane;
  const delivered = answersOf(record).filter(({ state }) => state === 'delivered');
  for (const item of delivered) await releaseFile(lane, item);
  const read = await readAnswers(lane);
  const isLate = lane.now() > (record.settledAt ?? 0) + AUDIT_WITHIN;
  if (read === null) return null;
  if (!read.ok && read.error.kind !== 'impossible' && !isLate) return lane.now() + 5 * quietOf(lane);
  if (read.ok) {
    const seen = countCopies(delivered, read.value.answers);
    count(lane, 'audit');
    means.meter.audited(record.key.tenant, seen);
    if (seen.duplicates > 0)
      means.log.error('duplicates_observed', { ...namesOf(lane), count: seen.duplicates });
    if (seen.missing > 0) means.log.error('missing_observed', { ...namesOf(lane), count: seen.missing });
  }
  await changeRecord(lane, { auditedAt: lane.now() });
  return null;
}
