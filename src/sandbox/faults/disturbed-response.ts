/** What the client of a disturbed request gets. */
import type { CallerBindings } from '../caller.ts';
import { mediaType } from '../json-api.ts';
import type { Disturbance } from './disturbance.ts';
import { statusResponse } from './fault-response.ts';

/** Seconds after which a reply that nobody waits for any more is given up. */
const LONGEST_SILENCE = 600;

const someResource = JSON.stringify({ data: { id: '1', type: 'answers', attributes: {} }, meta: {} });

/**
 * @param real what was answered to a request that was carried out; null: it was not
 * @returns null: the connection is gone, nothing can be answered
 */
export async function disturbedResponse(
  { reply, retry_after: retryAfter }: Disturbance,
  { caller, real, signal }: { caller: CallerBindings; real: Response | null; signal: AbortSignal },
): Promise<Response | null> {
  switch (reply) {
    case 'drop':
      await caller.hangUp?.('');
      return null;
    case 'cut':
      await caller.hangUp?.(await halfOf(real));
      return null;
    case 'silence':
      await forgotten(signal);
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

/** The bytes of a reply of HTTP/1.1 whose `Content-Length` promises more than comes. */
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

/** Until the client gives up. */
function forgotten(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, LONGEST_SILENCE * 1000);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
