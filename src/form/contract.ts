import type { ReadonlySignal, Signal } from '@preact/signals';
import type { Invalidity as AnswerInvalidity } from '../core/answers/invalidity.ts';
import type { Answer, AttachedFile, OutgoingAnswer } from '../core/model/answer.ts';
import type { Failure, FailureCode } from '../core/model/failure.ts';
import type { FileId, QuestionId } from '../core/model/ids.ts';
import type { Question } from '../core/model/question.ts';
import type { Submission } from '../core/model/submission.ts';
import type { QuestionTree } from '../core/tree/question-tree.ts';
import type { Edit } from './edits.ts';

/** A file of a question as its row shows it, from choosing to staged. */
export interface FileRow extends AttachedFile {
  readonly progress: FileProgress;
}

export type FileProgress =
  /** Refused by our own checks before any upload: shown with the reason, not attached. */
  | { readonly kind: 'rejected'; readonly code: FileRejection }
  | { readonly kind: 'uploading' /** 0 to 1. */; readonly done: number }
  | { readonly kind: 'staged' }
  /** Attached, but not at the proxy: blocks sending, with "try again". */
  | { readonly kind: 'failed'; readonly code: FailureCode };

export type FileRejection =
  | 'file_too_large'
  | 'file_type'
  | 'file_empty'
  | 'file_unreadable'
  /** Of one application: too many of them, too many bytes in all of them. */
  | 'too_many'
  | 'total_too_large';

/** Why an answer cannot be sent, one sentence each in `locale`. */
export type Invalidity =
  | AnswerInvalidity
  | { readonly code: 'file_failed' }
  /** A file that our checks refused still stands in its row: left out silently, it would be missed. */
  | { readonly code: 'file_rejected' }
  /** The proxy or the service said no to this very answer; gone as soon as the answer changes. */
  | { readonly code: 'refused' };

/** `said`: the field was left or sending was tried, so its error may be shown. `refused`: this very answer was. */
export type Touched = 'fresh' | 'said' | { readonly refused: Answer | null };

/** An answer as it was left. */
export interface Entry {
  readonly question: QuestionId;
  readonly answer: Answer;
  /** Of a file question: how far each file has come; without them the proxy has all of the answer's files. */
  readonly files?: readonly FileRow[];
}

/** One question of the live form. */
export interface Field {
  /** What counts for conditions, validation and sending. */
  readonly question: Question;
  /** The same question in the applicant's language: what is drawn. */
  readonly shown: Question;
  /** Place in `Form.order`: the stable number that element ids are made of. */
  readonly index: number;
  /** 0 for a root. */
  readonly depth: number;
  readonly parent: QuestionId | null;
  /** What was entered, remembered while hidden. */
  readonly entry: ReadonlySignal<Answer | null>;
  /** What everything else reads: null while hidden or unreadable. */
  readonly answer: ReadonlySignal<Answer | null>;
  readonly visible: ReadonlySignal<boolean>;
  /** What is wrong now, null while hidden. */
  readonly invalidity: ReadonlySignal<Invalidity | null>;
  /** `invalidity`, but only once it may be said: after leaving the field, or a try to send. */
  readonly error: ReadonlySignal<Invalidity | null>;
  /** Rows of a file question, rejected ones included; empty for other types. */
  readonly files: ReadonlySignal<readonly FileRow[]>;
  /** False once the answer is accepted by the service and may no longer change. */
  readonly editable: ReadonlySignal<boolean>;
  readonly touched: ReadonlySignal<Touched>;
}

/** For `src/form` and `embed` alone. */
export interface WritableField extends Field {
  readonly touched: Signal<Touched>;
  /** For `adopt`, `start-over` and the form itself: no change is told. Rows say how far each file has come. */
  enter(answer: Answer | null, files?: readonly FileRow[]): void;
}

/** A root with all that can ever stand below it: the unit in which a screen redraws its list. */
export interface Subtree {
  readonly root: Field;
  /** How many fields it has when all are visible. */
  readonly size: number;
  /** The visible ones, in display order. */
  readonly members: ReadonlySignal<readonly Field[]>;
}

/** What the form knows of its sending; written by `embed` alone. */
export type SubmissionPhase =
  | { readonly kind: 'editing' }
  | { readonly kind: 'sending' }
  /** Could not be sent: everything typed is kept. `byItself`: nobody pressed, so nobody is led to it. */
  | { readonly kind: 'failed'; readonly failure: Failure; readonly byItself?: boolean }
  /**
   * Accepted: the receipt. With `submission.state` attention and refused answers the form is shown again:
   * `embed` then restricts it to those questions, and refuses them (`correct.ts`).
   */
  | {
      readonly kind: 'accepted';
      readonly submission: Submission;
      /** What went, as it was then: a correction changes answers. Empty for what an earlier visit sent. */
      readonly sent: ReadonlyMap<QuestionId, Answer>;
      /** Where the service made no application of it; null: the words could not be loaded. */
      readonly refusal?: Refusal | null | undefined;
    };

/** Why, and what the applicant can do: read where it is drawn. */
export interface Refusal {
  title(): string;
  text(): string;
}

/** A sentence, and what can be done about it. */
export interface Remark {
  readonly text: string;
  readonly acts: readonly { readonly text: string; act(): void }[];
  /** It asks: whoever made it come is led to it. */
  readonly isQuestion?: boolean;
}

