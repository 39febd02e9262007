import type { QuestionId } from '../model/ids.ts';
import type { QuestionRecord } from '../model/question-record.ts';

export interface FirstCopies {
  readonly records: ReadonlyMap<QuestionId, QuestionRecord>;
  /** The questions of which another copy differs from the one that counts. */
  readonly differing: ReadonlySet<QuestionId>;
}

/** Of the copies of a question the first counts, those in `data` before those in `included`. */
export function firstCopies(records: readonly QuestionRecord[]): FirstCopies {
  const first = new Map<QuestionId, QuestionRecord>();
  const differing = new Set<QuestionId>();
  for (const record of dataFirst(records)) {
    const { id } = record.question;
    const counting = first.get(id);
    if (counting === undefined) first.set(id, record);
    else if (counting.fingerprint !== record.fingerprint) differing.add(id);
  }
  return { records: first, differing };
}

/** Pages that were read one after the other mix the two. */
function dataFirst(records: readonly QuestionRecord[]): readonly QuestionRecord[] {
  const isFrom = (from: QuestionRecord['from']) => (record: QuestionRecord) => record.from === from;
  return [...records.filter(isFrom('data')), ...records.filter(isFrom('included'))];
}
