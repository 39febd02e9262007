import type { ReadonlySignal, Signal } from '@preact/signals';
import type { Failure, FailureCode } from '../core/model/failure.ts';
import type { FileId, QuestionId } from '../core/model/ids.ts';
import type {
  Answer,
  Invalidity as AnswerInvalidity,
  AttachedFile,
  FileLimits,
  OutgoingAnswer,
  Question,
} from '../core/model/question.ts';
import type { Submission } from '../core/model/submission.ts';
import type { QuestionTree } from '../core/tree/question-tree.ts';
import type { Edit } from './edits.ts';

/** A file of a question as its row shows it, from being chosen to being staged. */
export interface FileRow extends AttachedFile {
  /** The name of the chosen file, if it is sent under another one. */
  readonly chosenAs?: string;
  readonly progress: FileProgress;
}

export type FileProgress =
  /** Refused by our own checks before upload, or by the proxy: shown with the reason, not attached. */
  | {
      readonly kind: 'rejected';
      readonly code: FileRejection;
      /** The actual type of a renamed file, as an ending without its dot. */
      readonly found?: string | undefined;
    }
  | { readonly kind: 'uploading' /** 0 to 1. */; readonly done: number }
  /** `name`: the name under which it is sent. */
  | { readonly kind: 'staged'; readonly name?: string | undefined }
  /** Attached but not uploaded to the proxy: blocks sending and offers "try again". */
  | { readonly kind: 'failed'; readonly code: FailureCode };

export type FileRejection =
  | 'file_too_large'
  | 'file_type'
  | 'file_empty'
  | 'file_unreadable'
  /** Faults that the proxy found in the file. */
  | 'renamed'
  | 'damaged'
  | 'macros'
  | 'infected'
  /** The application has too many files, or too many bytes in all of them. */
  | 'too_many'
  | 'total_too_large';

/** Why an answer cannot be sent, one sentence each in `locale`. */
export type Invalidity =
  | AnswerInvalidity
  | { readonly code: 'file_failed' }
  /** A file that our checks refused is still listed: leaving it out silently would hide that it is not sent. */
  | { readonly code: 'file_rejected' }
  /** The proxy or the service refused this answer; cleared as soon as the answer changes. */
  | { readonly code: 'refused' };

/** `said`: the applicant left the field or tried to send, so its error may be shown. `refused`: the refused answer. */
export type Touched = 'fresh' | 'said' | { readonly refused: Answer };

/** An answer as the applicant left it. */
export interface Entry {
  readonly question: QuestionId;
  readonly answer: Answer;
  /** For a file question the progress of each file; without it the proxy has all files of the answer. */
  readonly files?: readonly FileRow[];
}

/** One question of the live form. */
export interface Field {
  /** The question that conditions, validation and sending use. */
  readonly question: Question;
  /** The same question in the applicant's language, for the screen. */
  readonly shown: Question;
  /** Index in `Form.order`, a stable number used in element ids. */
  readonly index: number;
  /** 0 for a root. */
  readonly depth: number;
  readonly parent: QuestionId | null;
  /** The entry, remembered while hidden. */
  readonly entry: ReadonlySignal<Answer | null>;
  /** True if anything was entered: readers need no update when one answer replaces another. */
  readonly filled: ReadonlySignal<boolean>;
  /** The answer that everything else reads: null while hidden or unreadable. */
  readonly answer: ReadonlySignal<Answer | null>;
  readonly visible: ReadonlySignal<boolean>;
  /** May depend on other answers. */
  readonly required: boolean;
  /** The current fault, null while hidden. */
  readonly invalidity: ReadonlySignal<Invalidity | null>;
  /** `invalidity`, but only once it may be shown: after leaving the field or trying to send. */
  readonly error: ReadonlySignal<Invalidity | null>;
  /** Rows of a file question, rejected ones included; empty for other types. */
  readonly files: ReadonlySignal<readonly FileRow[]>;
  /** False once the answer is accepted by the service and may no longer change. */
  readonly editable: ReadonlySignal<boolean>;
  readonly touched: ReadonlySignal<Touched>;
}

/** Only for `src/form` and `src/browser`. */
export interface WritableField extends Field {
  readonly touched: Signal<Touched>;
  /** Stores an entry without publishing an edit. Rows carry the progress of each file. */
  enter(answer: Answer | null, files?: readonly FileRow[]): void;
}

