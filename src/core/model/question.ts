import type { Answer } from './answer.ts';
import type { Conditional } from './condition.ts';
import type { BasicDetailName, QuestionDetail } from './details.ts';
import type { QuestionId } from './ids.ts';
import type { Invalidity } from './invalidity.ts';
import type { RichText } from './rich-text.ts';

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
  /** Whether it is, where other answers decide that: may read signals. */
  readonly requiredBy?: (answerTo: (question: QuestionId) => Answer | null) => boolean;
  readonly conditional: Conditional;
  /** Asked of a visitor without an application: it goes into the application to be created and is not sent as an answer. */
  readonly detail?: QuestionDetail;
  /** The same, of those whose words every form has. */
  readonly basic?: BasicDetailName;
  /** Sentences of its own in the applicant's language, such as `required` and those that `fault` names. */
  readonly says?: (sentence: string) => string | undefined;
  /** What else can be wrong with an answer, where its type alone does not tell: may read signals. */
  readonly fault?: (answer: Answer) => Invalidity | null;
  /** What browsers fill in, where the title does not tell (WHATWG, autofill detail tokens). */
  readonly autofill?: string;
  /** Of a file of the application; other files have the limits of the form. */
  readonly limits?: FileLimits;
  /** It stands in one block with others, and they are corrected together. */
  readonly block?: 'address';
  /** A section of the form begins with it. */
  readonly section?: Section;
  /** Of a consent: in which its sentence is written (BCP 47), where that is known. */
  readonly language?: string;
  /** Sent, and neither kept nor told anywhere else: equality monitoring and consents. */
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

export interface PlainQuestion extends QuestionBase {
  readonly type: Exclude<QuestionType, 'multiple_choice'>;
}

/** A type we do not know: shown with a notice, never answered, never blocks. */
export interface UnknownQuestion extends QuestionBase {
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
