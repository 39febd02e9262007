/** The events of the element (`src/README.md#html`): ids and codes, never answers. */

import type { FieldName } from '../../core/model/details.ts';
import type { FailureCode } from '../../core/model/failure.ts';
import type { QuestionId, Reference } from '../../core/model/ids.ts';
import type { SubmissionState } from '../../core/model/submission.ts';
import type { Form } from '../../form/contract.ts';
import { followEdits } from '../../form/edits.ts';

/** Ids of questions, and, where there are any, details of a visitor without an application. */
export interface Concerned {
  readonly questions: readonly QuestionId[];
  readonly fields?: readonly FieldName[];
}

export interface FormEvents {
  'apply-ready': Concerned;
  /** Of a question or of a detail. */
  'apply-change': (
    | { readonly question: QuestionId; readonly field?: never }
    | { readonly question?: never; readonly field: FieldName }
  ) & { readonly valid: boolean };
  'apply-visibility': {
    readonly shown: readonly QuestionId[];
    readonly hidden: readonly QuestionId[];
    readonly cause: QuestionId;
  };
  'apply-invalid': Concerned;
  /** Cancelable: a host may keep the form from being sent. */
  'apply-before-submit': Concerned;
  'apply-submitted': { readonly reference: Reference };
  'apply-progress': { readonly delivered: number; readonly total: number; readonly state: SubmissionState };
  /** `retryAfter` in seconds. */
  'apply-error': {
    readonly code: FailureCode | 'application_refused' | 'unsupported_browser';
    readonly retryable: boolean;
    readonly retryAfter: number | null;
    /** Of a refused application: what the service named, whether the form asks it or not. */
    readonly fields?: readonly FieldName[];
    readonly reference?: Reference;
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

/**
 * Answers are reported from edits; visibility from its own signal. The returned function ends both.
 *
 * @internal so that the package's types need no signals
 */
export function announce(form: Form, emit: Emit): () => void {
  const ends = [
    followEdits(form.edited, ({ question, kind }) => {
      const field = fieldOf(form, question);
      if (kind !== 'answer' || field === null) return;
      const valid = form.fields.get(question)?.invalidity.peek() === null;
      emit('apply-change', field ? { field, valid } : { question, valid });
    }),
    form.change.subscribe((change) => {
      // Deferred, so that the host receives the event of the answer first. Below a detail stand details alone.
      if (change && fieldOf(form, change.cause) === undefined)
        queueMicrotask(() => emit('apply-visibility', change));
    }),
  ];
  return () => {
    for (const end of ends) end();
  };
}

/** @internal What an event is about. */
export function concerned(form: Form, ids: readonly QuestionId[]): Concerned {
  const fields = ids.flatMap((id) => fieldOf(form, id) ?? []);
  const questions = ids.filter((id) => fieldOf(form, id) === undefined);
  return fields.length > 0 ? { questions, fields } : { questions };
}

/** undefined for a question, null for what no host is told of. */
function fieldOf(form: Form, id: QuestionId) {
  const { detail, confidential } = form.fields.get(id)?.question ?? {};
  return confidential || detail === 'consent' ? null : detail;
}
