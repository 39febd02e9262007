/** Composition root of Node: one process, one port; the proxy, the pages, and in sandbox mode the service itself. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { getRequestListener, RequestError } from '@hono/node-server';
import { chooseLanguage } from '../locale/choose-language.ts';
import { sandboxNotices } from '../locale/sandbox-notice.ts';
import { failure, type Outcome, success } from '../model/outcome.ts';
import { type ApplyProxy, createProxy } from '../proxy/create-proxy.ts';
import { refuse } from '../proxy/refusal.ts';
import { callerOf, hasLoopbackHost, hasLoopbackOrigin, type Incoming } from '../sandbox/caller.ts';
import { createSandbox, type Sandbox } from '../sandbox/create-sandbox.ts';
import type { Send } from '../service/send-request.ts';
import { type Caller, clientAddress } from './client-address.ts';
import { type Configuration, readConfiguration } from './configuration.ts';
import { createDeliveryRoom, openDeliveryStore, type TenantAtAddress } from './delivery-room.ts';
import { type Listener, openPort } from './listen.ts';
import { createLog, type ServerLog } from './log.ts';
import { serveSite } from './serve-site.ts';
import { readSite, type Site } from './site.ts';
import { createUndiciSend } from './undici-send.ts';
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

export async function startServer(
  environment: Environment,
  options: ServerOptions = {},
): Promise<Outcome<RunningServer, readonly string[]>> {
  const read = readConfiguration(environment);
  if (!read.ok) return read;
  const configuration = read.value;
  const log = options.log ?? createLog();
  for (const warning of configuration.warnings) log.note(warning);
  const opened = await openPort(configuration.host, configuration.port);
  if (!opened.ok) return failure([opened.error]);
  const port = opened.value;
  const store = await openDeliveryStore(configuration, log);
  if (!store.ok) {
    await port.close();
    return failure([store.error]);
  }
  const { sandboxKeys } = configuration;
  const sandbox =
    sandboxKeys === null
      ? null
      : createSandbox({ key: sandboxKeys.serviceKey, basePath: '/sandbox', samples: true });
  const tenants = tenantsAt(configuration, port.port);
  const connections = createUndiciSend();
  const send = sandbox === null ? connections.send : withControl(connections.send, sandbox);
  const room = createDeliveryRoom(store.value, { configuration, tenants, log, send });
  const proxy = createProxy({ ...proxyOptions(configuration, tenants), ...room.doors, log, send });
  const site = await readSite(options.site ?? new URL('../../dist/site/', import.meta.url));
  const fallback = options.dev === true ? await startVite(port.server) : null;
  port.answerWith(createListener({ proxy, sandbox, site, configuration, log }, fallback?.middleware ?? null));
  room.start();
  return success({
    address: addressOf(configuration.host, port.port),
    configuration,
    sandbox,
    async close() {
      // The sandbox answers on our own port, and what just goes to it needs a connection that nobody closes as idle.
      if (sandbox === null) void port.stopListening();
      await fallback?.close();
      await room.drain();
      await port.close();
      await connections.close();
      await store.value.close();
    },
  });
}

async function startVite(server: Server) {
  const { createDevelopmentPages } = await import('./development-pages.ts');
  return createDevelopmentPages(server);
}

const addressOf = (host: string, port: number): string =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}`;

/** The proxy uses the sandbox over HTTP like any service; a wildcard address is reached through loopback. */
const loopbackOf = (host: string): string => ({ '0.0.0.0': '127.0.0.1', '::': '::1' })[host] ?? host;

const sandboxAt = ({ host }: Configuration, port: number): string =>
  `${addressOf(loopbackOf(host), port)}/sandbox`;

const tenantsAt = (configuration: Configuration, port: number): readonly TenantAtAddress[] =>
  configuration.tenants.map((one) => ({
    ...one,
    serviceUrl: one.serviceUrl ?? sandboxAt(configuration, port),
  }));

const CONTROL_URL = 'http://localhost/sandbox/_control';

/** The sandbox's control is for this machine alone, whatever address we listen on: it is asked without a connection. */
const withControl =
  (send: Send, sandbox: Sandbox): Send =>
  (request) =>
    request.url.startsWith(`${CONTROL_URL}/`)
      ? sandbox.fetch(request, { address: '127.0.0.1' })
      : send(request);

/** In the language of the form, as the form itself chooses it. */
const noticeIn = (locale: string | null): string => sandboxNotices[chooseLanguage(locale)?.language ?? 'en'];

function proxyOptions(configuration: Configuration, tenants: readonly TenantAtAddress[]) {
  const [first] = tenants;
  const { publicUrl, sandboxMode, secrets } = configuration;
  return {
    tenants,
    secrets,
    ...(publicUrl === null
      ? {}
      : { publicOrigin: new URL(publicUrl).origin, publicUrl: withoutSlash(publicUrl) }),
    ...(sandboxMode && first !== undefined
      ? { sandbox: { controlUrl: CONTROL_URL, tenant: first.name }, notice: noticeIn }
      : {}),
  };
}

const withoutSlash = (address: string): string => address.replace(/\/+$/, '');

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
  if (sandbox !== null && pathname === '/demo/sessions' && !mayOpenDemo(request, configuration))
    return refuse({ code: 'origin_not_allowed', detail: foreignDemo });
  if (request.method === 'GET' || request.method === 'HEAD') {
    const page = await serveSite(site, configuration, request);
    if (page !== null) return page;
  }
  return proxy.fetch(request, { address: clientAddress(incoming, configuration.trustProxy) });
}

/** It opens a form without any key: only for our own pages, and where the sandbox is this machine's alone only for its names. */
function mayOpenDemo(request: Request, { isPublicSandbox, publicUrl }: Configuration): boolean {
  if (hasLoopbackHost(request) && hasLoopbackOrigin(request)) return true;
  if (!isPublicSandbox) return false;
  const origin = request.headers.get('origin');
  if (origin === null || !URL.canParse(origin)) return origin === null;
  const { host } = new URL(origin);
  return host === request.headers.get('host') || (publicUrl !== null && host === new URL(publicUrl).host);
}

const foreignDemo = 'The demo opens forms on its own machine only: under 127.0.0.1, localhost and [::1].';

function lastResort(log: ServerLog, error: unknown): Response {
  // No address can be made of what was asked.
  if (error instanceof RequestError) return refuse({ code: 'bad_request' });
  log.error('unexpected', { cause: error instanceof Error ? error.name : 'unknown' });
  return refuse({ code: 'service_unavailable', detail: 'Something went wrong here.' });
}
