/**
 * Says again what was said to others from the same page: with several times of what can be done, most of the work is
 * refusing, and a Request and a Response of each would be taken from the receipts.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '../clock.ts';
import { createLruCache } from '../http/lru-cache.ts';
import { bearerIn } from '../http/sessions/authorise.ts';
import { type Admissions, admissionFor, retryAfter } from './admission.ts';
import type { ServerWatch } from './metrics/server-watch.ts';
import { hasOneHost } from './request-guard.ts';

type Head = Pick<IncomingMessage, 'headers'>;

export interface RepeatedRefusals {
  /** false: none was made yet that this request would have had. */
  repeat(request: Head, response: ServerResponse, retryAfter: number): boolean;
  /** Of overload: it depends on origin and host alone. */
  keep(request: Head, refusal: Response): Promise<void>;
}

/** Pages that ask. */
const REMEMBERED = 100;

/** Milliseconds: then one is made anew, and the log hears that it goes on. */
const REPEATED_FOR = 10_000;

interface Kept {
  readonly until: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

export function createRepeatedRefusals({ monotonic }: Pick<Clock, 'monotonic'>): RepeatedRefusals {
  const refusals = createLruCache<string, Kept>(REMEMBERED);
  return {
    repeat(request, response, retryAfter) {
      const kept = refusals.get(nameOf(request));
      if (kept === undefined || kept.until < monotonic()) return false;
      response.writeHead(503, { ...kept.headers, 'retry-after': String(retryAfter) }).end(kept.body);
      return true;
    },
    async keep(request, refusal) {
      if (refusal.status !== 503) return;
      const body = new Uint8Array(await refusal.clone().arrayBuffer());
      const headers = { ...Object.fromEntries(refusal.headers), 'content-length': String(body.byteLength) };
      refusals.set(nameOf(request), { until: monotonic() + REPEATED_FOR, headers, body });
    },
  };
}

const nameOf = ({ headers: { origin, host } }: Head): string => JSON.stringify([origin, host]);

interface Room {
  readonly admissions: Admissions;
  readonly refusals: RepeatedRefusals;
  readonly watch: Pick<ServerWatch, 'tellRefused'>;
}

/** Whether there is more to do than can be done, and this request was refused for it. */
export function refuseAgain(
  { admissions, refusals, watch }: Room,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  const { method = 'GET', url = '/', headers } = request;
  const lane = admissions.laneOf(bearerIn(headers.authorization));
  if (!admissionFor(lane, method, url.split('?')[0] ?? '/').isFull() || !hasOneHost(request)) return false;
  if (!refusals.repeat(request, response, retryAfter())) return false;
  watch.tellRefused(method);
  return true;
}
