/** Routes each request of the port to the sandbox, to a page or file, or to the proxy. */
import type { IncomingMessage } from 'node:http';
import { isIPv4, isIPv6 } from 'node:net';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { getRequestListener, RequestError } from '@hono/node-server';
import type { Clock } from '../clock.ts';
import type { ApplyProxy } from '../http/create-proxy.ts';
import { MEDIA_TYPE, refuse } from '../http/replies.ts';
import type { ComposedServer } from './compose.ts';
import type { Configuration } from './configuration/configuration.ts';
import {
  BODY_OF_APPLICATION,
  extendDeadline,
  hasOneHost,
  type Listener,
  LONGEST_REQUEST,
  limitBody,
  refuseManyHeaders,
} from './connections.ts';
import type { Middleware } from './development-pages.ts';
import type { SandboxMode } from './sandbox-mode.ts';
import { ATTENTION, acceptedEncodings, isPageRequest, NEGOTIATED_BY, type Site, serveSite } from './site.ts';

export interface Handlers {
  readonly proxy: ApplyProxy;
  /** null if the server uses a real service. */
  readonly mode: SandboxMode | null;
  readonly site: Site;
  readonly configuration: Configuration;
  readonly composed: ComposedServer;
  readonly admission: Admission;
  readonly clock: Clock;
}

/** Answers requests without a connection, as if they came from this machine; `Host` may be missing. */
export const createFetch =
  (handlers: Handlers) =>
  (request: Request): Promise<Response> => {
    const host = request.headers.get('host') ?? new URL(request.url).host;
    const headers = { ...Object.fromEntries(request.headers), host };
    const socket = { remoteAddress: '127.0.0.1' };
    const incoming = { socket, headers, rawHeaders: Object.entries(headers).flat() };
    const url = new URL(request.url);
    url.host = host;
    url.pathname = withoutPath(url.pathname, handlers.configuration.publicPath);
    const localRequest = new Request(new Request(url, request), { headers });
    return answer(handlers, localRequest, incoming);
  };

/**
 * Replaces Request and Response of the whole process by the lighter ones of the listener, which halves the work per
 * request.
 */
export function createListener(handlers: Handlers, fallback: Middleware | null): Listener {
  const listener = getRequestListener((request, { incoming }) => answer(handlers, request, incoming), {
    errorHandler: (error) => answerUnexpected(handlers.composed, error),
  });
  const { publicUrl, publicPath } = handlers.configuration;
  // Below a path, other servers may use the same host name, so it is not ours to bind to https.
  const isSecure = publicPath === '' && publicUrl?.startsWith('https:') === true;
  return (request, response) => {
    request.url = withoutPath(request.url ?? '/', publicPath);
    if (refuseManyHeaders(request, response)) return;
    limitBody(request, response, handlers.clock);
    if (isSecure) response.setHeader('strict-transport-security', STRICT_TRANSPORT);
    const isForeign = handlers.mode?.isForeign(request.headers.host) === true;
    const isForFallback = fallback !== null && !isForeign && isPage(handlers, request);
    if (isForFallback) fallback(request, response, () => void listener(request, response));
    else void listener(request, response);
  };
}

/**
 * After one visit by https, browsers use only https for a year. Subdomains (`includeSubDomains`) are not ours to bind,
 * and only the owner of the domain may request the browsers' list (`preload`).
 */
const STRICT_TRANSPORT = 'max-age=31536000';

/** Removes our path, which some gateways pass on, and the second slash that others leave. */
const withoutPath = (address: string, publicPath: string): string =>
  publicPath === ''
    ? address
    : (address.startsWith(`${publicPath}/`) ? address.slice(publicPath.length) : address).replace(
        /^\/{2,}/,
        '/',
      );

/** In development, Vite serves the pages; everything else is the same. */
function isPage({ site }: Handlers, { url = '/', headers }: IncomingMessage): boolean {
  const path = url.split('?')[0] ?? '/';
  const { accept, authorization } = headers;
  if (path === ATTENTION && isPageRequest(accept, authorization)) return true;
  const servedByUs =
    /^\/(sandbox|sessions|demo\/sessions|api|files|submissions|healthz|readyz|metrics|attention|hosts)(\/|$)/;
  // Classic scripts for pages on other sites, because Vite only serves modules.
  const builtFiles = /^\/((apply-form|frame|preview)\.js$|integrity\.json$|assets\/|\d+\.\d+\.\d+\/)/;
  return !servedByUs.test(path) && !(builtFiles.test(path) && site.has(path));
}

/** The route label that all static files share in metrics and log. */
const PAGES = 'pages and files';

