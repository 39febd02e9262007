/** Composition root of Node: one process, one port; the proxy, the pages, and in sandbox mode the service itself. */

import { createHmac, createSecretKey } from 'node:crypto';
import type { IncomingMessage, Server } from 'node:http';
import { getRequestListener, RequestError } from '@hono/node-server';
import { failure, type Outcome, success } from '../../core/model/outcome.ts';
import { chooseLanguage } from '../../locale/choose-language.ts';
import { sandboxNotices } from '../../locale/sandbox-notice.ts';
import {
  callerOf,
  hasLoopbackHost,
  hasLoopbackOrigin,
  type Incoming,
  isLoopback,
} from '../../sandbox/caller.ts';
import { createSandbox, type Sandbox } from '../../sandbox/create-sandbox.ts';
import { type ApplyProxy, createProxy } from '../http/create-proxy.ts';
import { type CountingScanner, createScanner } from '../http/files/scanner.ts';
import { refuse } from '../http/refusal.ts';
import { createSeldomLog } from '../http/seldom-log.ts';
import { readBearer } from '../http/sessions/authorise.ts';
import type { MakeKeyedHash } from '../http/sessions/keys.ts';
import type { Send } from '../service/send-request.ts';
import { type Admissions, admissionFor, createAdmissions, retryAfter } from './admission.ts';
import { type Caller, clientAddress } from './client-address.ts';
import {
  composeDelivery,
  type DeliveryStore,
  openDeliveryStore,
  type TenantAtAddress,
} from './compose-delivery.ts';
import { compressReply } from './compress-reply.ts';
import { type Configuration, readConfiguration } from './configuration/configuration.ts';
import type { Environment } from './configuration/variables.ts';
import { createDrain } from './drain.ts';
import { type Listener, type OpenPort, openPort } from './listen.ts';
import { createLog, type ServerLog } from './log.ts';
import { createServerWatch, type ServerWatch } from './metrics/server-watch.ts';
import { packHead } from './pack-head.ts';
import { printUnexpected } from './print.ts';
import { release } from './release.ts';
import { createRepeatedRefusals, type RepeatedRefusals, refuseAgain } from './repeated-refusals.ts';
import {
  BODY_WITHOUT_TOKEN,
  type BodyDeadline,
  createBodyDeadline,
  hasOneHost,
  refuseManyHeaders,
} from './request-guard.ts';
import { createCommandScan, probeScan } from './scan-command.ts';
import { isAskedAsPage } from './site/asked-as-page.ts';
import type { Middleware } from './site/development-pages.ts';
import { strictTransport } from './site/page-headers.ts';
import { ATTENTION, NEGOTIATED_BY, serveSite } from './site/serve-site.ts';
import { readSite, type Site } from './site/site.ts';
import { createUndiciSend } from './undici-send.ts';
import { unpack } from './unpack.ts';

export interface ServerOptions {
  /** Folder of the built pages; by default, the one that a build from the sources writes. */
  readonly site?: URL;
  readonly log?: ServerLog;
  /** Pages from their sources, with reload on save. */
  readonly dev?: boolean;
  /** What may be begun at once; learned from how busy the process is by default. */
  readonly admissions?: Admissions;
  /** Milliseconds in which a body without a valid token must arrive, 20,000 by default. */
  readonly bodyDeadline?: number;
}

export interface RunningServer {
  /** `http://HOST:PORT` */
  readonly address: string;
  readonly configuration: Configuration;
  /** Sandbox mode only. */
  readonly sandbox: Sandbox | null;
  /** Drains, then ends the server: see `APPLY_DRAIN_SECONDS`. Resolves when it has ended. */
  stop(): Promise<void>;
  /** Closes the port at once. false: it is closed already. */
  hurry(): boolean;
  /** An exception that no request handler caught. */
  tellUnexpected(error: unknown): void;
  close(): Promise<void>;
}

interface Handlers {
  readonly proxy: ApplyProxy;
  readonly sandbox: Sandbox | null;
  readonly site: Site;
  readonly configuration: Configuration;
  readonly watch: ServerWatch;
  readonly deadline: BodyDeadline;
  readonly admissions: Admissions;
  readonly refusals: RepeatedRefusals;
}

