import type { Finding } from '../conditions/judgement.ts';
import { quote } from '../conditions/stored-value.ts';
import type { QuestionId } from '../model/ids.ts';
import type { Question } from '../model/question.ts';
import type { QuestionRecord } from '../model/question-record.ts';
import { findRings } from './find-rings.ts';

/** The place of a question in the tree: a root, a child, or none and why. */
export type Place =
  | { readonly kind: 'root' }
  | { readonly kind: 'child'; readonly parent: Question; readonly condition: unknown }
  | { readonly kind: 'nowhere'; readonly fault: Finding };

type Records = ReadonlyMap<QuestionId, QuestionRecord>;

/** The child's own `parent_question_id` decides, never the parent's relationship list. */
export function placeQuestions(records: Records): ReadonlyMap<QuestionRecord, Place> {
  const places = new Map<QuestionRecord, Place>();
  const parents = new Map<QuestionId, QuestionId>();
  for (const record of records.values()) {
    const place = placeAlone(record, records);
    places.set(record, place);
    if (place.kind === 'child') parents.set(record.question.id, place.parent.id);
  }
  const rings = findRings(parents);
  for (const record of records.values())
    if (rings.has(record.question.id))
      places.set(record, nowhere('cycle', 'stands below itself, in a ring', record));
  return places;
}

function placeAlone(record: QuestionRecord, records: Records): Place {
  const { id, conditional } = record.question;
  if (conditional.kind === 'bad')
    return nowhere('bad_conditional', 'has a conditional that is neither null nor an object', record);
  if (conditional.kind === 'none')
    return record.from === 'data'
      ? { kind: 'root' }
      : nowhere('included_without_conditional', 'stands only in included and has no conditional', record);
  if (conditional.parent === null) return nowhere('orphan', 'names no parent', record);
  if (conditional.parent === id) return nowhere('self_parent', 'names itself as its parent', record);
  const parent = records.get(conditional.parent);
  return parent === undefined
    ? nowhere('orphan', `names the parent ${quote(conditional.parent)}, which did not come`, record)
    : { kind: 'child', parent: parent.question, condition: conditional.condition };
}

function nowhere(code: Finding['code'], reason: string, { question }: QuestionRecord): Place {
  return { kind: 'nowhere', fault: { code, detail: `Question ${quote(question.id)} ${reason}.` } };
}
