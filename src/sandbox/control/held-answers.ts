import type { AnswerRecord } from '../records/record-store.ts';
import type { SandboxState } from '../sandbox-state.ts';

/** The stored answers, for a person to read: not JSON:API. */
export interface HeldAnswer {
  readonly id: string;
  readonly application: string;
  readonly question: string;
  readonly title: string;
  readonly type: string;
  /** Text, truth value, list of option texts, `{from, to}`, or `{filename, type, size, sha256}`. */
  readonly value: unknown;
  /** ISO date-time. */
  readonly at: string;
  /** The same time, by the service's own attribute name. */
  readonly created_at: string;
  /** Later than `created_at` when another answer replaced it. */
  readonly updated_at: string;
}

/** In order of arrival. */
export function heldAnswers(state: SandboxState, application: string | null): readonly HeldAnswer[] {
  return state.records.answers(application).map((answer) => {
    const question = state.catalogue.find(answer.questionId)?.question;
    return {
      id: answer.id,
      application: answer.applicationId,
      question: answer.questionId,
      title: question?.title ?? '',
      type: question?.type ?? '',
      value: plainValue(answer),
      at: answer.createdAt,
      created_at: answer.createdAt,
      updated_at: answer.updatedAt,
    };
  });
}

function plainValue({ value }: AnswerRecord): unknown {
  if (value.document !== null) {
    const { filename, type, size, sha256 } = value.document;
    return { filename, type, size, sha256 };
  }
  if (value.options !== null) return value.options;
  const { date_from_answer: from, date_to_answer: to, ...single } = value.attributes;
  return from === undefined ? Object.values(single)[0] : { from, to };
}
