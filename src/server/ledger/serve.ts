/**
 * Delivers one submission as far as possible now: takes the next step until nothing is due or other submissions wait.
 */
import { type Outcome, success, unreachable } from '../../core/model/failure.ts';
import type { ApplicationId, JobId } from '../../core/model/ids.ts';
import type { TagToWrite } from '../service/changes.ts';
import type { Client } from '../service/client.ts';
import { type ServiceError, writeEffects } from '../service/service-error.ts';
import { nextStep, type Step } from './acts.ts';
import { nameOfFile, openApplication, openMade, sealMade } from './cipher.ts';
import type { TagOutcome } from './dependencies.ts';
import { isExactlyNamed, isNamed, type ReadBackAnswers, type ServiceAnswer } from './http-gateway.ts';
import {
  changeItem,
  changeSubmission,
  count,
  dueAfter,
  giveBack,
  hasAcquired,
  interrupted,
  type LeasedSubmission,
  namesOf,
  pauseAfter,
  rateLimitEventOf,
  reconcileDelayOf,
  refresh,
  releaseFiles,
  spread,
} from './leased-submission.ts';
import { finishErasure } from './people.ts';
import { postAnswer, postApplication } from './post.ts';
import {
  isServiceDocument,
  preflight,
  readAnswers,
  reconcileAnswers,
  reconcileApplication,
} from './reconcile.ts';
import { type AnswerItem, answersOf, type Item, isDocument, isUnclear, type RecordChange } from './record.ts';

/** @param doOthersWait whether all places are taken, so that others may wait for one */
export async function serve(leased: LeasedSubmission, doOthersWait: () => boolean): Promise<void> {
  const { quantum, lingerFor } = leased.rules;
  let posts = 0;
  while (!leased.isLost && !leased.stop.signal.aborted) {
    const hasTag = tagsOf(leased).length > 0;
    const reconcileDelay = reconcileDelayOf(leased);
    const step = nextStep(leased.record, { now: leased.now(), reconcileDelay, lingerFor, hasTag });
    if (step.kind === 'wait') return giveBack(leased, step.until);
    if (needsSecret(step) && leased.record.items.some((item) => isSealedByOther(leased, item)))
      return leaveToOthers(leased);
    const before = leased.record;
    const later = await perform(leased, step);
    if (later !== null) return giveBack(leased, later);
    // Answers waiting requests before the tag is added.
    if (step.kind === 'finish' && hasTag) return giveBack(leased, leased.now());
    // If nothing changed, the rate limiter or the service was in the way, and another submission may be served.
    if (leased.record === before) break;
    if (step.kind === 'send') posts += 1;
    if (posts >= quantum && doOthersWait()) return giveBack(leased, leased.now());
  }
  await giveBack(leased, leased.now() + pauseAfter(leased, 1));
}

const needsSecret = ({ kind }: Step): boolean =>
  !['finish', 'reopen', 'tag', 'audit', 'erase'].includes(kind);

/** Whether an item still to be sent, or the application's id, is sealed with another secret. */
function isSealedByOther({ cipher }: LeasedSubmission, { state, question, payload }: Item): boolean {
  const isNeeded = state === 'queued' || isUnclear({ state }) || (question === null && state === 'delivered');
  return isNeeded && payload !== null && !cipher.knows(payload);
}

/** Milliseconds until a submission sealed with another secret is tried again. */
const [SHORTEST_LEAVE, LONGEST_LEAVE] = [2_000, 60_000];

/**
 * Leaves the submission to a process that has its secret. While secrets are rotated, one takes it soon; an older
 * submission is tried ever less often, so that it does not delay others.
 */
function leaveToOthers(leased: LeasedSubmission): Promise<void> {
  leased.isLeftToOthers = true;
  count(leased, 'left_to_others');
  // The line has no reference, because there may be thousands of submissions.
  leased.log.error('sealed_by_other_secret', { tenant: leased.record.key.tenant });
  const age = leased.now() - leased.record.acceptedAt;
  const pause = Math.min(Math.max(age / 4, SHORTEST_LEAVE), LONGEST_LEAVE);
  return giveBack(leased, leased.now() + spread(leased, pause));
}

/** After the erasure there is no lease to release. */
async function eraseLeased(leased: LeasedSubmission): Promise<void> {
  if (await finishErasure(leased, leased.record)) leased.isLost = true;
  else await refresh(leased);
}

/** Gives when to continue; null for at once. */
async function perform(
  leased: LeasedSubmission,
  step: Exclude<Step, { kind: 'wait' }>,
): Promise<number | null> {
  switch (step.kind) {
    case 'make':
      await postApplication(leased, step.item);
      return null;
    case 'find':
      return reconcileApplication(leased, step.item);
    case 'preflight':
      await preflight(leased, step.item);
      return null;
    case 'send':
      await postAnswer(leased, step.item);
      return null;
    case 'reconcile':
      return reconcileAnswers(leased, step.items);
    case 'finish':
      // An audit from before a correction does not count.
      await changeSubmission(leased, { settledAt: leased.latest(), auditedAt: null });
      return null;
    case 'reopen':
      await changeSubmission(leased, { settledAt: null, auditedAt: null });
      return null;
    case 'tag':
      await addTags(leased);
      return null;
    case 'audit':
      return audit(leased);
    case 'erase':
      await eraseLeased(leased);
      return null;
    default:
      return unreachable(step);
  }
}

