/** Writes the one body that the browser sends to the proxy (`src/server/http/README.md#post-submissions`). */
import type { OutgoingAnswer, OutgoingValue } from '../model/answer.ts';
import type { GivenDetails } from '../model/details.ts';
import type { Revision } from '../model/ids.ts';

export interface SubmissionMeta {
  readonly revision: Revision;
  /** The language in which the form was shown. */
  readonly locale: string | null;
  /** Where the applicant came from, as the host page calls it. */
  readonly source: string | null;
}

/** One answer: the service's own attribute, or one of the two that the proxy translates for the service. */
export interface SubmissionElement {
  readonly type: 'answers';
  readonly attributes: Readonly<Record<string, string | boolean | readonly string[]>>;
  readonly relationships: {
    readonly question: { readonly data: { readonly type: 'questions'; readonly id: string } };
  };
}

/** First element in job mode: the data of the application that all answers belong to. */
export interface ApplicationElement {
  readonly type: 'applications';
  readonly attributes: GivenDetails;
}

export interface SubmissionBody {
  readonly data: readonly (ApplicationElement | SubmissionElement)[];
  readonly meta: {
    readonly revision: string;
    readonly locale?: string;
    readonly source?: string;
  } & SentBeside;
}

/** What goes in `meta` of some submissions only. */
export interface SentBeside {
  readonly consent?: readonly SentConsent[];
  /** How the form was filled in (`src/server/http/README.md#challenges`). */
  readonly filling?: Filling | undefined;
  /** The solution of a challenge. */
  readonly challenge?: string;
}

export interface Filling {
  /** Whole seconds from the form being ready until it was sent. */
  readonly seconds: number;
  /** Whether the page saw an event of a person: 0 or 1. */
  readonly events: number;
  /** Characters in a field that no person sees. */
  readonly hidden: number;
}

/** Of a sentence that the applicant has agreed to. */
export interface SentConsent {
  readonly id: string;
  readonly version: string;
  /** In which it was shown (BCP 47). */
  readonly language?: string;
}

export interface OutgoingSubmission {
  /** null when the application exists already. */
  readonly details: GivenDetails | null;
  readonly beside?: SentBeside;
  readonly answers: readonly OutgoingAnswer[];
}

export function writeSubmission(
  { details, beside, answers }: OutgoingSubmission,
  { revision, locale, source }: SubmissionMeta,
): SubmissionBody {
  const application = details && { type: 'applications' as const, attributes: details };
  return {
    data: [...(application ? [application] : []), ...answers.map(writeElement)],
    meta: {
      revision,
      ...(locale && { locale }),
      ...(source && { source }),
      ...beside,
    },
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

/** The values that are written under the service's own attribute names (`src/README.md#4-answers-at-the-service`). */
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
