/** One request to the proxy: it ends in time, and every way it can end is an `Outcome`. */

import { plainFailure } from '../../core/jsonapi/read-failure.ts';
import { type Failure, failure, type Outcome, success } from '../../core/model/failure.ts';

/** Everything that a request needs: the proxy's address, the token, and a way to send. */
export interface Connection {
  /** Origin (and path) of the proxy, without a slash at the end. */
  readonly endpoint: string;
  readonly token: string;
  readonly fetch: typeof fetch;
  /** Ends every request except those that may outlive the page: what was sent stays sent. */
  readonly life?: AbortSignal;
}

export interface ProxyReply {
  /** Address of the request. */
  readonly address?: string;
  readonly status: number;
  /** Parsed JSON; null when the body was empty or not JSON. */
  readonly document: unknown;
  /** Seconds. */
  readonly retryAfter: number | null;
}

interface ProxyRequest extends Pick<RequestInit, 'mode' | 'cache' | 'keepalive' | 'body'> {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'OPTIONS';
  readonly headers?: Readonly<Record<string, string>>;
  /** Milliseconds without a byte before the request is given up; the usual limit if absent. */
  readonly patience?: number;
  /** In place of `fetch`. @param heard whenever something has arrived */
  readonly send?: (address: string, init: RequestInit, heard: () => void) => Promise<Response>;
}

/** Why there is no value: a reply still to be read (`failureOf`), or a failure that was clear immediately. */
export type Trouble = ProxyReply | Failure;

/** Renews a token that has expired. */
export interface Renewal {
  /** Runs again with a new token if there is one. */
  authorised<Value>(
    run: (connection: Connection) => Promise<Outcome<Value, Trouble>>,
  ): Promise<Outcome<Value, Failure>>;
  /** null if there is a new token, otherwise the reason: the trouble with the old one, or the failed renewal. */
  renew(trouble: Trouble): Promise<Trouble | null>;
}

/** Milliseconds without any sign of activity. */
const PATIENCE = 15_000;
/** Milliseconds by which a timer is late only if the page has slept. */
const SLEPT = 5_000;

/**
 * The one time limit for everything that may neither answer nor fail: a request, one of our files, a function of the
 * host. After a page has slept, or is restored from the back-forward cache, nothing is under way any more, though no
 * event says so; the operation is therefore started again.
 *
 * @param run safe to start again; calls `heard` whenever more data arrives
 * @param life ends the operation when aborted
 */
export async function inTime<Value>(
  run: (signal: AbortSignal, heard: () => void) => Promise<Value>,
  patience = PATIENCE,
  life?: AbortSignal,
): Promise<Outcome<Value, Failure>> {
  for (;;) {
    const ending = new AbortController();
    const { signal } = ending;
    const end = () => ending.abort();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let late = 0;
    let isBack = false;
    /** @param persisted the page was restored from the back-forward cache */
    const look = ({ persisted, type }: Partial<PageTransitionEvent>) => {
      isBack = persisted === true || Date.now() > late;
      if (isBack || !type) end();
    };
    const heard = () => {
      clearTimeout(timer);
      late = Date.now() + patience + SLEPT;
      timer = setTimeout(() => look({}), patience);
    };
    // Undefined on a server, which has no page.
    globalThis.addEventListener?.('pageshow', look, { signal });
    life?.addEventListener('abort', end, { signal });
    try {
      if (life?.aborted) end();
      heard();
      const ended = new Promise<never>((_, fail) => signal.addEventListener('abort', fail));
      return success(await Promise.race([run(signal, heard), ended]));
    } catch {
      const isSilent = signal.aborted && !life?.aborted;
      if (!isBack || !isSilent) return failure(plainFailure(isSilent ? 'timed_out' : 'offline'));
    } finally {
      end();
      clearTimeout(timer);
    }
  }
}

export const MEDIA_TYPE = 'application/vnd.api+json';

export async function requestProxy(
  connection: Connection,
  path: string,
  { patience, send = connection.fetch, ...request }: ProxyRequest = {},
): Promise<Outcome<ProxyReply, Trouble>> {
  const outcome = await inTime(
    async (signal, heard) => {
      // The default sends no cookies across origins.
      const address = `${connection.endpoint}${path}`;
      const headers = { ...headersFor(connection), ...request.headers };
      const response = await send(address, { ...request, headers, signal }, heard);
      return {
        address,
        status: response.status,
        document: parseJson(await readText(response, heard)),
        retryAfter: readRetryAfter(response.headers.get('retry-after')),
      };
    },
    patience,
    request.keepalive === undefined ? connection.life : undefined,
  );
  return outcome.ok && outcome.value.status >= 400 ? failure(outcome.value) : outcome;
}

/** Reads chunk by chunk, so that a slow connection that still delivers is waited for. */
async function readText({ body }: Response, heard: () => void): Promise<string> {
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  while (reader) {
    heard();
    const { done, value } = await reader.read();
    if (done) break;
    text += decoder.decode(value, { stream: true });
  }
  return text;
}

/** Sends no `Authorization` while there is no token, as when a session is being requested. */
const headersFor = (connection: Connection): Readonly<Record<string, string>> => ({
  accept: MEDIA_TYPE,
  ...(connection.token && { authorization: `Bearer ${connection.token}` }),
});

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Reads whole seconds only; our proxy never sends the header's other form, a date. */
const readRetryAfter = (header: string | null): number | null =>
  header !== null && /^\d{1,6}$/.test(header.trim()) ? Number(header) : null;