type Tags = readonly TagToWrite[];

/**
 * Adds the tenant's tag and those of consents to an application whose answers all arrived. Tagging is idempotent, so an
 * unclear outcome is simply tried again. Receipt and state do not depend on it.
 */
export interface Tagger {
  /** The tag of every complete submission; null if the tenant has none. */
  readonly tag: TagToWrite | null;
  /** The tag of a consent given in the form of this job; null if it has none. `job` is null if unknown. */
  ofConsent(job: JobId | null, consent: string): TagToWrite | null;
  /** Sends one PATCH for all tags and never repeats it. */
  add(application: ApplicationId, tags: Tags): Promise<Outcome<null, ServiceError>>;
}

export const createTagger = (
  client: Pick<Client, 'updateApplication'>,
  tags: Pick<Tagger, 'tag' | 'ofConsent'>,
): Tagger => ({
  ...tags,
  async add(application, add_tags_with_context) {
    const reply = await client.updateApplication(application, { add_tags_with_context });
    return reply.ok ? success(null) : reply;
  },
});

const taggerOf = (leased: LeasedSubmission): Tagger | null =>
  leased.taggerOf?.(leased.record.key.tenant) ?? null;

/** Lists each tag once. */
function tagsOf(leased: LeasedSubmission): Tags {
  const tagger = taggerOf(leased);
  const { consented } = leased.record;
  const job = leased.record.job ?? consented?.job ?? null;
  const all = [tagger?.tag, ...(consented?.ids ?? []).map((id) => tagger?.ofConsent(job, id))];
  const given = all.flatMap((tag) => tag ?? []);
  return [...new Map(given.map((tag) => [JSON.stringify([tag.context, tag.tag]), tag])).values()];
}

/** Attempts, over about seven hours, so that an outage of a day does not cause weeks of requests. */
const MOST_TAG_TRIES = 14;
/** Milliseconds to the next attempt; doubled with each. */
const [FIRST_TAG_PAUSE, LONGEST_TAG_PAUSE] = [2_000, 7_200_000];

async function addTags(leased: LeasedSubmission): Promise<void> {
  const tags = tagsOf(leased);
  const opened = openApplication(leased.cipher, leased.record);
  // A process that has its secret may take over.
  if (!opened.ok) return tagLater(leased, tags, { kind: opened.error });
  const refused = await addAll(leased, opened.value, tags);
  if (refused === 0) return endTags(leased, { taggedAt: leased.now() }, 'added');
  if (refused !== null) await endTags(leased, { tagDueAt: null }, 'refused');
}

/** If the service refuses several tags, tries each alone. Gives the number of refused tags; null to try again later. */
async function addAll(
  leased: LeasedSubmission,
  application: ApplicationId,
  tags: Tags,
): Promise<number | null> {
  const tagger = taggerOf(leased);
  if (tagger === null || !(await hasAcquired(leased, 'write'))) return null;
  const reply = await tagger.add(application, tags).catch(interrupted);
  const event = rateLimitEventOf(reply);
  // A key without the right to add tags, or a service that fails only at tags, must not stop the answers.
  if (event?.kind === 'fine' || event?.kind === 'limited') leased.rateLimiter.report(event);
  if (reply.ok) return 0;
  if (writeEffects[reply.error.kind] !== 'refused') {
    await tagLater(leased, tags, reply.error);
    return null;
  }
  if (tags.length === 1) return warnOfTags(leased, tags, reply.error.kind);
  let refused = 0;
  for (const tag of tags) {
    const refusedAlone = await addAll(leased, application, [tag]);
    if (refusedAlone === null) return null;
    refused += refusedAlone;
  }
  return refused;
}

async function tagLater(
  leased: LeasedSubmission,
  tags: Tags,
  error: { readonly kind: string },
): Promise<void> {
  const tagTries = leased.record.tagTries + 1;
  if (tagTries >= MOST_TAG_TRIES) {
    warnOfTags(leased, tags, error.kind);
    return endTags(leased, { tagDueAt: null }, 'failed');
  }
  const pause = spread(leased, Math.min(FIRST_TAG_PAUSE * 2 ** (tagTries - 1), LONGEST_TAG_PAUSE));
  await changeSubmission(leased, { tagTries, tagDueAt: dueAfter(leased, error, pause) });
}

/** Logs a line for each missing tag and gives their number. */
function warnOfTags(leased: LeasedSubmission, tags: Tags, cause: string): number {
  for (const tag of tags) leased.log.warn('tag_failed', { ...namesOf(leased), ...tag, cause });
  return tags.length;
}

