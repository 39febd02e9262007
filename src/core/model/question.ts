import type { BasicDetailName, QuestionDetail } from './details.ts';
import type { FileId, QuestionId } from './ids.ts';

/** The ten types of question that the service knows. */
export const questionTypes = [
  'boolean',
  'short_text',
  'long_text',
  'url',
  'multiple_choice',
  'number',
  'date',
  'date_range',
  'document',
  'multi_document',
] as const;

export type QuestionType = (typeof questionTypes)[number];

interface QuestionBase {
  readonly id: QuestionId;
  /** The title as shown to the applicant. */
  readonly title: string;
  /** The title in the language of the question set. */
  readonly canonicalTitle: string;
  readonly help: RichText;
  readonly required: boolean;
  /** Decides by other answers whether it is required; may read signals. */
  readonly requiredBy?: (answerTo: (question: QuestionId) => Answer | null) => boolean;
  readonly conditional: Conditional;
  /** Set for a detail or a consent: it goes into the application, not into an answer. */
  readonly detail?: QuestionDetail;
  /** Also set for the basic details, whose texts every form loads. */
  readonly basic?: BasicDetailName;
  /** The question's own sentences in the applicant's language, such as `required` and those that `fault` names. */
  readonly says?: (sentence: string) => string | undefined;
  /** Finds faults that the type alone does not show; may read signals. */
  readonly fault?: (answer: Answer) => Invalidity | null;
  /** Autofill detail token (WHATWG) for browsers. */
  readonly autofill?: string;
  /** Limits of a file of the application; other files have the form's limits. */
  readonly limits?: FileLimits;
  /** Belongs to a block of questions that are corrected together. */
  readonly block?: 'address';
  /** The section that begins with this question. */
  readonly section?: Section;
  /** Language of a consent's sentence (BCP 47), where it is known. */
  readonly language?: string;
  /** Sent, but neither stored nor shown anywhere else: equality monitoring and consents. */
  readonly confidential?: true;
}

export interface FileLimits {
  /** Maximum bytes of one file; null when not given. */
  readonly bytes: number | null;
  /** Media types (`application/pdf`, `image/*`) or file name extensions (`.pdf`); empty means all are accepted. */
  readonly types: readonly string[];
}

export interface Section {
  readonly title: string;
  /** A sentence below the title. */
  readonly intro?: string;
}

export interface Option {
  /** The canonical text: what conditions compare and what is sent. Never trimmed, never translated. */
  readonly text: string;
  /** The text shown to the applicant. */
  readonly shown: string;
}

export interface ChoiceQuestion extends QuestionBase {
  readonly type: 'multiple_choice';
  readonly options: readonly Option[];
  /** Fewest options to choose when the question is answered, 0 when the service names none. */
  readonly minimum: number;
  /** Most options to choose; 1 makes it a single choice, null means no limit. */
  readonly maximum: number | null;
}

interface PlainQuestion extends QuestionBase {
  readonly type: Exclude<QuestionType, 'multiple_choice'>;
}

/** A type we do not know: shown with a notice, never answered, never blocks. */
interface UnknownQuestion extends QuestionBase {
  readonly type: 'unknown';
  readonly typeName: string;
}

export type Question = ChoiceQuestion | PlainQuestion | UnknownQuestion;

/** A type we do not know, or a choice without options, is shown with a notice and never answered. */
export const isAnswerable = (question: Question): boolean =>
  question.type !== 'unknown' && !(question.type === 'multiple_choice' && question.options.length === 0);

/** How stored values are read; travels with the form so that browser and proxy cannot differ. */
export interface Semantics {
  readonly dateOrder: 'dmy' | 'mdy';
  readonly unanswered: 'hidden' | 'negated';
}

export const defaultSemantics: Semantics = { dateOrder: 'dmy', unanswered: 'hidden' };

export const takesFiles = ({ type }: Question): boolean => type === 'document' || type === 'multi_document';

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

/**
 * The `conditional` attribute split into its parts but not yet judged, because only `src/core/conditions` decides
 * what an operator or a value means.
 */
export type Conditional =
  | { readonly kind: 'none' }
  /** Neither null nor an object. */
  | { readonly kind: 'bad' }
  | {
      readonly kind: 'child';
      /** null when the document names no parent. */
      readonly parent: QuestionId | null;
      /** Display order among children; null comes last. */
      readonly position: number | null;
      /** `conditions[0]` untouched; undefined when `conditions` is missing, not a list, or empty. */
      readonly condition: unknown;
    };

/** The effect of each problem on its question. */
export const problemEffects = {
  missing_condition: 'hides',
  unknown_operator: 'hides',
  operator_not_allowed: 'hides',
  bad_value: 'hides',
  unsupported_parent_type: 'hides',
  unknown_parent_type: 'hides',
  orphan: 'hides',
  self_parent: 'hides',
  cycle: 'hides',
  bad_conditional: 'hides',
  included_without_conditional: 'hides',
  duplicate_id: 'report',
  missing_child: 'report',
  ambiguous_date: 'warning',
  value_not_an_option: 'warning',
  unreachable_value: 'warning',
} as const;

export type ProblemCode = keyof typeof problemEffects;

/** A fault in the question set, reported once when the tree is loaded; the form keeps working. */
export interface Problem {
  readonly code: ProblemCode;
  readonly questionId: QuestionId;
  /** One English sentence for the operator, with the value that was found. */
  readonly detail: string;
}

/** The only elements that help text may carry; the proxy drops all others, keeping their text. */
export const richTextTags = ['p', 'br', 'ul', 'ol', 'li', 'strong', 'em', 'a'] as const;

export type RichTextTag = (typeof richTextTags)[number];

export interface RichTextElement {
  readonly tag: RichTextTag;
  /** Only on `a`: an `http:`, `https:` or `mailto:` address. */
  readonly href?: string;
  readonly children: RichText;
}

export type RichText = readonly (string | RichTextElement)[];

export interface AttachedFile {
  readonly id: FileId;
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  /** Media type, `application/octet-stream` when unknown. */
  readonly type: string;
}

/** A day as typed; `''` for a missing part. */
export interface TypedDay {
  readonly day: string;
  readonly month: string;
  readonly year: string;
}

/** An answer as it is stored and sent: text trimmed once, numbers as plain decimal text, dates as ISO days. */
export type Answer =
  | { readonly kind: 'boolean'; readonly value: boolean }
  /** `country`: the country in whose format a phone number is written (ISO 3166). */
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
   * Something was entered but cannot be read: it blocks sending, and conditions treat it as unanswered. `days`: one
   * for a date, two for a range.
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

/** Why an answer cannot be sent; `form` adds what only the live form knows, `locale` has a sentence for each. */
export type Invalidity =
  | { readonly code: 'required' }
  | { readonly code: 'unreadable_number' }
  /** More than 40 digits when written out. */
  | { readonly code: 'number_too_long' }
  | { readonly code: 'unreadable_date' }
  | { readonly code: 'range_incomplete'; readonly missing: 'from' | 'to' }
  | { readonly code: 'range_reversed' }
  | { readonly code: 'invalid_url' }
  | { readonly code: 'invalid_email' }
  /** Shown by the question's own sentence, `Question.says`. */
  | { readonly code: 'own'; readonly sentence: string }
  /** A detail of more than `LONGEST_DETAIL` characters. */
  | { readonly code: 'too_long' }
  | { readonly code: 'not_an_option' }
  | { readonly code: 'too_few_options'; readonly minimum: number }
  | { readonly code: 'too_many_options'; readonly maximum: number };
