/** Each question and part that was delivered must be at the service exactly once. */

import { isExactlyNamed, isNamed } from './compare-answer.ts';
import {
  change,
  changeRecord,
  count,
  type LeasedSubmission,
  namesOf,
  reconcileDelayOf,
} from './leased-submission.ts';
import { type AnswerItem, answersOf, isDocument } from './next-step.ts';
import { nameOfFile, openMade, sealMade } from './payload.ts';
import { isHeldDocument, readAnswers } from './reconcile.ts';
import type { Item } from './record.ts';
import type { HeldAnswer, HeldAnswers } from './service-gateway.ts';
import { releaseFiles } from './settle-item.ts';

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