/** What is told of answers that are kept on this device, and of what is still to come; `embed` writes it. */
export interface DraftStatus {
  /** In the foot: where what is typed is kept. */
  readonly line: ReadonlySignal<Remark | null>;
  /** Above the questions: that it is back. */
  readonly notice: ReadonlySignal<Remark | null>;
  /** What was sent from elsewhere, and stands in the way of this; null: nothing, or nobody knows. */
  readonly earlier: ReadonlySignal<Submission | null>;
  /** What could not be sent will be sent by itself; null: it will not. */
  readonly waiting: ReadonlySignal<string | null>;
  /** Until all is delivered, in words; null: nobody can say, or it is not worth saying. */
  timeLeft(submission: Submission): string | null;
  /** Deletes it, and empties the form. */
  clear(): void;
}

/** What became of the answers when the question set changed while it was being filled in. */
export interface FormChange {
  /** These were changed or are new. */
  readonly questions: readonly QuestionId[];
  /** Answers that no longer fit, with their questions as they were: they can be read nowhere else. */
  readonly lost: readonly LostAnswer[];
}

export interface LostAnswer {
  readonly question: Question;
  readonly answer: Answer;
}

export interface VisibilityChange {
  readonly shown: readonly QuestionId[];
  readonly hidden: readonly QuestionId[];
  /** The question whose answer changed. */
  readonly cause: QuestionId;
}

export interface Form {
  readonly tree: QuestionTree;
  readonly fields: ReadonlyMap<QuestionId, Field>;
  /** Every field that can ever be shown, in display order, hidden ones included. */
  readonly order: readonly Field[];
  /** The same fields, one family a root. */
  readonly subtrees: readonly Subtree[];
  /** Visible questions, in display order. */
  readonly visible: ReadonlySignal<readonly QuestionId[]>;
  /** Visible questions that cannot be sent as they are, in display order. */
  readonly invalid: ReadonlySignal<readonly QuestionId[]>;
  readonly progress: ReadonlySignal<{ readonly answered: number; readonly total: number }>;
  /** What would go out now, in order of sending. */
  readonly outgoing: ReadonlySignal<readonly OutgoingAnswer[]>;
  /** The last edit; `followEdits` tells of each. What is filled in from elsewhere is none. */
  readonly edited: ReadonlySignal<Edit | null>;
  readonly submission: ReadonlySignal<SubmissionPhase>;
  /** null: nothing is kept, or not yet. */
  readonly kept: ReadonlySignal<DraftStatus | null>;
  /** The last change of visibility, for the live region and the event. */
  readonly change: ReadonlySignal<VisibilityChange | null>;
  /** How often `validate` or `refuse` found something: the summary takes focus each time it grows. */
  readonly attempts: ReadonlySignal<number>;
  /** The questions that may still change (`restrict`); null: all. */
  readonly allowed: ReadonlySignal<ReadonlySet<QuestionId> | null>;
  /** True while `restrict` holds: refused answers are being corrected. */
  readonly correcting: ReadonlySignal<boolean>;
  /** How often a condition was evaluated: our own work, counted (`src/README.md#budgets`). */
  readonly evaluations: () => number;

  /** Stores an answer; trims text once. null clears it. */
  setAnswer(question: QuestionId, answer: Answer | null): void;
  /** The applicant left the field: from now on its error is said. */
  leave(question: QuestionId): void;
  /** All errors may be said now; returns the invalid visible questions. */
  validate(): readonly QuestionId[];
  /** Rows of a file question; `file-rows.ts` has the changes. */
  changeFiles(question: QuestionId, change: (rows: readonly FileRow[]) => readonly FileRow[]): void;
  /** The same questions in another language: only the texts that are drawn may differ. */
  reword(tree: QuestionTree): void;
  dispose(): void;
}

/** What `createForm` makes, for `src/form` and `embed` alone: a screen reads what these write. */
export interface WritableForm extends Form {
  readonly fields: ReadonlyMap<QuestionId, WritableField>;
  readonly order: readonly WritableField[];
  readonly submission: Signal<SubmissionPhase>;
  readonly kept: Signal<DraftStatus | null>;
  readonly change: Signal<VisibilityChange | null>;
  readonly attempts: Signal<number>;
  readonly allowed: Signal<ReadonlySet<QuestionId> | null>;
}

/** The way to apply without this form, for screens on which it cannot be used. */
export type Fallback =
  /** The light children of the element, through a `<slot>`. */
  | { readonly kind: 'children' }
  | { readonly kind: 'link'; readonly href: string }
  | { readonly kind: 'none' };

/** What files may be, for the words beside the drop area and for the file picker. */
export interface FileLimits {
  /** Largest size of one file in bytes, null when unknown. */
  readonly bytes: number | null;
  /** Media types or endings with a dot; empty when unknown. */
  readonly types: readonly string[];
}

/** What the place of the form shows; `embed` writes it, `widget` draws it. */
export type View<Shown extends Form = Form> =
  | { readonly kind: 'loading' }
  /** Cannot be used: the message of the code, a way on, the fallback. */
  | { readonly kind: 'failed'; readonly failure: Failure }
  | { readonly kind: 'closed' }
  /** The application already holds answers, not through an unfinished submission of ours. */
  | { readonly kind: 'already_sent' }
  | {
      readonly kind: 'form';
      readonly form: Shown;
      readonly title: string | null;
      /** No network: nothing can be sent. */
      readonly preview: boolean;
      /** null: the question set is the one that was loaded first. */
      readonly changed: FormChange | null;
      readonly limits?: FileLimits;
    };

/** What an applicant can ask for; `embed` does it. */
export interface FormActions {
  /** Validates, then sends. The summary takes focus by itself (`Form.attempts`). Harmless while sending. */
  send(): void;
  /** Loads again after a failure. */
  reload(): void;
  attach(question: QuestionId, files: readonly File[]): void;
  detach(question: QuestionId, file: FileId): void;
  retryFile(question: QuestionId, file: FileId): void;
}
