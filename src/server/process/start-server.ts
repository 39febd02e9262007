/**
 * Composition root of Node: one process and one port for the proxy, the pages and, in sandbox mode, the service itself.
 */
import { failure, success } from '../../core/model/failure.ts';
import { type Clock, systemClock } from '../clock.ts';
import { createCommandScan, createScanner, probeScan } from '../files/scan.ts';
import { createProxy } from '../http/create-proxy.ts';
import { createAdvisingLog } from '../log.ts';
import { createAdmission, createFetch, createListener } from './answer-requests.ts';
import { compose, openDeliveryStore } from './compose.ts';
import { type Configuration, readConfiguration } from './configuration/configuration.ts';
import type { Environment } from './configuration/variables.ts';
import { createDrain, createUndiciSend, type OpenPort, openPort } from './connections.ts';
import { createLog, type ServerLog } from './log.ts';
import { release } from './release.ts';
import { readSite } from './site.ts';

export interface ServerOptions {
  /** Folder of the built pages; `dist/site` of the repository by default. */
  readonly site?: URL;
  readonly log?: ServerLog;
  /** Serves pages from their sources, with reload on save. */
  readonly dev?: boolean;
  /** True if the store is a restored copy, however it was made. */
  readonly isRestored?: boolean;
  /** Maximum open requests. */
  readonly mostOpen?: number;
  /** The clock of the whole server; the system's by default. */
  readonly clock?: Clock;
}

export type OpenServer = Extract<Awaited<ReturnType<typeof openServer>>, { ok: true }>['value'];
export type RunningServer = Extract<Awaited<ReturnType<typeof startServer>>, { ok: true }>['value'];

export async function startServer(environment: Environment, options: ServerOptions = {}) {
  const plan = await prepare(environment, options);
  if (!plan.ok) return plan;
  const { host, port: requestedPort } = plan.value.configuration;
  const port = await openPort(host, requestedPort, plan.value.clock);
  if (!port.ok) return failure([port.error]);
  const opened = await open(plan.value, port.value);
  if (opened.ok) return success({ ...opened.value, address: addressOf(host, port.value.port) });
  await port.value.close();
  return opened;
}

/** A server without a port: requests are passed to `fetch`. */
export async function openServer(environment: Environment, options: ServerOptions = {}) {
  const plan = await prepare(environment, options);
  return plan.ok ? open(plan.value, null) : plan;
}

type Plan = Extract<Awaited<ReturnType<typeof prepare>>, { ok: true }>['value'];

async function prepare(environment: Environment, options: ServerOptions) {
  const read = readConfiguration(environment);
  if (!read.ok) return read;
  const configuration = read.value;
  const { clock = systemClock, log: given = createLog() } = options;
  const log = { ...given, ...createAdvisingLog(given, clock) };
  for (const warning of configuration.warnings) log.note(warning);
  const { scan: command } = configuration;
  const plan = { options, configuration, log, clock };
  if (command === null) return success({ ...plan, scanner: null });
  const scan = createCommandScan(command, environment);
  const probed = await probeScan(scan, command, clock);
  if (!probed.ok) return failure([probed.error]);
  if (probed.value === null) log.note(SCANNER_SILENT);
  return success({ ...plan, scanner: createScanner({ scan, log, clock }) });
}

const SCANNER_SILENT =
  'The scanner of APPLY_SCAN does not answer yet: files are accepted, but none is delivered until it does.';

/** @param port null for a server without a port */
async function open({ options, configuration: given, log, clock, scanner }: Plan, port: OpenPort | null) {
  const { isRestored = false } = options;
  const opened = await openDeliveryStore(given, { log, clock, scanner, isRestored });
  if (!opened.ok) return failure([opened.error]);
  const store = opened.value;
  const mode = given.sandboxMode ? await openMode(given, port, clock) : null;
  const configuration = mode?.configuration ?? given;
  const connections = createUndiciSend();
  const send = mode?.wrapSend(connections.send) ?? connections.send;
  const composed = compose(store, { configuration, log, clock, send });
  const proxy = createProxy({
    ...proxyOptionsOf(configuration),
    release,
    send,
    clock,
    ...mode?.proxyOptions,
    ...composed.proxyOptions,
  });
  const site = await readSite(options.site ?? new URL('../../../dist/site/', import.meta.url));
  const fallback =
    options.dev === true && port !== null
      ? await (await import('./development-pages.ts')).createDevelopmentPages(port.server)
      : null;
  const drain = createDrain({
    seconds: configuration.drainSeconds,
    clock,
    begin() {
      composed.readiness.stop();
      composed.stopWaiting();
      port?.closeAfterReplies();
    },
    async close(grace) {
      // The sandbox answers on our own port, so it needs connections that are not closed as idle.
      const finished = mode === null ? port?.close(grace) : null;
      await fallback?.close();
      await composed.drain();
      await (finished ?? port?.close(grace));
      await connections.close();
      await store.close();
    },
  });
  const admission = createAdmission(options.mostOpen);
  const handlers = { proxy, mode, site, configuration, composed, admission, clock };
  port?.answerWith(createListener(handlers, fallback?.middleware ?? null));
  composed.start();
  /** The database and its version. */
  const storeProduct = store.store.product;
  const sandbox = mode?.sandbox ?? null;
  return success({
    configuration,
    storeProduct,
    sandbox,
    fetch: createFetch(handlers),
    ...drain,
    reportUnexpected: composed.reportUnexpected,
  });
}

function proxyOptionsOf({ tenants, secrets, publicUrl }: Configuration) {
  const addresses = publicUrl === null ? {} : { publicOrigin: new URL(publicUrl).origin, publicUrl };
  return { tenants, secrets, ...addresses };
}

async function openMode(configuration: Configuration, port: OpenPort | null, clock: Clock) {
  const { openSandboxMode } = await import('./sandbox-mode.ts');
  const address = port === null ? null : addressOf(loopbackOf(configuration.host), port.port);
  return openSandboxMode(configuration, address, clock);
}

const addressOf = (host: string, port: number): string =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}`;

/** The proxy reaches the sandbox over HTTP like any service; loopback replaces a wildcard listen address. */
const loopbackOf = (host: string): string => ({ '0.0.0.0': '127.0.0.1', '::': '::1' })[host] ?? host;
