/**
 * Is another content a correction of what is stored (DOORS)? Answers that the service did not refuse must be there
 * again, unchanged; the refused ones and all that stands below them may change, appear or go.
 */
import type { QuestionId } from '../model/ids.ts';
import type { LedgerAnswer } from '../model/ports.ts';
import type { AnswerCode, AnswerState } from '../model/submission.ts';

/** An answer with how far it has come. */
export interface DeliverableAnswer extends LedgerAnswer {
  readonly state: AnswerState;
  readonly code: AnswerCode | null;
}

/**
 * The answers as they are stored from now on, in the order of `wanted`; null when it is no correction.
 *
 * @param isSameForm the form has not changed since the stored answers were sent
 */
export function correct(
  stored: readonly DeliverableAnswer[],
  wanted: readonly LedgerAnswer[],
  isSameForm: boolean,
): readonly DeliverableAnswer[] | null {
  const refused = new Set(stored.filter(({ state }) => state === 'refused').map(({ question }) => question));
  const below = findBelow(refused, [...stored, ...wanted]);
  // Of a question with several files only the refused ones are open; below a refused question all are.
  const fixed = stored.filter(({ question, state }) => state !== 'refused' && !below.has(question));
  const matches = matchByContent(fixed, wanted);
  if (!isSameForm) {
    const taken = new Set(fixed.map(({ question }) => question));
    const isOpen = (one: LedgerAnswer) => refused.has(one.question) || !taken.has(one.question);
    const added = wanted.filter((one) => !matches.has(one) && isOpen(one));
    return refused.size === 0 ? null : addTo(fixed, added);
  }
  const kept = new Set(matches.values());
  const isLegal = wanted.every(
    (one) => matches.has(one) || refused.has(one.question) || below.has(one.question),
  );
  return isLegal && kept.size === fixed.length ? numberParts(wanted, matches) : null;
}

/**
 * The form changed before the applicant corrected what was refused. What was taken stays as it was sent, whatever the
 * form asks there now, as nobody can take it back; what the form asks beside may appear, so that they can finish.
 */
const addTo = (taken: readonly DeliverableAnswer[], added: readonly LedgerAnswer[]) =>
  numberParts([...taken, ...added], new Map(taken.map((one) => [one, one])));

/** All that stands below these questions, by the parent that each answer names. */
function findBelow(tops: ReadonlySet<QuestionId>, answers: readonly LedgerAnswer[]): ReadonlySet<QuestionId> {
  const below = new Set<QuestionId>();
  for (let found = -1; found !== below.size; ) {
    found = below.size;
    for (const { question, parent } of answers)
      if (parent !== null && (tops.has(parent) || below.has(parent))) below.add(question);
  }
  return below;
}

type Matches = ReadonlyMap<LedgerAnswer, DeliverableAnswer>;

/** Which wanted answer is which stored one; each stored one is taken once. */
function matchByContent(stored: readonly DeliverableAnswer[], wanted: readonly LedgerAnswer[]): Matches {
  const contentOf = ({ question, fingerprint }: LedgerAnswer) => JSON.stringify([question, fingerprint]);
  const stock = new Map<string, DeliverableAnswer[]>();
  for (const answer of stored)
    stock.set(contentOf(answer), [...(stock.get(contentOf(answer)) ?? []), answer]);
  const matches = new Map<LedgerAnswer, DeliverableAnswer>();
  for (const answer of wanted) {
    const match = stock.get(contentOf(answer))?.shift();
    if (match !== undefined) matches.set(answer, match);
  }
  return matches;
}

/** A stored answer keeps its part, a new one takes the first that is free. */
function numberParts(wanted: readonly LedgerAnswer[], matches: Matches): readonly DeliverableAnswer[] {
  const nameOf = (question: QuestionId, part: number) => JSON.stringify([question, part]);
  const taken = new Set([...matches.values()].map(({ question, part }) => nameOf(question, part)));
  return wanted.map((answer) => {
    const match = matches.get(answer);
    if (match !== undefined) return match;
    let part = 0;
    while (taken.has(nameOf(answer.question, part))) part += 1;
    taken.add(nameOf(answer.question, part));
    return { ...answer, part, state: 'queued', code: null };
  });
}
