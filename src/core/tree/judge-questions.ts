import { judge } from '../conditions/judge.ts';
import type { ConditionParent, Judgement } from '../conditions/judgement.ts';
import type { QuestionId } from '../model/ids.ts';
import type { Question, Semantics } from '../model/question.ts';
import type { QuestionRecord } from '../model/question-record.ts';
import type { Place } from './place-questions.ts';

/** A question with its parent and the condition under which it is shown. */
export interface Judged {
  readonly record: QuestionRecord;
  readonly parent: QuestionId | null;
  /** null for a root. */
  readonly judgement: Judgement | null;
}

/** Judges every condition once, before any answer; a question without a place in the tree can never be shown. */
export function judgeQuestions(
  places: ReadonlyMap<QuestionRecord, Place>,
  semantics: Semantics,
): readonly Judged[] {
  const parents = new Map<Question, ConditionParent>();
  return [...places].map(([record, place]) => {
    if (place.kind === 'root') return { record, parent: null, judgement: null };
    if (place.kind === 'nowhere')
      return { record, parent: null, judgement: { readable: false, ...place.fault } };
    const parent = parents.get(place.parent) ?? conditionParent(place.parent);
    parents.set(place.parent, parent);
    return { record, parent: place.parent.id, judgement: judge(parent, place.condition, semantics) };
  });
}

export function conditionParent(question: Question): ConditionParent {
  return {
    type: question.type,
    options: question.type === 'multiple_choice' ? question.options.map(({ text }) => text) : null,
  };
}
