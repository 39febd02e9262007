import { mediaType, respondFaults } from '../json-api.ts';
import { type FaultCode, faultTable, type ServiceFault } from '../service-fault.ts';
import type { Faults, StatusFault } from './faults.ts';

/** The reply of a fault: the service's own error for a documented status, otherwise the error page of a gateway. */
export function statusResponse({
  status,
  retry_after: retryAfter,
}: Pick<StatusFault, 'status' | 'retry_after'>): Response {
  const code = codeOf(status);
  if (code !== null) return respondFaults([withRetry({ code, detail: details[code] }, retryAfter)]);
  const headers = new Headers({ 'content-type': 'text/html' });
  if (retryAfter !== null) headers.set('retry-after', String(retryAfter));
  return new Response(`<html><body><h1>${status}</h1></body></html>`, { status, headers });
}

/** A list of questions that is not a JSON:API document: a page, or JSON without `data`. */
export function badDocumentResponse(kind: NonNullable<Faults['bad_document']>): Response {
  if (kind === 'html') {
    return new Response('<html><body><h1>Down for maintenance</h1></body></html>', {
      headers: { 'content-type': 'text/html' },
    });
  }
  return new Response(JSON.stringify({ meta: {} }), { headers: { 'content-type': mediaType } });
}

/** The document gives a text for this status only: engineers have been notified. */
export const unexpectedFailure: ServiceFault = {
  code: 'internal_server_error',
  detail: 'Something went wrong. Our engineers have been notified',
};

const details: Readonly<Record<FaultCode, string>> = {
  bad_request: 'The request is malformed',
  unauthorized: 'The API key is invalid',
  forbidden: 'The integration is not enabled',
  too_many_requests: 'Rate limit exceeded',
  internal_server_error: unexpectedFailure.detail,
  not_found: 'Record not found',
  unprocessable_entity: 'base is invalid',
};

function codeOf(status: number): FaultCode | null {
  return codesByStatus.get(status) ?? null;
}

const codes: readonly FaultCode[] = [
  'bad_request',
  'unauthorized',
  'forbidden',
  'too_many_requests',
  'internal_server_error',
  'not_found',
  'unprocessable_entity',
];

const codesByStatus: ReadonlyMap<number, FaultCode> = new Map(
  codes.map((code) => [faultTable[code].status, code]),
);

function withRetry(fault: ServiceFault, retryAfter: number | null): ServiceFault {
  return retryAfter === null ? fault : { ...fault, retryAfter };
}
