/** Carries one submission as far as it goes now: asks what is next, does it, until there is nothing or others wait. */
import { unreachable } from '../../core/model/failure.ts';
import { nextStep, type Step } from './acts.ts';
import { nameOfFile, openMade, sealMade } from './cipher.ts';
import type { HeldAnswer, HeldAnswers } from './http-gateway.ts';
import { isExactlyNamed, isNamed } from './http-gateway.ts';
import {
  change,
  changeRecord,
  count,
  giveBack,
  type LeasedSubmission,
  namesOf,
  pauseAfter,
  rateLimiterOf,
  reconcileDelayOf,
  refresh,
  releaseFiles,
  spread,
} from './leased-submission.ts';
import { finishErasure } from './people.ts';
import { postAnswer, postApplication } from './post.ts';
import {
  isHeldDocument,
  readAnswers,
  reconcileAnswers,
  reconcileApplication,
  reconcileBeforeSending,
} from './reconcile.ts';
import { type AnswerItem, answersOf, type Item, isDocument, isUnclear } from './record.ts';
import { addTags, tagsOf } from './tags.ts';

/** @param doOthersWait whether all places are taken, so that others may wait for one */
export async function serve(leased: LeasedSubmission, doOthersWait: () => boolean): Promise<void> {
  const { lingerFor } = leased.dependencies.rules;
  let posts = 0;
  while (!leased.isLost && !leased.stop.signal.aborted) {
    const hasTag = tagsOf(leased).length > 0;
    const step = nextStep(leased.record, {
      now: leased.now(),
      quiet: reconcileDelayOf(leased),
      lingerFor,
      hasTag,
    });
    if (step.kind === 'wait') return giveBack(leased, step.until);
    if (needsSecret(leased, step) && leased.record.items.some((item) => isSealedByOther(leased, item)))
      return leaveToOthers(leased);
    if (step.kind === 'tag' && isBusy(leased, doOthersWait)) return giveBack(leased, whenLessBusy(leased));
    const before = leased.record;
    const later = await perform(leased, step);
    if (later !== null) return giveBack(leased, later);
    // Requests that wait for the delivery are answered before the tag is added.
    if (step.kind === 'finish' && hasTag) return giveBack(leased, leased.now());
    // The rate limiter gave no permission, or the service is in doubt: another submission may be served.
    if (leased.record === before) return giveBack(leased, leased.now() + pauseAfter(leased, 1));
    if (step.kind === 'send') posts += 1;
    if (posts >= leased.dependencies.rules.quantum && doOthersWait()) return giveBack(leased, leased.now());
  }
  await giveBack(leased, leased.now() + pauseAfter(leased, 1));
}

/** Milliseconds after its end for which a submission's tag waits for a process that has its secret: a day. */
const TAG_WAIT = 86_400_000;

function needsSecret({ record, now }: LeasedSubmission, { kind }: Step): boolean {
  // All has arrived, so nothing stops a start without that secret: then no process comes that could add the tag.
  if (kind === 'tag') return now() - (record.settledAt ?? 0) < TAG_WAIT;
  return !['finish', 'reopen', 'audit', 'erase'].includes(kind);
}

/** Looks at what is still to be sent and at what names its destination. */
function isSealedByOther({ dependencies }: LeasedSubmission, { state, question, payload }: Item): boolean {
  const isNeeded = state === 'queued' || isUnclear({ state }) || (question === null && state === 'delivered');
  return isNeeded && payload !== null && !dependencies.cipher.knows(payload);
}

/** Milliseconds until what another secret sealed is looked at again. */
const [SHORTEST_LEAVE, LONGEST_LEAVE] = [2_000, 60_000];

/**
 * Nothing is wrong with it: a process that has the secret goes on. While secrets are changed such a process is there
 * and takes it soon; what is left again and again is looked at ever less often, so that it does not hold up the others.
 */
function leaveToOthers(leased: LeasedSubmission): Promise<void> {
  leased.isLeft = true;
  count(leased, 'left_to_others');
  // Not each of what may be thousands.
  leased.dependencies.log.error('sealed_by_other_secret', { tenant: leased.record.key.tenant });
  const age = leased.now() - leased.record.acceptedAt;
  const pause = Math.min(Math.max(age / 4, SHORTEST_LEAVE), LONGEST_LEAVE);
  return giveBack(leased, leased.now() + spread(leased, pause));
}

/** Milliseconds after its end for which a submission's tag lets the answers of others go first. */
const PATIENCE = 600_000;

function isBusy(leased: LeasedSubmission, doOthersWait: () => boolean): boolean {
  if (leased.now() - (leased.record.settledAt ?? 0) >= PATIENCE) return false;
  const { waiting, breaker } = rateLimiterOf(leased).figures();
  return doOthersWait() || waiting > 0 || breaker !== 'closed';
}

/** 16 s, more or less. */
const whenLessBusy = (leased: LeasedSubmission): number => leased.now() + pauseAfter(leased, 5);

/** Once it is erased there is no lease to give back. */
async function eraseHere(leased: LeasedSubmission): Promise<void> {
  if (await finishErasure(leased.dependencies, leased.record)) leased.isLost = true;
  else await refresh(leased);
}

