import type { QuestionId } from './ids.ts';
import type { Question } from './question.ts';

/** One question resource of a document, copies included: what `src/core/jsonapi` reads and `tree` builds from. */
export interface QuestionRecord {
  readonly question: Question;
  readonly from: 'data' | 'included';
  /** The children that the resource's relationship names; empty when it carries no `data`. */
  readonly relatedChildren: readonly QuestionId[];
  /** As received: two copies with equal attributes do not differ. */
  readonly attributes: unknown;
}

/** All question resources of one document, `data` in its order, then `included` in its order. */
export interface QuestionRecords {
  readonly records: readonly QuestionRecord[];
}
