/**
 * The server's own connections to the services, over undici's `request`: a pool that ends with the server, and no copy
 * of a body. It follows the `Request` as `fetch` does: its signal, its body as it is read, its redirects.
 */
import { pipeline, Readable } from 'node:stream';
import { constants, createGunzip } from 'node:zlib';
import { Agent, type Dispatcher } from 'undici';
import { untilAborted } from '../clock.ts';
import type { Send } from '../service/send-request.ts';

export interface Connections {
  readonly send: Send;
  /** Ends what is still open; callers that wait for a reply get a connection error. */
  close(): Promise<void>;
}

type Received = Dispatcher.ResponseData;

export function createUndiciSend(): Connections {
  // No time limits of undici's own: the signal of the request bounds all of it.
  const agent = new Agent({ headersTimeout: 0, bodyTimeout: 0 });
  return {
    send: async (request) => {
      const options = await writeOptions(request);
      const { signal } = request;
      signal.throwIfAborted();
      return toResponse(await untilAborted(signal, agent.request({ ...options, signal })), request);
    },
    close: () => agent.destroy(),
  };
}

async function writeOptions(request: Request): Promise<Dispatcher.RequestOptions> {
  const { origin, pathname, search } = new URL(request.url);
  const headers = {
    'user-agent': 'apply-form',
    'accept-encoding': 'gzip',
    ...Object.fromEntries(request.headers),
  };
  return { origin, path: pathname + search, method: methodOf(request), headers, body: await bodyOf(request) };
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

function methodOf({ method }: Request): (typeof methods)[number] {
  const known = methods.find((one) => one === method);
  if (known === undefined) throw new TypeError(`The service is never asked with ${method}.`);
  return known;
}

/** A body with a known length is streamed; any other is read first to learn its length. */
async function bodyOf(request: Request): Promise<Buffer | Readable | null> {
  if (request.body === null) return null;
  if (!request.headers.has('content-length')) return Buffer.from(await request.arrayBuffer());
  return quiet(Readable.from(request.body, { objectMode: false }));
}

/** The reader of a stream gets its error there; an unhandled `error` event afterwards would end the process. */
const quiet = (stream: Readable): Readable => stream.on('error', () => undefined);

const redirects: readonly number[] = [301, 302, 303, 307, 308];
const bodiless: readonly number[] = [204, 205, 304];

/**
 * The signal of a request follows the one it was given only while something references the request, so it is kept
 * referenced.
 */
const requests = new WeakMap<Readable, Request>();

function toResponse({ statusCode, headers, body }: Received, request: Request): Response {
  requests.set(body, request);
  if (request.redirect === 'error' && redirects.includes(statusCode)) {
    quiet(body).destroy();
    throw new TypeError('The service answered with a redirect.');
  }
  // A status outside HTTP's range is treated as a server error (RFC 9110, 15).
  const status = statusCode > 599 ? 500 : statusCode;
  const init = { status, headers: toHeaders(headers) };
  if (!bodiless.includes(status)) return new Response(toWebStream(unzip(quiet(body), headers)), init);
  quiet(body).resume();
  return new Response(null, init);
}

function toHeaders(headers: Received['headers']): Headers {
  const copy = new Headers();
  for (const [name, value] of Object.entries(headers))
    for (const one of [value ?? []].flat()) copy.append(name, one);
  return copy;
}

/** As browsers and `fetch` do: a truncated reply yields the part that arrived. */
const lenient = { flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH };

/** Decodes only the encodings that were requested; a body in any other encoding is unreadable as JSON. */
function unzip(body: Readable, headers: Received['headers']): Readable {
  if (!/^(x-)?gzip$/i.test(String(headers['content-encoding'] ?? ''))) return body;
  return quiet(pipeline(body, createGunzip(lenient), () => undefined));
}

/** Reads nothing ahead of its consumer. */
function toWebStream(body: Readable): ReadableStream<Uint8Array> {
  const chunks = body.iterator();
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
    const { done, value } = await chunks.next();
    if (done === true) controller.close();
    else controller.enqueue(value);
  };
  return new ReadableStream({ pull, cancel: () => void body.destroy() }, { highWaterMark: 0 });
}
