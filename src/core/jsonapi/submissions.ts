/** Writes the one body that the browser sends to the proxy (`src/server/http/README.md#post-submissions`). */

import { type GivenDetails, isFieldName } from '../model/details.ts';
import { questionId, type Revision, reference } from '../model/ids.ts';
import type { OutgoingAnswer, OutgoingValue } from '../model/question.ts';
import {
  answerStates,
  applicationCodes,
  type DeliveredAnswer,
  type DeliveredApplication,
  type Submission,
  submissionStates,
} from '../model/submission.ts';
import { amount, idText, list, member, nonBlank, oneOf, path } from './json.ts';

interface SubmissionMeta {
  readonly revision: Revision;
  /** The language in which the form was shown. */
  readonly locale: string | null;
  /** Where the applicant came from, in the host page's words. */
  readonly source: string | null;
  readonly consent?: readonly SentConsent[];
  /** How the form was filled in (`src/server/http/README.md#challenges`). */
  readonly filling?: Filling | undefined;
  /** The solution of a challenge. */
  readonly challenge?: string;
}

/** One answer: the service's own attribute, or one of the two that the proxy translates for the service. */
interface SubmissionElement {
  readonly type: 'answers';
  readonly attributes: Readonly<Record<string, string | boolean | readonly string[]>>;
  readonly relationships: {
    readonly question: { readonly data: { readonly type: 'questions'; readonly id: string } };
  };
}

/** First element in job mode: the data of the application that all answers belong to. */
interface ApplicationElement {
  readonly type: 'applications';
  readonly attributes: GivenDetails;
}

interface SubmissionBody {
  readonly data: readonly (ApplicationElement | SubmissionElement)[];
  readonly meta: Omit<SubmissionMeta, 'locale' | 'source'> & {
    readonly locale?: string;
    readonly source?: string;
  };
}

export interface Filling {
  /** Whole seconds from the form being ready until it was sent. */
  readonly seconds: number;
  /** Whether the page saw an event of a person: 0 or 1. */
  readonly events: number;
  /** Characters in a field that no person sees. */
  readonly hidden: number;
}

/** The consent sentence that the applicant agreed to. */
export interface SentConsent {
  readonly id: string;
  readonly version: string;
  /** Language in which it was shown (BCP 47). */
  readonly language?: string;
}

export interface OutgoingSubmission {
  /** null when the application exists already. */
  readonly details: GivenDetails | null;
  readonly answers: readonly OutgoingAnswer[];
  readonly meta: SubmissionMeta;
}

export function writeSubmission({ details, answers, meta }: OutgoingSubmission): SubmissionBody {
  const application = details && { type: 'applications' as const, attributes: details };
  const { locale, source, ...rest } = meta;
  return {
    data: [...(application ? [application] : []), ...answers.map(writeElement)],
    meta: { ...rest, ...(locale && { locale }), ...(source && { source }) },
  };
}

const writeElement = ({ question, value }: OutgoingAnswer): SubmissionElement => ({
  type: 'answers',
  attributes: writeValue(value),
  relationships: { question: { data: { type: 'questions', id: question } } },
});

function writeValue(value: OutgoingValue): SubmissionElement['attributes'] {
  switch (value.kind) {
    case 'choice':
      return { multiple_choice_answer: value.options };
    case 'document':
      return { document: value.file.id };
    default:
      return writePlainValue(value);
  }
}

/** The values that are written under the service's own attribute names. */
export function writePlainValue(
  value: Exclude<OutgoingValue, { kind: 'choice' | 'document' }>,
): Readonly<Record<string, string | boolean>> {
  switch (value.kind) {
    case 'boolean':
      return { boolean_answer: value.value };
    case 'date':
      return { date_answer: value.day };
    case 'date_range':
      return { date_from_answer: value.from, date_to_answer: value.to };
    default:
      return { [`${value.kind}_answer`]: value.text };
  }
}

/*
 * Reads the resource of `GET /submissions/{reference}` (`src/server/http/README.md#get-submissions`): the delivery state of our answers.
 */

/** null when the document is not a submission: without a reference there is nothing to follow. */
export function readSubmission(document: unknown): Submission | null {
  const attributes = path(document, 'data', 'attributes');
  const id = idText(path(document, 'data', 'id'));
  if (id === null) return null;
  const answers = list(member(attributes, 'answers')).flatMap(readAnswer);
  const application = readApplication(member(attributes, 'application'));
  return {
    reference: reference(id),
    // A newer proxy may have more states, so an unknown one is not final.
    state: oneOf(submissionStates, member(attributes, 'state')) ?? 'delivering',
    acceptedAt: nonBlank(member(attributes, 'accepted_at')) ?? '',
    application,
    answers,
  };
}

function readAnswer(json: unknown): readonly DeliveredAnswer[] {
  const question = idText(member(json, 'question'));
  const state = oneOf(answerStates, member(json, 'state'));
  if (question === null || state === null) return [];
  const part = amount(member(json, 'part')) ?? 0;
  // Codes are for the operator, not for applicants.
  return [{ question: questionId(question), part, state, code: null }];
}

function readApplication(json: unknown): DeliveredApplication | null {
  const state = oneOf(answerStates, member(json, 'state'));
  if (state === null || state === 'held') return null;
  const fields = list(member(json, 'fields')).filter(isFieldName);
  return { state, code: oneOf(applicationCodes, member(json, 'code')), fields };
}
