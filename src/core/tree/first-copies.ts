import type { QuestionId } from '../model/ids.ts';
import type { QuestionRecord } from '../model/question-record.ts';

/** Uses the first copy of each question; copies in `data` come before those in `included`. */
export function firstCopies(records: readonly QuestionRecord[]): ReadonlyMap<QuestionId, QuestionRecord> {
  const first = new Map<QuestionId, QuestionRecord>();
  for (const record of dataFirst(records)) {
    if (!first.has(record.question.id)) first.set(record.question.id, record);
  }
  return first;
}

/** Records of several pages alternate between `data` and `included`. */
function dataFirst(records: readonly QuestionRecord[]): readonly QuestionRecord[] {
  const isFrom = (from: QuestionRecord['from']) => (record: QuestionRecord) => record.from === from;
  return [...records.filter(isFrom('data')), ...records.filter(isFrom('included'))];
}
