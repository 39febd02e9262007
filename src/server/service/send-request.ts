/** Sends requests to the service. Only this file adds the key, and only for the configured address. */
import type * as z from 'zod';
import { failure, type Outcome, success } from '../../core/model/failure.ts';
import { type Clock, withLimit } from '../clock.ts';
import type { StreamedBody } from './bodies.ts';
import { readFaults, readRefusal } from './refusals.ts';
import type { ServiceError } from './service-error.ts';

export const MEDIA_TYPE = 'application/vnd.api+json';

export type Send = (request: Request) => Promise<Response>;

interface ServiceAddress {
  /** `{base_url}` of the service, with or without a path. */
  readonly baseUrl: string;
  readonly key: string;
  readonly send: Send;
  readonly clock: Clock;
  /** Called with the outcome of each request that was sent. */
  readonly onReply?: (outcome: ServiceOutcome) => void;
}

export interface ServiceOutcome {
  readonly isWrite: boolean;
  /** Path such as `/api/v1/questions`, without the query. */
  readonly path: string;
  /** null for a readable 2xx. */
  readonly error: ServiceError | null;
  /** True if no name server knows the host. */
  readonly isUnknownHost: boolean;
}

export interface ServiceRequest {
  /** Path below the base address, beginning with `/api/v1/`. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  /** JSON text; its presence makes the request a write. */
  readonly body?: string | StreamedBody;
  /** Method of a write; a read is a GET. */
  readonly method?: 'POST' | 'PATCH' | 'PUT';
  /** Milliseconds until the whole reply must arrive. */
  readonly limit: number;
}

export type ResourceType = 'answers' | 'applications' | 'job_seekers' | 'jobs' | 'job_postings' | 'questions';

export const listPath = (type: ResourceType): string => `/api/v1/${type}`;

export const resourcePath = (type: ResourceType, id: string): string =>
  `${listPath(type)}/${encodeURIComponent(id)}`;

export async function sendRequest(address: ServiceAddress, request: ServiceRequest): Sent {
  const target = writeAddress(address.baseUrl, request);
  if (target === null) return failure({ kind: 'bad_request', parameter: 'id' });
  const { body, path, limit, method = 'POST' } = request;
  const { key, send, clock, onReply } = address;
  const file = typeof body === 'object' ? await body.open().catch(() => null) : undefined;
  if (file === null) return failure({ kind: 'unreadable_file' });
  const isWrite = body !== undefined;
  const report = (error: ServiceError | null, isUnknownHost = false) =>
    onReply?.({ isWrite, path, error, isUnknownHost });
  const headers = {
    accept: MEDIA_TYPE,
    'x-api-key': key,
    ...(isWrite && { 'content-type': MEDIA_TYPE }),
    // Without a length the stream would be sent in chunks.
    ...(typeof body === 'object' && { 'content-length': String(body.length) }),
  };
  const bodyInit = {
    ...(typeof body === 'string' && { body }),
    ...(file === undefined ? noRedirects : { body: file.stream, ...streamInit }),
  };
  try {
    const reply = await withLimit(clock, limit, async (signal) => {
      const init = { method: isWrite ? method : 'GET', headers, signal, ...bodyInit };
      const message = new Request(target, init);
      inFlight.add(message);
      try {
        return await readReply(await send(message), clock.now());
      } finally {
        inFlight.delete(message);
      }
    });
    report(reply.ok ? null : reply.error);
    return reply;
  } catch (error) {
    const cause = causeOf(error);
    report(cause, codesOf(error).includes('ENOTFOUND'));
    return failure(cause);
  } finally {
    file?.stop();
  }
}

/** A request's signal follows its source only while the request is referenced. */
const inFlight = new Set<Request>();

/** Redirects are not followed, because they could carry the key to another host. */
const noRedirects = { redirect: 'manual' } as const;

/**
 * `duplex` is required to send a stream. Without the other two, Node's `fetch` keeps a copy of the whole body in case
 * it must be sent again: it does so unless a redirect is an error and no window can be asked for a password (Fetch,
 * "HTTP-network-or-cache fetch", step 8).
 */
const streamInit = { duplex: 'half', redirect: 'error', window: null } as const;

/**
 * Gives null if the path would lead elsewhere: an id may contain `..`, which an address resolves, or be empty, which
 * would request the list.
 */
function writeAddress(baseUrl: string, { path, query }: ServiceRequest): URL | null {
  const base = new URL(baseUrl);
  const wholePath = base.pathname.replace(/\/$/, '') + path;
  const address = new URL(base.origin + wholePath);
  for (const [name, value] of Object.entries(query ?? {})) address.searchParams.set(name, value);
  const isSameAddress =
    address.origin === base.origin && address.pathname === wholePath && !wholePath.endsWith('/');
  return isSameAddress ? address : null;
}

/** Codes of Node and undici for a connection that was never established, so that nothing was sent. */
const notSentCodes = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'ERR_TLS_CERT_ALTNAME_INVALID',
];

function causeOf(error: unknown): ServiceError {
  const isTimeout =
    (error instanceof Error || error instanceof DOMException) && error.name === 'TimeoutError';
  if (isTimeout) return { kind: 'timeout' };
  return { kind: codesOf(error).some((code) => notSentCodes.includes(code)) ? 'unreachable' : 'interrupted' };
}

/** `fetch` hides the socket's error in `cause`; several tried addresses are reported as `AggregateError`. */
function codesOf(error: unknown, depth = 3): readonly string[] {
  if (!(error instanceof Error) || depth === 0) return [];
  const code: unknown = Reflect.get(error, 'code');
  const inner = error instanceof AggregateError ? error.errors : [error.cause];
  return [
    ...(typeof code === 'string' ? [code] : []),
    ...inner.flatMap((cause) => codesOf(cause, depth - 1)),
  ];
}

