/** Makes the response to a disturbed request. */
import type { CallerBindings } from '../caller.ts';
import { type FaultCode, faultTable, mediaType, respondFaults, unexpectedFailure } from '../json-api.ts';
import type { Sleep } from '../sandbox-state.ts';
import type { Disturbance } from './faults.ts';

/** Milliseconds after which a silent reply ends. No client waits longer. */
const LONGEST_SILENCE = 600_000;

const sampleReply = JSON.stringify({ data: { id: '1', type: 'answers', attributes: {} }, meta: {} });

interface DisturbedRequest {
  readonly caller: CallerBindings;
  /** The reply to a request that was carried out; null if it was not carried out. */
  readonly real: Response | null;
  readonly signal: AbortSignal;
  readonly sleep: Sleep;
}

/** @returns null when the connection has ended without a response */
export async function disturbedResponse(
  reply: NonNullable<Disturbance['reply']>,
  retryAfter: number | undefined,
  { caller, real, signal, sleep }: DisturbedRequest,
): Promise<Response | null> {
  switch (reply) {
    case 'drop':
      await caller.hangUp?.('');
      return null;
    case 'cut':
      await caller.hangUp?.(await halfOf(real));
      return null;
    case 'silence':
      await sleep(LONGEST_SILENCE, signal);
      return null;
    case 'html':
      return new Response('<html><body><h1>One moment, please</h1></body></html>', {
        headers: { 'content-type': 'text/html' },
      });
    case 'no_id':
      return new Response(JSON.stringify({ data: {}, meta: {} }), {
        status: real?.status ?? 200,
        headers: { 'content-type': mediaType },
      });
    default:
      return statusResponse(reply, retryAfter);
  }
}

/** Returns an HTTP/1.1 reply with half of its body, although `Content-Length` gives the full length. */
async function halfOf(real: Response | null): Promise<string> {
  const body = (await real?.text()) ?? sampleReply;
  const head = [
    `HTTP/1.1 ${real?.status ?? 200} OK`,
    `Content-Type: ${mediaType}`,
    `Content-Length: ${new TextEncoder().encode(body).length}`,
  ];
  return `${head.join('\r\n')}\r\n\r\n${body.slice(0, Math.ceil(body.length / 2))}`;
}

const details: Readonly<Record<FaultCode, string>> = {
  bad_request: 'The request is malformed',
  unauthorized: 'The API key is invalid',
  forbidden: 'The integration is not enabled',
  too_many_requests: 'Rate limit exceeded',
  internal_server_error: unexpectedFailure.detail,
  not_found: 'Record not found',
  unprocessable_entity: 'base is invalid',
};

const isCode = (code: string): code is FaultCode => Object.hasOwn(faultTable, code);

/** Returns the service's own error for a status that it uses, otherwise the error page of a gateway. */
function statusResponse(status: number, retryAfter: number | undefined): Response {
  const code = Object.keys(faultTable)
    .filter(isCode)
    .find((known) => faultTable[known].status === status);
  const retry = retryAfter === undefined ? {} : { retryAfter };
  if (code !== undefined) return respondFaults([{ code, detail: details[code], ...retry }]);
  const headers = new Headers({ 'content-type': 'text/html' });
  if (retryAfter !== undefined) headers.set('retry-after', String(retryAfter));
  return new Response(`<html><body><h1>${status}</h1></body></html>`, { status, headers });
}
