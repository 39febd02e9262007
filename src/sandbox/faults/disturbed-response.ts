/** What the client of a disturbed request gets. */
import type { CallerBindings } from '../caller.ts';
import { mediaType } from '../json-api.ts';
import type { Sleep } from '../sandbox-state.ts';
import type { Disturbance } from './disturbance.ts';
import { statusResponse } from './fault-response.ts';

/** Seconds after which a reply is given up, since by then no client waits for it. */
const LONGEST_SILENCE = 600;

const someResource = JSON.stringify({ data: { id: '1', type: 'answers', attributes: {} }, meta: {} });

interface Disturbed {
  readonly caller: CallerBindings;
  /** The reply to a request that was carried out; null: it was not carried out. */
  readonly real: Response | null;
  readonly signal: AbortSignal;
  readonly sleep: Sleep;
}

/**
 * @returns null: the connection is gone, so nothing can be answered
 */
export async function disturbedResponse(
  { reply, retry_after: retryAfter }: Disturbance,
  { caller, real, signal, sleep }: Disturbed,
): Promise<Response | null> {
  switch (reply) {
    case 'drop':
      await caller.hangUp?.('');
      return null;
    case 'cut':
      await caller.hangUp?.(await halfOf(real));
      return null;
    case 'silence':
      // Until the client gives up.
      await sleep(LONGEST_SILENCE * 1000, signal);
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
      return statusResponse({ status: reply, retry_after: retryAfter });
  }
}

/** The bytes of an HTTP/1.1 reply whose `Content-Length` promises more than it sends. */
async function halfOf(real: Response | null): Promise<string> {
  const body = (await real?.text()) ?? someResource;
  const status = real?.status ?? 200;
  const head = [
    `HTTP/1.1 ${status} OK`,
    `Content-Type: ${mediaType}`,
    `Content-Length: ${new TextEncoder().encode(body).length}`,
  ];
  return `${head.join('\r\n')}\r\n\r\n${body.slice(0, Math.ceil(body.length / 2))}`;
}