/** When to go on; null: at once. */
async function perform(
  leased: LeasedSubmission,
  step: Exclude<Step, { kind: 'wait' }>,
): Promise<number | null> {
  switch (step.kind) {
    case 'make':
      return nothing(await postApplication(leased, step.item));
    case 'find':
      return reconcileApplication(leased, step.item);
    case 'preflight':
      return nothing(await reconcileBeforeSending(leased, step.item));
    case 'send':
      return nothing(await postAnswer(leased, step.item));
    case 'reconcile':
      return reconcileAnswers(leased, step.items);
    case 'finish':
      // An audit of what was there before a correction is none of what is there now.
      return nothing(await changeRecord(leased, { settledAt: leased.latest(), auditedAt: null }));
    case 'reopen':
      return nothing(await changeRecord(leased, { settledAt: null, auditedAt: null }));
    case 'tag':
      return nothing(await addTags(leased));
    case 'audit':
      return audit(leased);
    case 'erase':
      return nothing(await eraseHere(leased));
    default:
      return unreachable(step);
  }
}

const nothing = (_done: unknown): null => null;

export interface Seen {
  readonly duplicates: number;
  readonly missing: number;
}

export function countCopies(delivered: readonly AnswerItem[], held: readonly HeldAnswer[]): Seen {
  const questions = [...new Set(delivered.map(({ question }) => question))];
  let [duplicates, missing] = [0, 0];
  for (const question of questions) {
    const wanted = delivered.filter((item) => item.question === question);
    const found = findCopies(wanted, held).length;
    duplicates += Math.max(found - wanted.length, 0);
    missing += Math.max(wanted.length - found, 0);
  }
  return { duplicates, missing };
}

/**
 * Where the service does not say which question an answer belongs to, its own id does, and any other with the same
 * title and type is a copy.
 */
function findCopies(wanted: readonly AnswerItem[], held: readonly HeldAnswer[]): readonly HeldAnswer[] {
  const own = held.filter(({ id }) => wanted.some(({ serviceId }) => serviceId === id));
  const isAlike = (one: HeldAnswer) =>
    one.question === null && own.some(({ title, type }) => title === one.title && type === one.type);
  return held.filter(
    (one) => wanted.some(({ question }) => question === one.question) || own.includes(one) || isAlike(one),
  );
}

/**
 * Each document that was delivered, by its name, which no other file of the application has. Where the service writes
 * names in its own way, two of them may look alike: a copy counts only beyond those.
 */
function countDocuments(names: readonly string[], held: readonly HeldAnswer[]): Seen {
  let [duplicates, missing] = [0, 0];
  for (const name of names) {
    const exact = held.filter((one) => isExactlyNamed(one, name)).length;
    const found = exact > 0 ? exact : Math.min(1, held.filter((one) => isNamed(one, name)).length);
    duplicates += Math.max(found - 1, 0);
    missing += found === 0 ? 1 : 0;
  }
  return { duplicates, missing };
}

/** Milliseconds after which an audit that could not be made is left out; what is looked after later was counted before. */
const AUDIT_WITHIN = 86_400_000;

/** Checks the promise: the service holds each question and part once. Then what was needed for looks alone goes. */
export async function audit(leased: LeasedSubmission): Promise<number | null> {
  const { record } = leased;
  const delivered = answersOf(record).filter(({ state }) => state === 'delivered');
  for (const item of record.items) if (item.state === 'delivered') await releaseFiles(leased, item);
  const settledAt = record.settledAt ?? leased.now();
  const isLate = leased.now() > settledAt + AUDIT_WITHIN;
  if (delivered.length > 0 && !isLate) {
    const read = await readAnswers(leased);
    if (read === null) return null;
    if (!read.ok && read.error.kind !== 'impossible') return leased.now() + 5 * reconcileDelayOf(leased);
    if (read.ok) tellSeen(leased, countHeld(leased, delivered, read.value));
  }
  if (record.items.every(isOver)) await forgetNames(leased);
  // What comes later than a count does not keep the record longer.
  await changeRecord(leased, { auditedAt: isLate ? settledAt : leased.now() });
  return null;
}

function countHeld(
  { dependencies, record }: LeasedSubmission,
  delivered: readonly AnswerItem[],
  { answers, hasAnswers, hasDocuments }: HeldAnswers,
): Seen {
  const ofAnswers = delivered.filter((item) => hasAnswers && !isDocument(item));
  const documentItems = delivered.filter((item) => hasDocuments && isDocument(item));
  const names = documentItems.flatMap((item) => nameOfFile(dependencies.cipher, record, item) ?? []);
  const seen = countCopies(ofAnswers, answers);
  const documents = countDocuments(names, answers.filter(isHeldDocument));
  return {
    duplicates: seen.duplicates + documents.duplicates,
    missing: seen.missing + documents.missing,
  };
}

function tellSeen(leased: LeasedSubmission, seen: Seen): void {
  const { ledgerMetrics, log } = leased.dependencies;
  count(leased, 'audit');
  ledgerMetrics.audited(leased.record.key.tenant, seen);
  if (seen.duplicates > 0) log.error('duplicates_observed', { ...namesOf(leased), count: seen.duplicates });
  if (seen.missing > 0) log.error('missing_observed', { ...namesOf(leased), count: seen.missing });
}

/** No correction and no act of the operator adds anything that a look has to tell from it. */
const isOver = ({ state, payload }: Item): boolean =>
  state === 'delivered' || (state === 'parked' && payload === null);

/** What named documents is needed no more. */
async function forgetNames(leased: LeasedSubmission): Promise<void> {
  const { cipher } = leased.dependencies;
  for (const item of leased.record.items) {
    const made = item.question === null ? openMade(cipher, leased.record, item) : null;
    if (made?.ok && made.value.files.length > 0)
      await change(leased, item, { payload: sealMade(cipher, leased.record, made.value.id) });
    if (isDocument(item) && item.payload !== null) await change(leased, item, { payload: null });
  }
}
