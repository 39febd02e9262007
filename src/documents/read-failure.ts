/** Reads an error body of the proxy (DOORS, "Errors") to the failure that the form shows. */
import { type ErrorCode, errorStatuses, type Failure, type FailureCode } from '../model/failure.ts';
import { questionId } from '../model/ids.ts';
import { idOf, listOf, objectOf, textOf, textsOf } from './json.ts';

/** Those that may pass by themselves: sending the same again unchanged can succeed. */
const retryableCodes: readonly FailureCode[] = ['rate_limited', 'service_unavailable', 'bad_document', 'offline'];

/**
 * @param status of the reply
 * @param document the parsed body, or anything else when it was not JSON
 * @param retryAfter seconds
 */
export function readFailure(status: number, document: unknown, retryAfter: number | null): Failure {
  const body = objectOf(document);
  const meta = objectOf(body['meta']);
  const code = readCode(body) ?? codeOfStatus(status);
  return {
    ...plainFailure(code, retryAfter),
    questions: listOf(meta['questions']).flatMap((id) => idOf(id) ?? []).map(questionId),
    fields: textsOf(meta['fields']),
  };
}

/** A failure that concerns no question. */
export function plainFailure(code: FailureCode, retryAfter: number | null = null): Failure {
  return { code, retryable: retryableCodes.includes(code), retryAfter, questions: [], fields: [] };
}

function readCode(body: { readonly [name: string]: unknown }): ErrorCode | null {
  const codes = listOf(body['errors']).map((error) => textOf(objectOf(error)['code']));
  return knownCodes.find((code) => codes.includes(code)) ?? null;
}

const knownCodes = Object.keys(errorStatuses).filter((code): code is ErrorCode => code in errorStatuses);

/** For replies of something between us and the proxy (a gateway's HTML page, an empty body). */
function codeOfStatus(status: number): ErrorCode {
  if (status === 401) return 'unauthorized';
  if (status === 403) return 'origin_not_allowed';
  if (status === 404) return 'not_found';
  if (status === 413) return 'body_too_large';
  if (status === 429) return 'rate_limited';
  return status >= 500 ? 'service_unavailable' : 'bad_request';
}