/** Bytes of one reply after decompression: a page of 1,000 questions with their children is about 2 MB. */
const REPLY_LIMIT_BYTES = 8 * 1_048_576;

/** Seconds; a longer wait is a mistake or an attack. */
const RETRY_AFTER_LIMIT = 900;

export interface Received {
  /** Always a 2xx. */
  readonly status: number;
  readonly document: unknown;
  /** Milliseconds that the service's clock is ahead of ours, to about a second; null if unknown. */
  readonly clockAhead: number | null;
}

export async function readReply(response: Response, now: number): Sent {
  const { status } = response;
  const text = await readLimited(response);
  if (text === null) return failure({ kind: 'bad_document', status });
  const document = parseJson(text);
  if (response.ok && document !== undefined)
    return success({ status, document, clockAhead: clockAheadOf(response, now) });
  return failure(refusalOf(status, document, retryAfterOf(response, now)));
}

function refusalOf(status: number, document: unknown, retryAfter: number | null): ServiceError {
  if (status === 401) return { kind: 'unauthorized' };
  if (status === 403) return { kind: 'forbidden' };
  if (status === 429) return { kind: 'rate_limited', retryAfter };
  if (status >= 500) return { kind: 'server_error', status };
  const faults = readFaults(document);
  if (status < 400 || faults === null) return { kind: 'bad_document', status };
  const named = readRefusal(faults);
  if (status === 400) return { kind: 'bad_request', ...(named.members.length > 0 && named) };
  if (status === 404) return { kind: 'not_found' };
  return [409, 413, 415, 422].includes(status)
    ? { kind: 'invalid', pointers: faults.flatMap(({ pointer }) => pointer ?? []), ...named }
    : { kind: 'bad_document', status };
}

/** `Date` is truncated to seconds, so on average half a second is missing. */
function clockAheadOf(response: Response, now: number): number | null {
  const date = Date.parse(response.headers.get('date') ?? '');
  return Number.isNaN(date) ? null : date + 500 - now;
}

/** Reads seconds or an HTTP date (RFC 9110, 10.2.3); null for anything else. */
function retryAfterOf(response: Response, now: number): number | null {
  const header = response.headers.get('retry-after')?.trim() ?? '';
  const seconds = /^\d+$/.test(header) ? Number(header) : Math.ceil((Date.parse(header) - now) / 1000);
  return Number.isNaN(seconds) ? null : Math.min(Math.max(seconds, 0), RETRY_AFTER_LIMIT);
}

/** Gives undefined if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Counts the bytes as they arrive: the declared length says nothing about the size of a decompressed body. */
async function readLimited(response: Response): Promise<string | null> {
  if (response.body === null) return '';
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for await (const chunk of response.body) {
    size += chunk.byteLength;
    if (size > REPLY_LIMIT_BYTES) return null;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

type Sent = Promise<Outcome<Received, ServiceError>>;

export type Reply<Value> = Promise<Outcome<Value, ServiceError>>;

export function parseReply<Value>(
  reply: Outcome<Received, ServiceError>,
  schema: z.ZodType<Value>,
): Outcome<Value, ServiceError> {
  if (!reply.ok) return reply;
  const { document, status } = reply.value;
  const parsed = schema.safeParse(document);
  return parsed.success ? success(parsed.data) : failure({ kind: 'bad_document', status });
}

/** A 204 is a success without a document (JSON:API, 9.2.4). */
export function parseUpdate<Value>(
  reply: Outcome<Received, ServiceError>,
  schema: z.ZodType<Value>,
): Outcome<Value | null, ServiceError> {
  const isBare = !reply.ok && reply.error.kind === 'bad_document' && reply.error.status === 204;
  return isBare ? success(null) : parseReply(reply, schema);
}

/** Milliseconds for a read. */
const READ_LIMIT = 10_000;
/** Milliseconds for a write (`APPLY_SEND_SECONDS`). */
const WRITE_LIMIT = 15_000;
/**
 * Bytes of a file that a slow connection carries in a second, which extend the time limit
 * (`src/server/ledger/README.md#figures`).
 */
export const SLOWEST_UPLOAD = 262_144;
/** Bytes of the largest file. */
export const LARGEST_FILE = 30 * 1_048_576;

/** Bytes of all files of one request, as many as one subject may stage. */
export const LARGEST_BODY = 100 * 1_048_576;

/** Milliseconds for a write with this many bytes. */
export const writeLimitOf = (bytes: number, limit = WRITE_LIMIT): number =>
  limit + Math.ceil((bytes / SLOWEST_UPLOAD) * 1000);

export type Get = (request: Omit<ServiceRequest, 'limit' | 'body'>) => Sent;

/** Sends a write once. The size of its files, in `bytes`, extends the time limit. */
export type Write = (request: Omit<ServiceRequest, 'limit'>, bytes: number) => Sent;

/** Returns functions for requests to one service, with time limits in milliseconds. */
export function connectService(
  address: ServiceAddress,
  { readLimit = READ_LIMIT, writeLimit }: { readonly readLimit?: number; readonly writeLimit?: number },
) {
  const limitOf = (bytes: number) => writeLimitOf(bytes, writeLimit);
  const get: Get = (request) => sendRequest(address, { ...request, limit: readLimit });
  const write: Write = (request, bytes) => sendRequest(address, { ...request, limit: limitOf(bytes) });
  return { get, write, limitOf };
}
