/**
 * The server's own connections to the services, over undici's `request`: a pool that ends when the server does, and
 * no copy of a body. It does what the `Request` says, as `fetch` does: its signal, its body as it is read, its
 * redirects.
 */
import { pipeline, Readable } from 'node:stream';
import { constants, createGunzip } from 'node:zlib';
import { Agent, type Dispatcher } from 'undici';
import { chunksOf } from '../service/read-reply.ts';
import type { Send } from '../service/send-request.ts';

export interface Connections {
  readonly send: Send;
  /** Ends what is still open; who was waiting for a reply learns that the connection broke. */
  close(): Promise<void>;
}

type Received = Dispatcher.ResponseData;

export function createUndiciSend(): Connections {
  // No limits of undici's own: the request's signal bounds the whole of it.
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

/** A body that tells its length goes out as it is read; of any other the length has to be known first. */
async function bodyOf(request: Request): Promise<Buffer | Readable | null> {
  if (request.body === null) return null;
  if (!request.headers.has('content-length')) return Buffer.from(await request.arrayBuffer());
  return quiet(Readable.from(chunksOf(request.body), { objectMode: false }));
}

/** Whoever reads a stream hears of its error there; an `error` event after that would end the process. */
const quiet = (stream: Readable): Readable => stream.on('error', () => undefined);

/** undici hears of an abort only once its connection stands. */
function untilAborted(signal: AbortSignal, work: Promise<Received>): Promise<Received> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

const redirects: readonly number[] = [301, 302, 303, 307, 308];
const bodiless: readonly number[] = [204, 205, 304];

/** A request's own signal follows the one that it was given only as long as the request is held by somebody. */
const requests = new WeakMap<Readable, Request>();

function toResponse({ statusCode, headers, body }: Received, request: Request): Response {
  requests.set(body, request);
  if (request.redirect === 'error' && redirects.includes(statusCode)) {
    quiet(body).destroy();
    throw new TypeError('The service answered with a redirect.');
  }
  // No status that HTTP knows counts as a failure of the server (RFC 9110, 15).
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

/** As browsers and `fetch` are: of half a reply, half is read. */
const lenient = { flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH };

/** Only what was asked for; bytes in another packing are no JSON to anybody. */
function unzip(body: Readable, headers: Received['headers']): Readable {
  if (!/^(x-)?gzip$/i.test(String(headers['content-encoding'] ?? ''))) return body;
  return quiet(pipeline(body, createGunzip(lenient), () => undefined));
}

/** Nothing is read ahead of who reads it. */
function toWebStream(body: Readable): ReadableStream<Uint8Array> {
  const chunks = body.iterator();
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
    const { done, value } = await chunks.next();
    if (done === true) controller.close();
    else controller.enqueue(value);
  };
  return new ReadableStream({ pull, cancel: () => void body.destroy() }, { highWaterMark: 0 });
}
