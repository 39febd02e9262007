/** A sample form is plain data, so that the demo, the tests and the documentation can share one list. */
import type { DemandName } from './control/settings.ts';

/** The value of `attributes.conditional` of a well-formed child. */
interface SampleConditional {
  readonly parent_question_id: string;
  readonly position: number;
  readonly conditions: readonly { readonly operator: string; readonly value: string }[];
}

export interface SampleQuestion {
  /** Unique over all sample forms, and digits; `hostile` breaks both on purpose. */
  readonly id: string;
  readonly title: string;
  /** `additional_information`: HTML as a recruiter writes it. */
  readonly help?: string;
  /** `question_type`. */
  readonly type: string;
  readonly required?: boolean;
  /** `multiple_choice_options`: texts, or objects with a `text`. */
  readonly options?: readonly (string | { readonly text: string })[];
  /** `num_required_answer_options`. */
  readonly minimum?: number;
  /** `max_num_required_answer_options`; without it there is no limit. */
  readonly maximum?: number;
  /** Returned without change: a `SampleConditional`, except in `hostile`. */
  readonly conditional?: unknown;
  /** The member of a document that contains the question. Default: `included` for a child, `data` for all others. */
  readonly place?: 'data' | 'included';
  /** Ids that the relationship names beyond the children of this question. */
  readonly alsoRelated?: readonly string[];
  /** Id of the structured section that contains the question. */
  readonly section?: string;
  /** ISO date-times. Default `questionsMade`. */
  readonly createdAt?: string;
  readonly updatedAt?: string;
  /** Attributes that replace those above, for documents with wrong types. */
  readonly raw?: Readonly<Record<string, unknown>>;
}

/** The default creation and change time of questions: an ISO date-time. */
export const questionsMade = '2026-01-05T09:00:00.000Z';

/** Texts of one question in another language; a missing text is shown in the canonical language. */
export interface SampleTranslation {
  readonly title?: string;
  readonly help?: string;
  /** In the order of the question's options. */
  readonly options?: readonly string[];
  /** Attributes that replace those above, for lists that do not match the canonical one. */
  readonly raw?: Readonly<Record<string, unknown>>;
}

/** By question id; null if the list in this language does not have the question. */
export type SampleTranslations = ReadonlyMap<string, SampleTranslation | null>;

/** The service's languages other than its canonical English. */
export type SampleLocale = 'de' | 'es' | 'fr' | 'pt' | 'pt-BR';

export const jobStates = ['draft', 'pending_approval', 'open', 'closed', 'archived'] as const;
export type JobState = (typeof jobStates)[number];

export const jobVisibilities = ['confidential', 'external', 'internal', 'private_job'] as const;
/** Who can see a job; the list of applications can be filtered by it. */
export type JobVisibility = (typeof jobVisibilities)[number];

export interface SampleJob {
  /** Digits, unique over all sample forms. */
  readonly id: string;
  readonly title: string;
  readonly company: string;
  readonly location: string;
  /** The kind of contract, in the words of an advertisement. */
  readonly contract: string;
  readonly state: JobState;
  /** Default `external`. */
  readonly visibility?: JobVisibility;
  /** Details that an application must have beyond names and e-mail address, until the control changes the demands. */
  readonly requires?: readonly DemandName[];
  /** The text of the advertisement, one entry a paragraph. */
  readonly paragraphs: readonly string[];
}

/** Returns the id of the one posting that advertises a job. The prefix ensures that no posting has the id of a job. */
export const postingIdOf = (jobId: string): string => `6${jobId}`;

export interface SampleForm {
  /** The name that commands and the demo use. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly job: SampleJob;
  readonly questions: readonly SampleQuestion[];
  readonly translations?: Readonly<Partial<Record<SampleLocale, SampleTranslations>>>;
}

/** Returns the `conditional` of a follow-up that is shown when its parent's answer meets `operator` and `value`. */
export function shownWhen(parent: string, operator: string, value: string, position = 1): SampleConditional {
  return { parent_question_id: parent, position, conditions: [{ operator, value }] };
}
