/** Composition root of Node: one process, one port; the proxy, the pages, and in sandbox mode the service itself. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { getRequestListener, RequestError } from '@hono/node-server';
import { failure, type Outcome, success } from '../model/outcome.ts';
import { type ApplyProxy, createProxy } from '../proxy/create-proxy.ts';
import type { ProxyOptions } from '../proxy/options.ts';
import { refuse } from '../proxy/refusal.ts';
import { callerOf, type Incoming } from '../sandbox/caller.ts';
import { createSandbox, type Sandbox } from '../sandbox/create-sandbox.ts';
import { type Caller, clientAddress } from './client-address.ts';
import { type Configuration, readConfiguration } from './configuration.ts';
import { createLog, type ServerLog } from './log.ts';
import { serveSite } from './serve-site.ts';
import { readSite, type Site } from './site.ts';
import { createTemporaryStaging } from './temporary-staging.ts';
import type { Environment } from './variables.ts';

export interface ServerOptions {
  /** Folder of the built pages; that of a build from the sources by default. */
  readonly site?: URL;
  readonly log?: ServerLog;
  /** Pages from their sources, with reload on save. */
  readonly dev?: boolean;
}

export interface RunningServer {
  /** `http://HOST:PORT` */
  readonly address: string;
  readonly configuration: Configuration;
  /** Sandbox mode only. */
  readonly sandbox: Sandbox | null;
  close(): Promise<void>;
}

/** Answers a request of Node's, or leaves it. */
export type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

interface Rooms {
  readonly proxy: ApplyProxy;
  readonly sandbox: Sandbox | null;
  readonly site: Site;
  readonly configuration: Configuration;
  readonly log: ServerLog;
}

/** Milliseconds: a file of 10 MB from a phone far from its mast, 17 kB a second. */
const LONGEST_REQUEST = 600_000;

export async function startServer(
  environment: Environment,
  options: ServerOptions = {},
): Promise<Outcome<RunningServer, readonly string[]>> {
  const read = readConfiguration(environment);
  if (!read.ok) return read;
  const configuration = read.value;
  const log = options.log ?? createLog();
  for (const warning of configuration.warnings) log.note(warning);
  const server = createServer({
    headersTimeout: 10_000,
    requestTimeout: LONGEST_REQUEST,
    maxHeaderSize: 16_384,
  });
  const ready = holdRequests(server);
  const staging = await createTemporaryStaging().catch(() => null);
  if (staging === null) return failure([`Apply Form cannot make a folder for files in ${tmpdir()}.`]);
  const port = await listen(server, configuration);
  if (!port.ok) {
    await staging.close();
    return port;
  }
  const sandbox = configuration.sandboxMode ? createSandbox({ basePath: '/sandbox' }) : null;
  const proxy = createProxy(proxyOptions(configuration, port.value, { log, staging }));
  const site = await readSite(options.site ?? new URL('../../dist/site/', import.meta.url));
  const fallback = options.dev === true ? await startVite(server) : null;
  ready(createListener({ proxy, sandbox, site, configuration, log }, fallback?.middleware ?? null));
  return success({
    address: addressOf(configuration.host, port.value),
    configuration,
    sandbox,
    async close() {
      await fallback?.close();
      await closeServer(server);
      await staging.close();
    },
  });
}

async function startVite(server: Server) {
  const { createDevelopmentPages } = await import('./development-pages.ts');
  return createDevelopmentPages(server);
}

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/** The port is needed to make the rest, so requests may come before there is anybody to answer them: they wait. */
function holdRequests(server: Server): (listener: Listener) => void {
  let begin: (listener: Listener) => void = () => undefined;
  const listener = new Promise<Listener>((resolve) => {
    begin = resolve;
  });
  server.on('request', (request, response) => void listener.then((answer) => answer(request, response)));
  return begin;
}

function listen(server: Server, { port, host }: Configuration): Promise<Outcome<number, readonly string[]>> {
  return new Promise((resolve) => {
    server.once('error', (error) => resolve(failure([describeListenError(error, host, port)])));
    server.listen(port, host, () => {
      const address = server.address();
      resolve(success(isAddressInfo(address) ? address.port : port));
    });
  });
}

