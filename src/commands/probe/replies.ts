/** All that the probe reads of a service, before anybody judges it. */
import type { Answered } from './reply.ts';

/** What the probe was told, or finds by itself in the first pages. */
export interface Wanted {
  readonly application: string | null;
  readonly job: string | null;
}

/** All that was read; null where it was not. */
export interface Replies {
  /** The documented list with its follow-ups. */
  readonly questions: Answered;
  /** The documented list of applications, newest first, with answers. */
  readonly applications: Answered;
  readonly sample: Sample;
  readonly single: Answered;
  readonly answersQuestion: Answered;
  /** Asked only where `answers.question` does not work. */
  readonly answers: Answered;
  readonly byPhone: Answered;
  readonly job: Answered;
  readonly filters: FilterReplies;
  /** `conditional_questions.conditional_questions` of the job. */
  readonly deeper: Answered;
  readonly secondQuestion: Answered;
  readonly total: Answered;
  readonly secondApplication: Answered;
  readonly sparse: Answered;
  /** The same list by language; `canonical`: as it is without one. */
  readonly languages: ReadonlyMap<string, Answered>;
  readonly canonical: Answered;
  readonly wrongLanguage: Answered;
  readonly stranger: Answered;
  readonly missing: Answered;
  readonly dates: Answered;
  readonly section: Answered;
  readonly banked: Answered;
  readonly nested: Answered;
  readonly jobSeeker: Answered;
  /** Every path below an application at once, with the extra fields of answers and candidates. */
  readonly further: Answered;
}

export interface FilterReplies {
  readonly eq: Answered;
  readonly plain: Answered;
  /** The same of an id that does not exist. */
  readonly eqOfNothing: Answered;
  readonly plainOfNothing: Answered;
  /** Of the sample's posting. */
  readonly posting: Answered;
}

export interface Sample {
  readonly application: string | null;
  readonly job: string | null;
  readonly posting: string | null;
  /** In E.164. */
  readonly phone: string | null;
}
