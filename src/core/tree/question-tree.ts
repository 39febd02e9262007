/*
 * The flat questions of all pages as one tree (`src/core/conditions/README.md#problems`).
 */
import type { Judgement } from '../conditions/judgement.ts';
import type { QuestionId } from '../model/ids.ts';
import type { Question, Semantics } from '../model/question.ts';
import type { QuestionRecord } from '../model/question-record.ts';
import type { RichText } from '../model/rich-text.ts';

export interface QuestionNode {
  readonly question: Question;
  /** The question above; null for a root, and for a question that no parent can be found for. */
  readonly parent: QuestionId | null;
  /** The condition under which it is shown; null: always (a root). An unreadable one is never shown and says why. */
  readonly judgement: Judgement | null;
  /** In display order, including those that can never be shown. */
  readonly children: readonly QuestionId[];
  /** 0 for a root. */
  readonly depth: number;
}

export interface QuestionTree {
  /**
   * Every question of the set, the first copy of each. `parent` always leads to a node without one: the members
   * of a ring have none, so every walk up or down ends.
   */
  readonly nodes: ReadonlyMap<QuestionId, QuestionNode>;
  /** In the order of the document. */
  readonly roots: readonly QuestionId[];
  /** Everything that can ever be shown, in display order: a question, then its descendants. */
  readonly order: readonly QuestionId[];
  /** What it was built from, copies included, for `findProblems`. */
  readonly records: readonly QuestionRecord[];
  readonly semantics: Semantics;
  /** Absent where the form says nothing of its own. */
  readonly notes?: FormNotes;
}

/** What a form says besides its questions, in the applicant's language. */
export interface FormNotes {
  /** How the data is used, with a link. */
  readonly privacy: RichText | null;
  /** What happens after sending, and where to go on. */
  readonly nextText: string | null;
  readonly nextUrl: string | null;
  /** How it is filled in may be said when it is sent. */
  readonly isWatched?: boolean;
}