const isAddressInfo = (address: AddressInfo | string | null): address is AddressInfo =>
  typeof address === 'object' && address !== null;

function describeListenError(error: Error, host: string, port: number): string {
  const code = 'code' in error ? error.code : '';
  return code === 'EADDRINUSE'
    ? `Port ${port} on ${host} is busy: another program listens there. Stop it, or set PORT to another number.`
    : `Apply Form cannot listen on ${host}, port ${port} (${String(code)}).`;
}

const addressOf = (host: string, port: number): string =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}`;

/** The proxy uses the sandbox over HTTP like any service; a wildcard address is reached through loopback. */
const loopbackOf = (host: string): string => ({ '0.0.0.0': '127.0.0.1', '::': '::1' })[host] ?? host;

function proxyOptions(
  configuration: Configuration,
  port: number,
  means: Pick<ProxyOptions, 'log' | 'staging'>,
) {
  const sandboxUrl = `${addressOf(loopbackOf(configuration.host), port)}/sandbox`;
  const tenants = configuration.tenants.map((one) => ({ ...one, serviceUrl: one.serviceUrl ?? sandboxUrl }));
  const [first] = tenants;
  const { publicUrl, sandboxMode, secrets, sendSeconds } = configuration;
  return {
    ...means,
    tenants,
    secrets,
    sendSeconds,
    ...(publicUrl === null ? {} : { publicOrigin: new URL(publicUrl).origin }),
    ...(sandboxMode && first !== undefined
      ? { sandbox: { controlUrl: `${sandboxUrl}/_control`, tenant: first.name } }
      : {}),
  };
}

/** The listener brings its own light Request and Response for all of the process: half the work of a request. */
function createListener(rooms: Rooms, fallback: Middleware | null): Listener {
  const listener = getRequestListener((request, { incoming }) => answer(rooms, request, incoming), {
    errorHandler: (error) => lastResort(rooms.log, error),
  });
  return (request, response) => {
    const ours = fallback === null || !isPage(rooms, request.url ?? '/');
    if (ours) void listener(request, response);
    else fallback(request, response, () => void listener(request, response));
  };
}

/** In development the pages come from Vite; everything else is the same. */
function isPage({ site }: Rooms, url: string): boolean {
  const path = url.split('?')[0] ?? '/';
  const ours =
    /^\/(sandbox|sessions|demo\/sessions|api|files|submissions|healthz|readyz|metrics|attention|hosts)(\/|$)/;
  // Classic scripts for pages of others; Vite only makes modules.
  const built = /^\/((apply-form|frame|preview)\.js$|integrity\.json$|assets\/|\d+\.\d+\.\d+\/)/;
  return !ours.test(path) && !(built.test(path) && site.has(path));
}

async function answer(rooms: Rooms, request: Request, incoming: Caller & Incoming): Promise<Response> {
  const { pathname } = new URL(request.url);
  const { proxy, sandbox, site, configuration } = rooms;
  if (sandbox !== null && (pathname === '/sandbox' || pathname.startsWith('/sandbox/')))
    return sandbox.fetch(request, callerOf(incoming));
  if (request.method === 'GET' || request.method === 'HEAD') {
    const page = await serveSite(site, configuration, request);
    if (page !== null) return page;
  }
  return proxy.fetch(request, { address: clientAddress(incoming, configuration.trustProxy) });
}

function lastResort(log: ServerLog, error: unknown): Response {
  // No address can be made of what was asked.
  if (error instanceof RequestError) return refuse({ code: 'bad_request' });
  log.error('unexpected', { cause: error instanceof Error ? error.name : 'unknown' });
  return refuse({ code: 'service_unavailable', detail: 'Something went wrong here.' });
}

/** Milliseconds for requests that are under way. */
const GRACE = 1_000;

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
    setTimeout(() => server.closeAllConnections(), GRACE).unref();
  });
}