async function endTags(leased: LeasedSubmission, change: RecordChange, outcome: TagOutcome): Promise<void> {
  await changeSubmission(leased, change);
  if (!leased.isLost) leased.ledgerMetrics.tagged(leased.record.key.tenant, outcome);
}

/** Compares the number of copies of each question with the number that was delivered. */
function countCopies(delivered: readonly AnswerItem[], stored: readonly ServiceAnswer[]) {
  const questions = [...new Set(delivered.map(({ question }) => question))];
  return questions.map((question) => {
    const wanted = delivered.filter((item) => item.question === question);
    const found = findCopies(wanted, stored).length;
    return { duplicates: Math.max(found - wanted.length, 0), missing: Math.max(wanted.length - found, 0) };
  });
}

/**
 * The service's copies of these answers. An answer without a question is recognised by our stored id, or as a copy by
 * the same title and type.
 */
function findCopies(
  wanted: readonly AnswerItem[],
  stored: readonly ServiceAnswer[],
): readonly ServiceAnswer[] {
  const own = stored.filter(({ id }) => wanted.some(({ serviceId }) => serviceId === id));
  const isAlike = (answer: ServiceAnswer) =>
    answer.question === null && own.some(({ title, type }) => title === answer.title && type === answer.type);
  return stored.filter(
    (answer) =>
      wanted.some(({ question }) => question === answer.question) || own.includes(answer) || isAlike(answer),
  );
}

/**
 * Counts each delivered document by its name, which no other file of the application has. If the service rewrites
 * names, two may look alike, so only exact copies count as duplicates.
 */
const countDocuments = (names: readonly string[], stored: readonly ServiceAnswer[]) =>
  names.map((name) => {
    const exact = stored.filter((document) => isExactlyNamed(document, name)).length;
    const isThere = exact > 0 || stored.some((document) => isNamed(document, name));
    return { duplicates: Math.max(exact - 1, 0), missing: isThere ? 0 : 1 };
  });

/** Milliseconds after which an audit that could not be made is skipped. */
const AUDIT_WITHIN = 86_400_000;

/** Audits that the service has each question and part once. Then it removes data that only read-backs needed. */
async function audit(leased: LeasedSubmission): Promise<number | null> {
  const { record } = leased;
  const delivered = answersOf(record).filter(({ state }) => state === 'delivered');
  for (const item of record.items) if (item.state === 'delivered') await releaseFiles(leased, item);
  const settledAt = record.settledAt ?? leased.now();
  const isLate = leased.now() > settledAt + AUDIT_WITHIN;
  if (delivered.length > 0 && !isLate) {
    const read = await readAnswers(leased);
    if (read === null) return null;
    if (!read.ok && read.error.kind !== 'impossible') return leased.now() + 5 * reconcileDelayOf(leased);
    if (read.ok) reportSeen(leased, delivered, read.value);
  }
  if (record.items.every(isOver)) await forgetNames(leased);
  // A late audit must not extend the retention.
  await changeSubmission(leased, { auditedAt: isLate ? settledAt : leased.now() });
  return null;
}

function reportSeen(
  leased: LeasedSubmission,
  delivered: readonly AnswerItem[],
  { answers, hasAnswers, hasDocuments }: ReadBackAnswers,
): void {
  const { cipher, ledgerMetrics, log, record } = leased;
  const deliveredAnswers = delivered.filter((item) => hasAnswers && !isDocument(item));
  const documents = delivered.filter((item) => hasDocuments && isDocument(item));
  const names = documents.flatMap((item) => nameOfFile(cipher, record, item) ?? []);
  const all = [
    ...countCopies(deliveredAnswers, answers),
    ...countDocuments(names, answers.filter(isServiceDocument)),
  ];
  const duplicates = all.reduce((sum, seen) => sum + seen.duplicates, 0);
  const missing = all.reduce((sum, seen) => sum + seen.missing, 0);
  count(leased, 'audit');
  ledgerMetrics.audited(record.key.tenant, { duplicates, missing });
  if (duplicates > 0) log.error('duplicates_observed', { ...namesOf(leased), count: duplicates });
  if (missing > 0) log.error('missing_observed', { ...namesOf(leased), count: missing });
}

/** Whether the item is final, so that no later read-back can confuse another one with it. */
const isOver = ({ state, payload }: Item): boolean =>
  state === 'delivered' || (state === 'parked' && payload === null);

/** Removes the stored names of documents, which are needed no more. */
async function forgetNames(leased: LeasedSubmission): Promise<void> {
  const { cipher } = leased;
  for (const item of leased.record.items) {
    const made = item.question === null ? openMade(cipher, leased.record, item) : null;
    if (made?.ok && made.value.files.length > 0)
      await changeItem(leased, item, { payload: sealMade(cipher, leased.record, made.value.id) });
    if (isDocument(item) && item.payload !== null) await changeItem(leased, item, { payload: null });
  }
}
