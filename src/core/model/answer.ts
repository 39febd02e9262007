import type { FileId, QuestionId } from './ids.ts';

export interface AttachedFile {
  readonly id: FileId;
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  /** Media type, `application/octet-stream` when unknown. */
  readonly type: string;
}

/** A day as it was typed, `''` for what is missing. */
export interface TypedDay {
  readonly day: string;
  readonly month: string;
  readonly year: string;
}

/** An answer as it is stored and sent: text trimmed once, numbers as plain decimal text, dates as ISO days. */
export type Answer =
  | { readonly kind: 'boolean'; readonly value: boolean }
  /** `country`: in whose writing a phone number stands, ISO 3166. */
  | { readonly kind: 'text'; readonly text: string; readonly country?: string }
  | { readonly kind: 'url'; readonly text: string }
  | { readonly kind: 'number'; readonly text: string }
  | { readonly kind: 'date'; readonly day: string }
  /** `''` for an end that was not given. */
  | { readonly kind: 'date_range'; readonly from: string; readonly to: string }
  /** Canonical option texts, in the order of the question's options. */
  | { readonly kind: 'choice'; readonly options: readonly string[] }
  | { readonly kind: 'files'; readonly files: readonly AttachedFile[] }
  /**
   * Something was entered but cannot be read: it blocks sending, and conditions treat it as unanswered. `days`: of a
   * date the one day, of a range both.
   */
  | { readonly kind: 'unreadable'; readonly typed: string; readonly days?: readonly TypedDay[] };

export type AnswerKind = Answer['kind'];

/** null: unanswered. */
export type Answers = ReadonlyMap<QuestionId, Answer | null>;

/** One POST to the service: a visible answer, or one file of it. */
export type OutgoingValue =
  | Exclude<Answer, { kind: 'files' | 'unreadable' }>
  | { readonly kind: 'document'; readonly file: AttachedFile };

export interface OutgoingAnswer {
  readonly question: QuestionId;
  /** 0, or the number of the file where one question takes several. */
  readonly part: number;
  readonly value: OutgoingValue;
}