async function answer(handlers: Handlers, request: Request, incoming: Caller): Promise<Response> {
  const { publicPath } = handlers.configuration;
  if (publicPath === '') return answerAtRoot(handlers, request, incoming);
  const isFolder = new URL(request.url).pathname === publicPath;
  const reply = isFolder
    ? new Response(null, { status: 308, headers: { location: '/' } })
    : await answerAtRoot(handlers, request, incoming);
  const location = reply.headers.get('location');
  if (location?.startsWith('/')) reply.headers.set('location', publicPath + location);
  return reply;
}

async function answerAtRoot(handlers: Handlers, request: Request, incoming: Caller): Promise<Response> {
  if (!hasOneHost(incoming)) return refuseHost();
  const { mode, site, configuration, composed, clock } = handlers;
  const sandboxReply = await mode?.answer(request, incoming);
  if (sandboxReply) return sandboxReply;
  if (request.method === 'GET' || request.method === 'HEAD') {
    const startedAt = clock.monotonic();
    const page = await serveSite(site, configuration, request);
    const seconds = (clock.monotonic() - startedAt) / 1000;
    if (page !== null) {
      composed.metrics.onReply({ method: request.method, route: PAGES, status: page.status, seconds });
      return page;
    }
  }
  const reply = await answerByProxy(handlers, request, incoming);
  if (new URL(request.url).pathname === ATTENTION) reply.headers.append('vary', NEGOTIATED_BY);
  return reply;
}

async function answerByProxy(
  { proxy, configuration, admission }: Handlers,
  request: Request,
  incoming: Caller,
): Promise<Response> {
  const address = clientAddress(incoming, configuration.trustProxy);
  const { pathname } = new URL(request.url);
  const slot = admission(request.method, pathname);
  if (slot === null) return proxy.fetch(request, { address, overloaded: retryAfter() });
  const tokenOpened = (isVisitor: boolean) => {
    if (isVisitor && !slot.countAsVisitor()) return retryAfter();
    extendDeadline(incoming, pathname === '/submissions' ? BODY_OF_APPLICATION : LONGEST_REQUEST);
    return null;
  };
  try {
    return compressReply(request, await proxy.fetch(request, { address, tokenOpened, stored: slot.leave }));
  } finally {
    slot.leave();
  }
}

/** Closes the connection, because its next bytes may be meant for another server. */
function refuseHost(): Response {
  const reply = refuse({
    code: 'bad_request',
    detail: 'A request must have exactly one valid Host header.',
  });
  reply.headers.set('connection', 'close');
  return reply;
}

function answerUnexpected({ reportUnexpected }: ComposedServer, error: unknown): Response {
  // The requested target is not a valid address.
  if (error instanceof RequestError) return refuse({ code: 'bad_request' });
  reportUnexpected(error, PAGES);
  return refuse({ code: 'service_unavailable', detail: 'An unexpected error occurred.' });
}

/** Open requests of one kind: reads have a separate cap, so that they cannot prevent receipts. */
const MOST_OPEN = 256;

/** One open request. */
interface Slot {
  /** Returns false if visitors have used up their share, so that this request must be refused. */
  countAsVisitor(): boolean;
  /** May be called several times. */
  leave(): void;
}

const unbounded: Slot = { countAsVisitor: () => true, leave: () => undefined };

export type Admission = ReturnType<typeof createAdmission>;

export function createAdmission(most: number = MOST_OPEN) {
  const slots = { receipts: createSlots(most), others: createSlots(most) };
  /** Gives null if too many requests are open. */
  return (method: string, path: string): Slot | null => {
    const kind = kindOf(method, path);
    return kind === null ? unbounded : slots[kind]();
  };
}

/** A quarter is reserved for applicants whom a back end vouches for. */
function createSlots(most: number): () => Slot | null {
  const open = new Set<Slot>();
  const visitors = new Set<Slot>();
  return () => {
    if (open.size >= most) return null;
    const slot: Slot = {
      countAsVisitor() {
        const isFree = visitors.size < Math.ceil((most * 3) / 4);
        if (isFree) visitors.add(slot);
        return isFree;
      },
      leave() {
        open.delete(slot);
        visitors.delete(slot);
      },
    };
    open.add(slot);
    return slot;
  };
}

/** Gives null if there is no cap: uploads take as long as the connection needs, and have their own limits. */
function kindOf(method: string, path: string): 'receipts' | 'others' | null {
  if (method === 'POST' && path === '/submissions') return 'receipts';
  return /^\/(?:sessions|submissions|api)(?:\/|$)/.test(path) && method !== 'OPTIONS' ? 'others' : null;
}

/** Seconds until a retry, and the most that is added at random, so that refused clients do not all return at once. */
const [RETRY, SPREAD] = [2, 6];

const retryAfter = (): number => RETRY + Math.round(SPREAD * Math.random());

