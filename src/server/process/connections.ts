/** The connections of the process: incoming ones on its port, and outgoing ones to services. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { pipeline, Readable } from 'node:stream';
import { constants, createGunzip } from 'node:zlib';
import { Agent, type Dispatcher } from 'undici';
import { failure, type Outcome, success } from '../../core/model/failure.ts';
import { after, type Clock, giveTurn, inTime, untilAborted } from '../clock.ts';
import type { Send } from '../service/send-request.ts';

export type Listener = (request: IncomingMessage, response: ServerResponse) => void;

export interface OpenPort {
  readonly server: Server;
  readonly port: number;
  /** Answers requests from now on, including those that were waiting. */
  answerWith(listener: Listener): void;
  /** Makes each reply close its connection from now on, so that the next request goes to another process. */
  closeAfterReplies(): void;
  /**
   * Accepts connections that have arrived, refuses new ones, and closes those that are still open after the grace
   * period.
   * @param grace milliseconds for requests in progress
   */
  close(grace?: number): Promise<void>;
}

/** Milliseconds: enough for a file of 10 MB from a phone with poor reception (17 kB/s). */
export const LONGEST_REQUEST = 600_000;

/** Opens the port; the error is a sentence for the person who starts the server. */
export async function openPort(host: string, port: number, clock: Clock): Promise<Outcome<OpenPort, string>> {
  const server = createServer({
    headersTimeout: 10_000,
    requestTimeout: LONGEST_REQUEST,
    maxHeaderSize: 16_384,
  });
  // All header lines are counted (below), because proxies on the way would still see a line that Node drops.
  server.maxHeadersCount = 0;
  const answerWith = queueRequests(server);
  const replies = watchReplies(server);
  const listening = await listen(server, host, port);
  if (!listening.ok) return listening;
  return success({
    server,
    port: listening.value,
    answerWith,
    closeAfterReplies: replies.closeAfterReplies,
    async close(grace = SHORT_GRACE) {
      const end = clock.monotonic() + grace;
      const remaining = () => Math.max(0, end - clock.monotonic());
      await inTime(clock, Math.min(ACCEPT_LIMIT, remaining()), acceptArrivals(server));
      const closed = new Promise<void>((resolve) => void server.close(() => resolve()));
      server.closeIdleConnections();
      await inTime(clock, SHORT_GRACE, closed);
      await inTime(clock, remaining(), Promise.race([closed, replies.whenSent()]));
      server.closeAllConnections();
      return closed;
    },
  });
}

/** Milliseconds for connections that have sent nothing, or only the first bytes. */
const SHORT_GRACE = 1_000;
/** Milliseconds after which the port closes even if connections continue to arrive. */
const ACCEPT_LIMIT = 3_000;

/**
 * Resolves after every connection and request that has arrived is accepted: unread ones of a busy process would be
 * reset when the port closes.
 */
async function acceptArrivals(server: Server): Promise<void> {
  let isNew = true;
  server.on('connection', () => {
    isNew = true;
  });
  while (isNew) {
    isNew = false;
    // The second turn is the first that certainly polls all sockets; it accepts one connection.
    await giveTurn();
    await giveTurn();
  }
}

function watchReplies(server: Server) {
  const open = new Set<ServerResponse>();
  let isClosing = false;
  let end: () => void = () => undefined;
  server.on('request', (_request, response) => {
    open.add(response);
    if (isClosing) closeAfter(response);
    response.once('close', () => {
      open.delete(response);
      if (open.size === 0) end();
    });
  });
  return {
    closeAfterReplies(): void {
      isClosing = true;
      for (const response of open) closeAfter(response);
    },
    /** Resolves when no request is in progress. */
    whenSent: () =>
      new Promise<void>((resolve) => {
        end = resolve;
        if (open.size === 0) resolve();
      }),
  };
}

function closeAfter(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('connection', 'close');
}

/** Queues requests until there is a handler, which needs the port number and is therefore created later. */
function queueRequests(server: Server): (listener: Listener) => void {
  let begin: (listener: Listener) => void = () => undefined;
  const listener = new Promise<Listener>((resolve) => {
    begin = resolve;
  });
  server.on('request', (request, response) => void listener.then((answer) => answer(request, response)));
  return begin;
}

/**
 * The most connections that wait to be accepted; the system may allow fewer (`net.core.somaxconn`, 4,096 on Linux).
 * Further ones are dropped, and their clients retry after 1, 3 and 7 s, while a refusal would arrive at once.
 */
const BACKLOG = 4_096;

async function listen(server: Server, host: string, port: number): Promise<Outcome<number, string>> {
  server.listen({ port, host, backlog: BACKLOG });
  try {
    await once(server, 'listening');
  } catch (error) {
    return failure(describeListenError(error, host, port));
  }
  const address = server.address();
  return success(typeof address === 'object' && address !== null ? address.port : port);
}

function describeListenError(error: unknown, host: string, port: number): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return code === 'EADDRINUSE'
    ? `Port ${port} on ${host} is in use by another program. Stop it, or set PORT to another number.`
    : `Apply Form cannot listen on ${host}, port ${port} (${code}): set HOST to an address of this machine, and PORT to a port that this account may use.`;
}

export interface DrainDependencies {
  /** The drain window: the time between the signal to stop and the closing of the port. */
  readonly seconds: number;
  readonly clock: Clock;
  /** Answers waiting callers, and sends their connections elsewhere. */
  begin(): void;
  /** @param grace milliseconds for requests in progress; a moment by default */
  close(grace?: number): Promise<void>;
}

/** Milliseconds: with the drain window and one POST to the service, less than the 30 s that Kubernetes allows. */
const GRACE = 10_000;

