import type { QuestionId } from './ids.ts';
import type { Question } from './question.ts';

/** One question resource of a document, copies included: what `documents` reads and `tree` builds from. */
export interface QuestionRecord {
  readonly question: Question;
  readonly from: 'data' | 'included';
  /** The children that the resource's relationship names; empty when it carries no `data`. */
  readonly relatedChildren: readonly QuestionId[];
  /** As they came: two copies with the same ones do not differ. */
  readonly attributes: unknown;
}

/** All question resources of one document, `data` in its order, then `included` in its order. */
export interface QuestionRecords {
  readonly records: readonly QuestionRecord[];
}