/** Bytes. Compression does not speed up a reply that fits into one packet. */
const ONE_PACKET = 1_400;
const compress = promisify(gzip);

export async function compressReply(request: Request, reply: Response): Promise<Response> {
  const { status, headers } = reply;
  const isDocument = headers.get('content-type') === MEDIA_TYPE && !headers.has('content-encoding');
  if (!isDocument || !acceptedEncodings(request).includes('gzip') || reply.body === null) return reply;
  const bytes = await reply.arrayBuffer();
  if (bytes.byteLength <= ONE_PACKET) return new Response(bytes, { status, headers });
  headers.append('vary', 'Accept-Encoding');
  headers.set('content-encoding', 'gzip');
  return new Response(new Uint8Array(await compress(bytes)), { status, headers });
}

/** The part of Node's request that identifies the client. */
export interface Caller extends Pick<IncomingMessage, 'headers' | 'rawHeaders'> {
  readonly socket: { readonly remoteAddress?: string | undefined };
}

/**
 * The address that rate limits count: an IPv4 address, or the first half of an IPv6 one. Each proxy in front appends
 * the address it saw to `X-Forwarded-For` or `Forwarded` (RFC 7239). Only the entries that our own proxies appended
 * count: a visitor can forge earlier ones, and a whole header that our proxies do not write. If an entry is not an
 * address, or the two headers disagree, the address of the connection is used.
 */
export function clientAddress(
  { socket, headers }: Omit<Caller, 'rawHeaders'>,
  trustedProxies: number,
): string {
  const { remoteAddress = 'unknown address' } = socket;
  const connection = normaliseAddress(remoteAddress) ?? remoteAddress;
  if (trustedProxies === 0) return connection;
  const forwarded = [
    ...lastEntry(headers['x-forwarded-for'], trustedProxies),
    ...lastEntry(headers['forwarded'], trustedProxies).map(readFor),
  ].map(normaliseAddress);
  const [first = null, second = first] = forwarded;
  return first === null || first !== second ? connection : first;
}

/** Gives a list of one entry, or an empty one if the header is missing. */
function lastEntry(header: string | string[] | undefined, trustedProxies: number): readonly string[] {
  if (header === undefined) return [];
  const entries = (Array.isArray(header) ? header.join(',') : header).split(',');
  return [(entries.at(-trustedProxies) ?? '').slice(0, LONGEST_ENTRY).trim()];
}

/** Characters: an address, a port, and other data of `Forwarded` about one proxy. */
const LONGEST_ENTRY = 300;

/** `for="[2001:db8::1]:4711";proto=https` */
function readFor(entry: string): string {
  const pairs = entry.split(';').map((pair) => pair.split('='));
  const [, value = ''] = pairs.find(([name = '']) => name.trim().toLowerCase() === 'for') ?? [];
  return value.trim().replaceAll('"', '');
}

/** Gives null if the text is no address. A customer of IPv6 gets a whole /64 (RFC 6177), so all its addresses count as one. */
function normaliseAddress(text: string): string | null {
  const bare = withoutPort(text).split('%')[0] ?? '';
  if (isIPv4(bare)) return bare;
  if (!isIPv6(bare)) return null;
  const groups = groupsOf(bare);
  const [high = 0, low = 0] = groups.slice(6);
  return isIPv4Inside(groups)
    ? [high >> 8, high & 255, low >> 8, low & 255].join('.')
    : `${groups
        .slice(0, 4)
        .map((group) => group.toString(16))
        .join(':')}::/64`;
}

/** `1.2.3.4:5678`, `[::1]:443`, `[::1]`; an IPv6 address without brackets has no port. */
function withoutPort(text: string): string {
  if (text.startsWith('[')) return /^\[([^\]]*)\](?::\d{1,5})?$/.exec(text)?.[1] ?? '';
  return /^([^:]*):\d{1,5}$/.exec(text)?.[1] ?? text;
}

/** Reads all eight groups from the URL standard's notation, which is hexadecimal and has at most one gap. */
function groupsOf(address: string): readonly number[] {
  const [before = [], after] = new URL(`http://[${address}]`).hostname
    .slice(1, -1)
    .split('::')
    .map((part) => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16))));
  if (after === undefined) return before;
  return [...before, ...Array.from({ length: 8 - before.length - after.length }, () => 0), ...after];
}

/** True for IPv4 on a dual-stack socket as Node reports it, and for the translation prefix of RFC 6052. */
function isIPv4Inside(groups: readonly number[]): boolean {
  const beginning = groups.slice(0, 6).join();
  return beginning === '0,0,0,0,0,65535' || beginning === `${0x64},${0xff9b},0,0,0,0`;
}