export function createDrain({ seconds, clock, begin, close }: DrainDependencies) {
  const window = new AbortController();
  let stopping: Promise<void> | null = null;
  let closing: Promise<void> | null = null;
  const closeOnce = (grace?: number): Promise<void> => {
    closing ??= close(grace);
    return closing;
  };
  const drain = async () => {
    begin();
    await clock.sleep(seconds * 1_000, window.signal);
    await closeOnce(GRACE);
  };
  return {
    /** Resolves when every resource is released. */
    stop(): Promise<void> {
      stopping ??= drain();
      return stopping;
    },
    /** Ends the drain window, so that the port closes at once; returns false if it is closing already. */
    skipDrain(): boolean {
      if (closing !== null) return false;
      window.abort();
      return true;
    },
    /** Stops without a drain window. */
    close(): Promise<void> {
      if (stopping === null) begin();
      return closeOnce();
    },
  };
}

/** Milliseconds in which a body without a valid token must arrive; it has at most 16 kB. */
export const BODY_WITHOUT_TOKEN = 20_000;
/** Milliseconds for an application, which has at most 1 MB and usually a few kB. */
export const BODY_OF_APPLICATION = 60_000;

const deadlines = new WeakMap<object, (milliseconds: number) => void>();

/** Closes the connection if the body is not complete in time. */
export function limitBody(incoming: IncomingMessage, response: ServerResponse, clock: Clock): void {
  if (!hasBody(incoming)) return;
  let cancel = () => {};
  const extend = (milliseconds: number) => {
    cancel();
    cancel = after(clock, milliseconds, () => endRequest(incoming, response));
  };
  extend(BODY_WITHOUT_TOKEN);
  deadlines.set(incoming, extend);
  incoming.once('close', () => cancel());
}

/** Restarts the time limit of a request, because its sender may have a slow connection. */
export const extendDeadline = (incoming: object, milliseconds: number): void =>
  deadlines.get(incoming)?.(milliseconds);

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';

/** Ends a request as Node does after a timeout. */
function endRequest({ complete, socket }: IncomingMessage, { headersSent }: ServerResponse): void {
  if (complete) return;
  if (headersSent) socket.destroy();
  else socket.end('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n', () => socket.destroy());
}

/** Lines: browsers and gateways send about 30, and each costs time. */
const MOST_HEADERS = 100;

/** Replies with 431 if there are more; the rest of the request is not read. */
export function refuseManyHeaders({ rawHeaders }: IncomingMessage, response: ServerResponse): boolean {
  if (rawHeaders.length <= 2 * MOST_HEADERS) return false;
  response.writeHead(431, { connection: 'close' }).end();
  return true;
}

/** Characters: a DNS name, a colon and a port. */
const LONGEST_HOST = 260;
const host = /^(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+)(:\d{1,5})?$/;

/** With two `Host` lines, a gateway may have used one and we the other (RFC 9112, 3.2). */
export function hasOneHost({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): boolean {
  const isHost = (index: number) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === 'host';
  const [value = '', ...more] = rawHeaders.filter((_, index) => isHost(index));
  return more.length === 0 && value.length <= LONGEST_HOST && host.test(value);
}

export interface Connections {
  readonly send: Send;
  /** Closes open connections; callers that wait for a reply get a connection error. */
  close(): Promise<void>;
}

type Received = Dispatcher.ResponseData;

export function createUndiciSend(): Connections {
  // Turns off undici's own time limits, because the signal of the request limits the whole exchange.
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
  const known = methods.find((name) => name === method);
  if (known === undefined) throw new TypeError(`${method} is not a method for the service.`);
  return known;
}

/** A body with a known length is streamed; any other is read first to learn its length. */
async function bodyOf(request: Request): Promise<Buffer | Readable | null> {
  if (request.body === null) return null;
  if (!request.headers.has('content-length')) return Buffer.from(await request.arrayBuffer());
  return ignoreErrors(Readable.from(request.body, { objectMode: false }));
}

/**
 * Ignores `error` events: the reader of the stream gets its error, and an unhandled event afterwards would end the
 * process.
 */
const ignoreErrors = (stream: Readable): Readable => stream.on('error', () => undefined);

const redirects: readonly number[] = [301, 302, 303, 307, 308];
const bodiless: readonly number[] = [204, 205, 304];

/** A request's signal follows its source only while the request is referenced, so this keeps the reference. */
const requests = new WeakMap<Readable, Request>();

function toResponse({ statusCode, headers, body }: Received, request: Request): Response {
  requests.set(body, request);
  if (request.redirect === 'error' && redirects.includes(statusCode)) {
    ignoreErrors(body).destroy();
    throw new TypeError('The service answered with a redirect.');
  }
  // A status outside HTTP's range counts as a server error (RFC 9110, 15).
  const status = statusCode > 599 ? 500 : statusCode;
  const init = { status, headers: toHeaders(headers) };
  if (!bodiless.includes(status)) return new Response(toWebStream(unzip(ignoreErrors(body), headers)), init);
  ignoreErrors(body).resume();
  return new Response(null, init);
}

function toHeaders(headers: Received['headers']): Headers {
  const copy = new Headers();
  for (const [name, value] of Object.entries(headers))
    for (const line of [value ?? []].flat()) copy.append(name, line);
  return copy;
}

/** As in browsers and `fetch`, a truncated reply yields the part that arrived. */
const lenient = { flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH };

/** Decodes only the encodings that were requested; a body in any other encoding is unreadable as JSON. */
function unzip(body: Readable, headers: Received['headers']): Readable {
  if (!/^(x-)?gzip$/i.test(String(headers['content-encoding'] ?? ''))) return body;
  return ignoreErrors(pipeline(body, createGunzip(lenient), () => undefined));
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
