/** Turns an error body of the proxy (`src/server/http/README.md#errors`) into the failure that the form shows. */
import {
  type ErrorCode,
  errorCodes,
  type Failure,
  type FailureCode,
  temporaryCodes,
} from '../model/failure.ts';
import { questionId } from '../model/ids.ts';
import { idText, list, member, path, textList } from './json.ts';

/** Temporary failures: sending the same again unchanged can succeed. */
const retryableCodes: readonly FailureCode[] = [...temporaryCodes, 'offline', 'timed_out', 'blocked'];

/**
 * @param status of the reply
 * @param document the parsed body, or anything else when it was not JSON
 * @param retryAfter seconds
 */
export function readFailure(status: number, document: unknown, retryAfter: number | null): Failure {
  const questions = list(path(document, 'meta', 'questions'));
  return {
    ...plainFailure(readCode(document) ?? codeOfStatus(status), retryAfter),
    questions: questions.flatMap((id) => idText(id) ?? []).map(questionId),
    fields: textList(path(document, 'meta', 'fields')),
  };
}

/** A failure that concerns no question. */
export function plainFailure(code: FailureCode, retryAfter: number | null = null): Failure {
  return { code, retryable: retryableCodes.includes(code), retryAfter, questions: [], fields: [] };
}

/** The code that a form shows instead of one without a message of its own. */
const shownInstead = {
  challenge_required: 'service_unavailable',
  overloaded: 'service_unavailable',
  queue_full: 'rate_limited',
} as const satisfies Readonly<Record<Exclude<ErrorCode, FailureCode>, FailureCode>>;

function readCode(document: unknown): FailureCode | null {
  const codes = list(member(document, 'errors')).map((error) => member(error, 'code'));
  const [, substitute = null] = Object.entries(shownInstead).find(([code]) => codes.includes(code)) ?? [];
  return errorCodes.find((code) => codes.includes(code)) ?? substitute;
}

/** For replies from something between the browser and the proxy (a gateway's HTML page, an empty body). */
function codeOfStatus(status: number): FailureCode {
  if (status >= 500) return 'service_unavailable';
  // The status says success, but the body is not a document.
  return status < 400 ? 'bad_document' : 'blocked';
}
