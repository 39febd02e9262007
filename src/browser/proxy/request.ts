/** One request to the proxy: every way it can end is an `Outcome`. */
import { failure, type Outcome } from '../../core/model/outcome.ts';
import type { Connection, ProxyReply, ProxyRequest, Trouble } from './connection.ts';
import { inTime } from './in-time.ts';

export const MEDIA_TYPE = 'application/vnd.api+json';

export async function requestProxy(
  connection: Connection,
  path: string,
  { patience, ...request }: ProxyRequest = {},
): Promise<Outcome<ProxyReply, Trouble>> {
  const outcome = await inTime(
    async (signal, heard) => {
      // No cookies leave a page of another origin. Said in so many words (`omit`), it would also need a line of its own.
      const address = `${connection.endpoint}${path}`;
      const response = await connection.fetch(address, {
        ...request,
        headers: { ...headersFor(connection), ...request.headers },
        signal,
      });
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

/** Reads whole seconds only; our proxy never sends the header's other form, a date. */
export const readRetryAfter = (header: string | null): number | null =>
  header !== null && /^\d{1,6}$/.test(header.trim()) ? Number(header) : null;
