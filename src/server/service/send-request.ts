/** One request to the service. The only place where the key is added, and only to the configured address. */
import { failure, type Outcome } from '../../core/model/failure.ts';
import { type Clock, withLimit } from '../clock.ts';
import type { StreamedBody } from './file-body.ts';
import { type Reply, readReply } from './read-reply.ts';
import type { ServiceError } from './service-error.ts';

export const MEDIA_TYPE = 'application/vnd.api+json';

export type Send = (request: Request) => Promise<Response>;

export interface ServiceAddress {
  /** `{base_url}` of the service, with or without a path. */
  readonly baseUrl: string;
  readonly key: string;
  readonly send: Send;
  readonly clock: Clock;
  /** Told of each request that went, and what became of it. */
  readonly onReply?: (outcome: ServiceOutcome) => void;
}

export interface ServiceOutcome {
  readonly isWrite: boolean;
  /** As `/api/v1/questions`, without the query. */
  readonly path: string;
  /** null: a 2xx that could be read. */
  readonly error: ServiceError | null;
  /** No name server knows the name of its host. */
  readonly isUnknownHost: boolean;
}

export interface ServiceRequest {
  /** Below the base address, beginning with `/api/v1/`. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  /** JSON text: makes it a write. */
  readonly body?: string | StreamedBody;
  /** Of a write; a read is a GET. */
  readonly method?: 'POST' | 'PATCH' | 'PUT';
  /** Milliseconds until the whole reply must be there. */
  readonly limit: number;
}

export async function sendRequest(
  address: ServiceAddress,
  request: ServiceRequest,
): Promise<Outcome<Reply, ServiceError>> {
  const target = writeAddress(address.baseUrl, request);
  if (target === null) return failure({ kind: 'bad_request', parameter: 'id' });
  const opened = await openBody(request.body);
  if (opened === null) return failure({ kind: 'unreadable_file' });
  const { stop, ...body } = opened;
  const { path, limit, method = 'POST' } = request;
  const tell = (error: ServiceError | null, isUnknownHost = false) =>
    address.onReply?.({ isWrite: request.body !== undefined, path, error, isUnknownHost });
  try {
    const { key, clock } = address;
    const reply = await withLimit(clock, limit, async (signal) => {
      const message = writeRequest(target, { key, signal, method, body });
      return readReply(await address.send(message), clock.now());
    });
    tell(reply.ok ? null : reply.error);
    return reply;
  } catch (error) {
    const cause = causeOf(error);
    tell(cause, codesOf(error).includes('ENOTFOUND'));
    return failure(cause);
  } finally {
    stop?.();
  }
}

/** What `Request` takes of a body; none makes it a GET. */
interface OpenedBody extends SentBody {
  readonly stop?: () => void;
}

interface SentBody {
  readonly body?: string | ReadableStream<Uint8Array>;
  readonly duplex?: 'half';
  readonly length?: number;
}

/** null when the file cannot be read: not a byte was sent. */
async function openBody(body: ServiceRequest['body']): Promise<OpenedBody | null> {
  if (body === undefined) return {};
  if (typeof body === 'string') return { body };
  const file = await body.open().catch(() => null);
  // `duplex` because no other way to send a stream exists; the length keeps it from being sent in chunks.
  if (file === null) return null;
  return { body: file.stream, duplex: 'half', length: body.length, stop: file.stop };
}

interface Message {
  readonly key: string;
  readonly signal: AbortSignal;
  readonly method: NonNullable<ServiceRequest['method']>;
  readonly body: SentBody;
}

/** Redirects are not followed: they could carry the key to another host. */
function writeRequest(target: URL, { key, signal, method, body: { length, ...body } }: Message): Request {
  const isWrite = body.body !== undefined;
  return new Request(target, {
    method: isWrite ? method : 'GET',
    headers: {
      accept: MEDIA_TYPE,
      'x-api-key': key,
      ...(isWrite ? { 'content-type': MEDIA_TYPE } : {}),
      ...(length === undefined ? {} : { 'content-length': String(length) }),
    },
    ...body,
    ...(body.duplex === undefined ? { redirect: 'manual' } : streaming),
    signal,
  });
}

/**
 * Without these, Node's `fetch` keeps a copy of the whole body in case it must be sent again: it does so unless a
 * redirect is an error and no window is asked for a password (Fetch, "HTTP-network-or-cache fetch", step 8).
 */
const streaming = { redirect: 'error', window: null } as const;

/** null when the path would lead elsewhere: an id may hold `..`, which an address resolves, or be empty: a list. */
function writeAddress(baseUrl: string, { path, query }: ServiceRequest): URL | null {
  const base = new URL(baseUrl);
  const wanted = base.pathname.replace(/\/$/, '') + path;
  const address = new URL(base.origin + wanted);
  for (const [name, value] of Object.entries(query ?? {})) address.searchParams.set(name, value);
  const isIt = address.origin === base.origin && address.pathname === wanted && !wanted.endsWith('/');
  return isIt ? address : null;
}

/** The connection never stood, so not a byte of the request left (Node's and undici's names of it). */
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
  if (nameOf(error) === 'TimeoutError') return { kind: 'timeout' };
  return { kind: codesOf(error).some((code) => notSentCodes.includes(code)) ? 'unreachable' : 'interrupted' };
}

const nameOf = (error: unknown): string =>
  error instanceof Error || error instanceof DOMException ? error.name : '';

/** `fetch` hides the socket's error in `cause`; several tried addresses come as `AggregateError`. */
function codesOf(error: unknown, depth = 3): readonly string[] {
  if (!(error instanceof Error) || depth === 0) return [];
  const code: unknown = Reflect.get(error, 'code');
  const inner = error instanceof AggregateError ? error.errors : [error.cause];
  return [
    ...(typeof code === 'string' ? [code] : []),
    ...inner.flatMap((cause) => codesOf(cause, depth - 1)),
  ];
}