/** The state of sending; written only by `src/browser`. */
export type SubmissionPhase =
  | { readonly kind: 'editing' }
  /** `step`: the current step in the applicant's language, if it is worth showing. */
  | { readonly kind: 'sending'; readonly step?: string }
  /** Could not be sent; all entries remain. `byItself`: sent without a button press, so focus does not move to it. `earlier`: a submission from elsewhere that prevents this one. */
  | {
      readonly kind: 'failed';
      readonly failure: Failure;
      readonly byItself?: boolean;
      readonly earlier?: Submission;
    }
  /**
   * Accepted, with the receipt. When `submission.state` is attention and answers were refused, the form is shown again:
   * `src/browser` then restricts it to those questions and marks them refused (`fill.ts`).
   */
  | {
      readonly kind: 'accepted';
      readonly submission: Submission;
      /**
       * A copy of what was sent, because a correction changes answers. Empty if an earlier visit sent it.
       */
      readonly sent: ReadonlyMap<QuestionId, Answer>;
      /** Why the service refused to create the application, if its messages could be loaded. */
      readonly refusal?: Refusal | null | undefined;
      /** Web address where the host wants the applicant to go on. */
      readonly next?: string | null;
    };

/** Why it was refused, and what the applicant can do. */
export interface Refusal {
  title(): string;
  text(): string;
}

/** A sentence with its buttons. */
export interface StatusLine {
  readonly text: string;
  readonly buttons: readonly { readonly text: string; press(): void }[];
  /** A question: focus moves to it if the applicant's action caused it. */
  readonly isQuestion?: boolean;
  /** The form will try again by itself. */
  readonly isWaiting?: boolean;
}

/** The status of answers stored on this device; written by `src/browser`. */
export interface DraftStatus {
  /** Line below the questions: where answers are saved, whether the device is offline, and what waits to be sent. */
  readonly line: ReadonlySignal<StatusLine | null>;
  /** Notice above the questions: a draft was restored, or exists. */
  readonly notice: ReadonlySignal<StatusLine | null>;
  /** For screen readers; null if there is nothing to say. */
  readonly announcement: ReadonlySignal<string | null>;
}

/** The effect on the answers when the question set changed while the form was open. */
export interface FormChange {
  /** Questions that were changed or are new. */
  readonly questions: readonly QuestionId[];
  /** Answers that no longer fit, with their earlier questions, because they are stored nowhere else. */
  readonly lost: readonly LostAnswer[];
}

export interface LostAnswer {
  readonly question: Question;
  readonly answer: Answer;
}

/** Counts visible questions. `missing` and `wrong` are both 0 exactly when `invalid` is empty. */
export interface Progress {
  /** Number of questions with a sendable answer, required or not. */
  readonly answered: number;
  /** Required and not answered. */
  readonly missing: number;
  /** Answered in a way that cannot be sent. */
  readonly wrong: number;
  /** Required, or wrong. */
  readonly total: number;
}

export interface VisibilityChange {
  readonly shown: readonly QuestionId[];
  readonly hidden: readonly QuestionId[];
  /** The question whose answer changed. */
  readonly cause: QuestionId;
}