export async function startServer(
  environment: Environment,
  options: ServerOptions = {},
): Promise<Outcome<RunningServer, readonly string[]>> {
  const read = readConfiguration(environment);
  if (!read.ok) return read;
  const configuration = read.value;
  const log = tellOnce(options.log ?? createLog());
  for (const warning of configuration.warnings) log.note(warning);
  const places = await openPlaces(configuration, environment, log);
  if (!places.ok) return failure([places.error]);
  const { port, store } = places.value;
  const sandbox = openSandbox(configuration);
  const tenants = tenantsAt(configuration, port.port);
  const connections = createUndiciSend();
  const send = sandbox === null ? connections.send : withControl(connections.send, sandbox);
  const watch = createServerWatch(tenants, log, store.scanner);
  const { health, readiness } = watch;
  const delivery = composeDelivery(store, { configuration, tenants, log, send, health });
  const proxy = createProxy({
    ...proxyOptions(configuration, tenants),
    ...watch.over(delivery.doors),
    send,
    unpack,
    pack: packHead,
  });
  const site = await readSite(options.site ?? new URL('../../../dist/site/', import.meta.url));
  const fallback = options.dev === true ? await startVite(port.server) : null;
  const drain = createDrain({
    seconds: configuration.drainSeconds,
    begin() {
      readiness.stop();
      delivery.stopWaiting();
      port.sendAway();
    },
    async close(grace) {
      // The sandbox answers on our own port, so requests to it need a connection that is not closed as idle.
      const finished = sandbox === null ? port.close(grace) : null;
      await fallback?.close();
      await delivery.drain();
      await (finished ?? port.close(grace));
      await connections.close();
      await store.close();
    },
  });
  const admissions = options.admissions ?? createAdmissions();
  const deadline = createBodyDeadline(options.bodyDeadline ?? BODY_WITHOUT_TOKEN);
  const handlers = { proxy, sandbox, site, configuration, watch, deadline, admissions };
  port.answerWith(createListener(handlers, fallback?.middleware ?? null));
  delivery.start();
  return success({
    address: addressOf(configuration.host, port.port),
    configuration,
    sandbox,
    stop: drain.stop,
    hurry: drain.hurry,
    close: drain.close,
    tellUnexpected: watch.tellUnexpected,
  });
}

interface Places {
  readonly port: OpenPort;
  readonly store: DeliveryStore;
}

/** What another process could hold already. */
async function openPlaces(
  configuration: Configuration,
  environment: Environment,
  log: ServerLog,
): Promise<Outcome<Places, string>> {
  const scanner = await openScanner(configuration, environment, log);
  if (!scanner.ok) return scanner;
  const port = await openPort(configuration.host, configuration.port);
  if (!port.ok) return port;
  const store = await openDeliveryStore(configuration, log, scanner.value);
  if (store.ok) return success({ port: port.value, store: store.value });
  await port.value.close();
  return store;
}

const openSandbox = ({ sandboxKeys }: Configuration): Sandbox | null =>
  sandboxKeys === null
    ? null
    : createSandbox({
        key: sandboxKeys.serviceKey,
        basePath: '/sandbox',
        samples: true,
        unexpected: printUnexpected,
      });

/**
 * The startup check and the first job that a visitor names find the same fault: it is logged once per tenant and cause.
 */
const tellOnce = (log: ServerLog): ServerLog => ({
  ...log,
  ...createSeldomLog(log, { now: Date.now, pauses: { public_jobs_refused: Number.POSITIVE_INFINITY } }),
});

/** null: files are not scanned. */
async function openScanner(
  { scan: command }: Configuration,
  environment: Environment,
  log: ServerLog,
): Promise<Outcome<CountingScanner | null, string>> {
  if (command === null) return success(null);
  const scan = createCommandScan(command, environment);
  const probed = await probeScan(scan, command);
  if (!probed.ok) return probed;
  if (probed.value === null) log.note(SCANNER_SILENT);
  return success(createScanner({ scan, log }));
}

