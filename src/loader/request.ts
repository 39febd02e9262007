/** One request to the proxy: every way it can end is an `Outcome`. */
import { plainFailure } from '../documents/read-failure.ts';
import type { Failure } from '../model/failure.ts';
import { failure, type Outcome, success } from '../model/outcome.ts';
import type { Connection } from './connection.ts';

export const MEDIA_TYPE = 'application/vnd.api+json';

export interface ProxyReply {
  readonly status: number;
  /** Parsed JSON; null when the body was empty or not JSON. */
  readonly document: unknown;
  /** Seconds. */
  readonly retryAfter: number | null;
}

export interface ProxyRequest {
  readonly method?: 'GET' | 'POST' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly keepalive?: boolean;
  readonly signal?: AbortSignal;
}

/** Why there is no value: a reply that is yet to be read (`read-trouble.ts`), or what was clear at once. */
export type Trouble = ProxyReply | Failure;

export async function requestProxy(
  connection: Connection,
  path: string,
  request: ProxyRequest = {},
): Promise<Outcome<ProxyReply, Trouble>> {
  const reply = await send(connection, path, request);
  if (reply === null) return failure(plainFailure('offline'));
  return reply.status < 400 ? success(reply) : failure(reply);
}

/** null when no reply came: no network, a blocked request, or aborted. */
async function send(connection: Connection, path: string, request: ProxyRequest): Promise<ProxyReply | null> {
  try {
    const response = await connection.fetch(`${connection.endpoint}${path}`, {
      ...request,
      headers: { ...headersFor(connection), ...request.headers },
      credentials: 'omit',
    });
    return {
      status: response.status,
      document: parseJson(await response.text()),
      retryAfter: readRetryAfter(response.headers.get('retry-after')),
    };
  } catch {
    return null;
  }
}

/** Without a token (a session is only just asked for) no `Authorization`. */
export const headersFor = (connection: Connection): Readonly<Record<string, string>> => ({
  accept: MEDIA_TYPE,
  ...(connection.token && { authorization: `Bearer ${connection.token}` }),
});

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Whole seconds; the other form of the header, a date, is not sent by our proxy. */
export const readRetryAfter = (header: string | null): number | null =>
  header !== null && /^\d{1,6}$/.test(header.trim()) ? Number(header) : null;
