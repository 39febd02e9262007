/** The events of the element (DOORS, "HTML"): ids and codes, never answers. */
import type { FailureCode } from '../model/failure.ts';
import type { QuestionId, Reference } from '../model/ids.ts';
import type { SubmissionState } from '../model/submission.ts';

export interface FormEvents {
  'apply-ready': { readonly questions: readonly QuestionId[] };
  'apply-change': { readonly question: QuestionId; readonly valid: boolean };
  'apply-visibility': {
    readonly shown: readonly QuestionId[];
    readonly hidden: readonly QuestionId[];
    readonly cause: QuestionId;
  };
  'apply-invalid': { readonly questions: readonly QuestionId[] };
  /** Cancelable: a host may keep the form from being sent. */
  'apply-before-submit': { readonly questions: readonly QuestionId[] };
  'apply-submitted': { readonly reference: Reference };
  'apply-progress': { readonly delivered: number; readonly total: number; readonly state: SubmissionState };
  /** `retryAfter` in seconds. */
  'apply-error': {
    readonly code: FailureCode;
    readonly retryable: boolean;
    readonly retryAfter: number | null;
  };
}

export type FormEventName = keyof FormEvents;

/** For `addEventListener`. */
export type FormEventMap = { readonly [Name in FormEventName]: CustomEvent<FormEvents[Name]> };

/** Returns false when a listener cancelled it. */
export type Emit = <Name extends FormEventName>(name: Name, detail: FormEvents[Name]) => boolean;

export const formEventNames = [
  'apply-ready',
  'apply-change',
  'apply-visibility',
  'apply-invalid',
  'apply-before-submit',
  'apply-submitted',
  'apply-progress',
  'apply-error',
] as const satisfies readonly FormEventName[];