export interface Form {
  readonly tree: QuestionTree;
  /** The tree in the applicant's language. */
  readonly wording: ReadonlySignal<QuestionTree>;
  readonly fields: ReadonlyMap<QuestionId, Field>;
  /** Every field that can ever be shown, in display order, hidden ones included. */
  readonly order: readonly Field[];
  /**
   * The visible fields in display order, in parts that a screen draws and lays out separately: at most forty, and one
   * more for each section of the form.
   */
  readonly parts: readonly ReadonlySignal<readonly Field[]>[];
  /** Visible questions, in display order. */
  readonly visible: ReadonlySignal<readonly QuestionId[]>;
  /** Visible questions that cannot be sent as they are, in display order. */
  readonly invalid: ReadonlySignal<readonly QuestionId[]>;
  readonly progress: ReadonlySignal<Progress>;
  /** The answers to send now, in order of sending. */
  readonly outgoing: ReadonlySignal<readonly OutgoingAnswer[]>;
  /** The last edit; `followEdits` reports each one. Restored or prefilled answers are not edits. */
  readonly edited: ReadonlySignal<Edit | null>;
  readonly submission: ReadonlySignal<SubmissionPhase>;
  /** null when no draft is stored, or not yet. */
  readonly draft: ReadonlySignal<DraftStatus | null>;
  /** The last change of visibility, for the live region and the event. */
  readonly change: ReadonlySignal<VisibilityChange | null>;
  /** How often `validate` or `refuse` found something: the summary takes focus each time it grows. */
  readonly attempts: ReadonlySignal<number>;
  /** Fields that the host's page has filled in, whatever became of their answers. */
  readonly prefilled: ReadonlySignal<readonly Field[]>;
  /** The questions that may still change (`restrict`); null: all. */
  readonly allowed: ReadonlySignal<ReadonlySet<QuestionId> | null>;
  /** True while `restrict` holds: refused answers are being corrected. */
  readonly correcting: ReadonlySignal<boolean>;
  /** How often a condition was evaluated: a measure of our own work. */
  readonly evaluations: () => number;

  /** Set by the screen: makes its controls report what they show, even where a browser sent no event. */
  readonly controls: { read(): void };

  /** Stores an answer; trims text once. null clears it. */
  setAnswer(question: QuestionId, answer: Answer | null): void;
  /** The applicant left the field: from now on its error is shown. */
  leave(question: QuestionId): void;
  /** Shows all errors from now on; returns the invalid visible questions. */
  validate(): readonly QuestionId[];
  /** Rows of a file question; `field-state.ts` reads them. */
  changeFiles(question: QuestionId, change: (rows: readonly FileRow[]) => readonly FileRow[]): void;
  /** The same questions in another language: only the displayed texts may differ. */
  reword(tree: QuestionTree): void;
  dispose(): void;
}

/** The writable form that `createForm` returns, only for `src/form` and `src/browser`; screens use the read-only `Form`. */
export interface WritableForm extends Form {
  readonly fields: ReadonlyMap<QuestionId, WritableField>;
  readonly order: readonly WritableField[];
  readonly submission: Signal<SubmissionPhase>;
  readonly draft: Signal<DraftStatus | null>;
  readonly change: Signal<VisibilityChange | null>;
  readonly attempts: Signal<number>;
  readonly prefilled: Signal<readonly Field[]>;
  readonly allowed: Signal<ReadonlySet<QuestionId> | null>;
}

/** Another way to apply, shown where this form cannot be used. */
export type Fallback =
  /** The light children of the element, through a `<slot>`. */
  | { readonly kind: 'children' }
  | { readonly kind: 'link'; readonly href: string }
  | { readonly kind: 'none' };

/** The current screen; written by `src/browser`, drawn by `src/ui`. */
export type View<Shown extends Form = Form> =
  | {
      readonly kind: 'loading';
      /** True after a press whose button disappears: this screen and the next take focus. */
      readonly takesFocus?: boolean | undefined;
    }
  /** The form cannot be used: shows the code's message, an action and the fallback. */
  | { readonly kind: 'failed'; readonly failure: Failure }
  | { readonly kind: 'closed' }
  /** The application already holds answers, and not from an unfinished submission of ours. */
  | { readonly kind: 'already_sent' }
  | {
      readonly kind: 'form';
      readonly form: Shown;
      readonly title: string | null;
      /** No network: nothing can be sent. */
      readonly preview: boolean;
      /** null while the question set is the one that was loaded first. */
      readonly changed: FormChange | null;
      readonly limits?: FileLimits;
    };

/** A newer build is served, which lacks a file that this form needs. */
export interface Gone {
  /** Number of presses that needed that file. */
  readonly presses: number;
  /** True if the entries are stored on this device. */
  readonly isKept: boolean;
  loadAgain(): void;
}

/** Actions of an applicant; `src/browser` carries them out. */
export interface FormActions {
  /** Validates, then sends. The summary takes focus through `Form.attempts`. Does nothing while sending. */
  send(): void;
  /** Loads again after a failure. */
  reload(): void;
  attach(question: QuestionId, files: readonly File[]): void;
  detach(question: QuestionId, file: FileId): void;
  retryFile(question: QuestionId, file: FileId): void;
}
