/**
 * Decides whether new content is a correction of what is stored (`src/server/ledger/README.md#accepting`). Answers that
 * the service did not refuse must be present and unchanged; refused answers and those below them may change, appear or go.
 */
import type { QuestionId } from '../../core/model/ids.ts';
import type { LedgerAnswer } from '../ports.ts';

/** Data by which a correction is recognised. Content is not used, because it may have been wiped. */
type Piece = Pick<LedgerAnswer, 'question' | 'part' | 'parent' | 'fingerprint'>;

/**
 * The answers to store from now on, in the order of `wanted`: unchanged stored ones and new ones. Returns null if this
 * is not a correction.
 * @param isSameForm the form has not changed since the stored answers were sent
 */
export function mergeCorrection<Stored extends Piece & { readonly state: string }, Wanted extends Piece>(
  stored: readonly Stored[],
  wanted: readonly Wanted[],
  isSameForm: boolean,
): readonly (Stored | Wanted)[] | null {
  const refused = new Set(stored.filter(({ state }) => state === 'refused').map(({ question }) => question));
  const below = findBelow(refused, [...stored, ...wanted]);
  // In a question with several files only the refused files may change; below a refused question every answer may.
  const fixed = stored.filter(({ question, state }) => state !== 'refused' && !below.has(question));
  const matches = matchByContent(fixed, wanted);
  const added = wanted.filter((answer) => !matches.has(answer));
  const withPart = numberParts<Wanted>(fixed);
  if (isSameForm) {
    const isLegal = added.every(({ question }) => refused.has(question) || below.has(question));
    return isLegal && matches.size === fixed.length
      ? wanted.map((answer) => matches.get(answer) ?? withPart(answer))
      : null;
  }
  // The form changed before the applicant corrected the refused answers. What the service accepted cannot be withdrawn
  // and stays as sent; answers to new questions may be added, so that the applicant can finish.
  const questions = new Set(fixed.map(({ question }) => question));
  const open = added.filter(({ question }) => refused.has(question) || !questions.has(question));
  return refused.size === 0 ? null : [...fixed, ...open.map(withPart)];
}

/** All answers below these questions, found by the parent that each answer names. */
function findBelow(tops: ReadonlySet<QuestionId>, answers: readonly Piece[]): ReadonlySet<QuestionId> {
  const below = new Set<QuestionId>();
  for (let sizeBefore = -1; sizeBefore !== below.size; ) {
    sizeBefore = below.size;
    for (const { question, parent } of answers)
      if (parent !== null && (tops.has(parent) || below.has(parent))) below.add(question);
  }
  return below;
}

/** Pairs wanted answers with stored ones; each stored answer is used once. */
function matchByContent<Stored extends Piece, Wanted extends Piece>(
  stored: readonly Stored[],
  wanted: readonly Wanted[],
): ReadonlyMap<Wanted, Stored> {
  const left = [...stored];
  const matches = new Map<Wanted, Stored>();
  for (const answer of wanted) {
    const { question, fingerprint } = answer;
    const match = left.find((piece) => piece.question === question && piece.fingerprint === fingerprint);
    if (match === undefined) continue;
    matches.set(answer, match);
    left.splice(left.indexOf(match), 1);
  }
  return matches;
}

/** A stored answer keeps its part number, a new one takes the first free number. */
function numberParts<Wanted extends Piece>(stored: readonly Piece[]): (answer: Wanted) => Wanted {
  const nameOf = (question: QuestionId, part: number) => JSON.stringify([question, part]);
  const taken = new Set(stored.map(({ question, part }) => nameOf(question, part)));
  return (answer) => {
    let part = 0;
    while (taken.has(nameOf(answer.question, part))) part += 1;
    taken.add(nameOf(answer.question, part));
    return { ...answer, part };
  };
}