const SCANNER_SILENT =
  'The scanner of APPLY_SCAN does not answer yet: files are taken, and none is delivered until it does.';

async function startVite(server: Server) {
  const { createDevelopmentPages } = await import('./site/development-pages.ts');
  return createDevelopmentPages(server);
}

const addressOf = (host: string, port: number): string =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}`;

/** The proxy reaches the sandbox over HTTP like any service; a wildcard listen address is replaced by loopback. */
const loopbackOf = (host: string): string => ({ '0.0.0.0': '127.0.0.1', '::': '::1' })[host] ?? host;

const sandboxAt = ({ host }: Configuration, port: number): string =>
  `${addressOf(loopbackOf(host), port)}/sandbox`;

const tenantsAt = (configuration: Configuration, port: number): readonly TenantAtAddress[] =>
  configuration.tenants.map((one) => ({
    ...one,
    serviceUrl: one.serviceUrl ?? sandboxAt(configuration, port),
  }));

const CONTROL_URL = 'http://localhost/sandbox/_control';

/**
 * The control of the sandbox answers only this machine, whatever address we listen on, so it is called without a
 * connection.
 */
const withControl =
  (send: Send, sandbox: Sandbox): Send =>
  (request) =>
    request.url.startsWith(`${CONTROL_URL}/`)
      ? sandbox.fetch(request, { address: '127.0.0.1' })
      : send(request);

/** In the language of the form, chosen as the form itself does. */
const noticeIn = (locale: string | null): string => sandboxNotices[chooseLanguage(locale)?.language ?? 'en'];

function proxyOptions(configuration: Configuration, tenants: readonly TenantAtAddress[]) {
  const [first] = tenants;
  const { publicUrl, sandboxMode, secrets } = configuration;
  return {
    tenants,
    secrets,
    keyedHash,
    release,
    ...(publicUrl === null
      ? {}
      : { publicOrigin: new URL(publicUrl).origin, publicUrl: withoutSlash(publicUrl) }),
    ...(sandboxMode && first !== undefined
      ? { sandbox: { controlUrl: CONTROL_URL, tenant: first.name }, notice: noticeIn }
      : {}),
  };
}

/** At once: an answer is short. */
const keyedHash: MakeKeyedHash = (bytes) => {
  const key = createSecretKey(bytes);
  return (text) => createHmac('sha256', key).update(text).digest('hex');
};

const withoutSlash = (address: string): string => address.replace(/\/+$/, '');

/**
 * Replaces Request and Response of the whole process by the lighter ones of the listener, which halves the work per
 * request.
 */
function createListener(given: Omit<Handlers, 'refusals'>, fallback: Middleware | null): Listener {
  const handlers: Handlers = { ...given, refusals: createRepeatedRefusals() };
  handlers.admissions.know(handlers.configuration.tenants.flatMap(({ adminKey }) => adminKey ?? []));
  const listener = getRequestListener((request, { incoming }) => answer(handlers, request, incoming), {
    errorHandler: (error) => lastResort(handlers.watch, error),
  });
  const isSecure = handlers.configuration.publicUrl?.startsWith('https:') ?? false;
  return (request, response) => {
    if (refuseManyHeaders(request, response)) return;
    handlers.deadline.begin(request, response);
    if (isSecure) response.setHeader(strictTransport.name, strictTransport.value);
    if (refuseAgain(handlers, request, response)) return;
    const ours = fallback === null || !isPage(handlers, request);
    if (ours) void listener(request, response);
    else fallback(request, response, () => void listener(request, response));
  };
}

/** In development the pages come from Vite; everything else is the same. */
function isPage({ site }: Handlers, { url = '/', headers }: IncomingMessage): boolean {
  const path = url.split('?')[0] ?? '/';
  const { accept, authorization } = headers;
  if (path === ATTENTION && isAskedAsPage({ accept, authorization })) return true;
  const ours =
    /^\/(sandbox|sessions|demo\/sessions|api|files|submissions|healthz|readyz|metrics|beacons|attention|hosts)(\/|$)/;
  // Classic scripts for pages on other sites, because Vite only serves modules.
  const built = /^\/((apply-form|frame|preview|left-behind)\.js$|integrity\.json$|assets\/|\d+\.\d+\.\d+\/)/;
  return !ours.test(path) && !(built.test(path) && site.has(path));
}

/** All static files share one route label in metrics and log. */
const PAGES = 'pages and files';

type Arrived = Caller & Incoming & Pick<IncomingMessage, 'headers' | 'rawHeaders'>;

async function answer(handlers: Handlers, request: Request, incoming: Arrived): Promise<Response> {
  if (!hasOneHost(incoming)) return refuseHost();
  const { pathname } = new URL(request.url);
  const { sandbox, site, configuration, watch, deadline } = handlers;
  if (sandbox !== null && (pathname === '/sandbox' || pathname.startsWith('/sandbox/'))) {
    // Our own requests to the sandbox have the time limit of a service.
    if (isLoopback(incoming.socket.remoteAddress)) deadline.lift(incoming);
    return sandbox.fetch(request, callerOf(incoming));
  }
  if (sandbox !== null && pathname === '/demo/sessions' && !mayOpenDemo(request, configuration))
    return refuse({ code: 'origin_not_allowed', detail: foreignDemo });
  if (request.method === 'GET' || request.method === 'HEAD') {
    const began = performance.now();
    const page = await serveSite(site, configuration, request);
    const seconds = (performance.now() - began) / 1000;
    if (page !== null) {
      watch.onReply({ method: request.method, route: PAGES, status: page.status, seconds });
      return page;
    }
  }
  const reply = await answerByProxy(handlers, request, incoming);
  if (pathname === ATTENTION) reply.headers.append('vary', NEGOTIATED_BY);
  return reply;
}

async function answerByProxy(
  { proxy, configuration, deadline, admissions, refusals }: Handlers,
  request: Request,
  incoming: Arrived,
): Promise<Response> {
  const address = clientAddress(incoming, configuration.trustProxy);
  const { pathname } = new URL(request.url);
  const bearer = readBearer(request);
  const entered = await admissionFor(admissions.laneOf(bearer), request.method, pathname).enter();
  if (entered === null) {
    const refusal = await proxy.fetch(request, { address, overloaded: retryAfter() });
    await refusals.keep(incoming, refusal);
    return refusal;
  }
  try {
    const tokenOpened = () => deadline.lift(incoming);
    const asked = { address, tokenOpened, vouched: admissions.vouch, stored: entered };
    const reply = await proxy.fetch(request, asked);
    if (reply.status === 401 && bearer !== null) admissions.forget(bearer);
    return compressReply(request, reply);
  } finally {
    entered();
  }
}

/** What follows on the connection may be meant for another server. */
function refuseHost(): Response {
  const reply = refuse({
    code: 'bad_request',
    detail: 'A request names the server once, in one Host header.',
  });
  reply.headers.set('connection', 'close');
  return reply;
}

/**
 * It opens a form without any key, so it answers only our own pages, and only under loopback names where the sandbox is
 * for this machine alone.
 */
function mayOpenDemo(request: Request, { isPublicSandbox, publicUrl }: Configuration): boolean {
  if (hasLoopbackHost(request) && hasLoopbackOrigin(request)) return true;
  if (!isPublicSandbox) return false;
  const origin = request.headers.get('origin');
  if (origin === null || !URL.canParse(origin)) return origin === null;
  if (publicUrl !== null) return origin === new URL(publicUrl).origin;
  return new URL(origin).host === request.headers.get('host');
}

const foreignDemo = 'The demo opens forms on its own machine only: under 127.0.0.1, localhost and [::1].';

function lastResort({ tellUnexpected }: ServerWatch, error: unknown): Response {
  // The requested target is not a valid address.
  if (error instanceof RequestError) return refuse({ code: 'bad_request' });
  tellUnexpected(error, PAGES);
  return refuse({ code: 'service_unavailable', detail: 'Something went wrong here.' });
}
