/** Opens and checks the store before the first request, and connects the delivery to it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { failure, success } from '../../core/model/failure.ts';
import { type JobId, type Tenant, tenant } from '../../core/model/ids.ts';
import type { Clock } from '../clock.ts';
import type { CountingScanner } from '../files/scan.ts';
import { openStaging } from '../files/staging.ts';
import { findUndisclosed, type Undisclosed } from '../forms/jobs.ts';
import { SANDBOX_RATE, toProxyStore } from '../http/context.ts';
import { createEvents, describeError } from '../http/events.ts';
import type { TenantOptions } from '../http/options.ts';
import { type Cipher, createCipher } from '../ledger/cipher.ts';
import { createReferences, openDelivery } from '../ledger/ledger.ts';
import type { DoubtWait } from '../ledger/record.ts';
import { createTagger, type Tagger } from '../ledger/serve.ts';
import { webhookTargets } from '../ledger/webhooks/outbox.ts';
import { createWebhookSender } from '../ledger/webhooks/send-webhook.ts';
import type { Log } from '../log.ts';
import { createClient } from '../service/client.ts';
import { createService, type Service } from '../service/create-service.ts';
import { LARGEST_BODY, type Send, writeLimitOf } from '../service/send-request.ts';
import { type OpenStore, openStore } from '../store/open-store.ts';
import { countUnopenable, reasonOf, takeMode } from '../store/start.ts';
import type { Configuration, TenantConfiguration } from './configuration/configuration.ts';
import type { ServerLog } from './log.ts';
import { createMetrics, createReadiness, createServiceHealth, type ServiceHealth } from './monitoring.ts';

interface CompositionDependencies {
  readonly configuration: Configuration;
  readonly log: ServerLog;
  readonly clock: Clock;
  readonly send: Send;
}

export type ComposedServer = ReturnType<typeof compose>;

export function compose(opened: DeliveryStore, dependencies: CompositionDependencies) {
  const { configuration, log, clock } = dependencies;
  const { ledger, metrics, health, sender, services } = createParts(opened, dependencies);
  const readiness = createReadiness(health, opened.scanner);
  const events = createEvents(log, metrics.onEvent);
  let stopProbing = () => {};
  return {
    /** Options of the proxy. */
    proxyOptions: {
      log,
      readiness,
      delivery: ledger,
      people: ledger.people,
      staging: readiness.watch(opened.staging),
      store: toProxyStore(opened.store),
      operator: { ...ledger, isReady: opened.store.isReady },
      metrics: metrics.metrics,
      onEvent: metrics.onEvent,
      onReply: metrics.onReply,
      onServiceReply: health.record,
    },
    metrics,
    readiness,
    /** Counts an unforeseen exception, and logs it without its message. */
    reportUnexpected: (error: unknown, route?: string): void =>
      events.report('unexpected', { ...describeError(error), ...(route === undefined ? {} : { route }) }),
    /** Starts to deliver. */
    start(): void {
      ledger.start();
      if (configuration.sandboxMode) return;
      void probeServices(services, log);
      stopProbing = probeWhileDegraded(services, (name) => health.degradedOf(name).length > 0, clock);
    },
    /** Starts no more requests, and waits for those in progress, at most for the time limit of one POST. */
    async drain(): Promise<void> {
      stopProbing();
      await ledger.drain(configuration.sendSeconds * 1000);
      await sender.close();
    },
    /** Gives every receipt at once from now on, even to callers that wait for a delivery. */
    stopWaiting: ledger.stopWaiting,
  };
}

function createParts(opened: DeliveryStore, dependencies: CompositionDependencies) {
  const { store, scanner } = opened;
  const { configuration, log, clock } = dependencies;
  const { sendSeconds, quietSeconds, secrets } = configuration;
  const tenants = configuration.tenants.map(({ name }) => tenant(name));
  const metrics = createMetrics({
    tenants,
    store: store.ledger,
    rateLimiterOf: (name) => ledger.rateLimiterOf(name),
    scansOf: scanner?.counts,
  });
  const health = createServiceHealth({ tenants, log, onEvent: metrics.onEvent });
  const services = configuration.tenants.map((settings) => openService(settings, dependencies, health));
  const sender = createWebhookSender({ clock });
  const servicesById = new Map(services.map((service) => [service.id, service]));
  const ledger = openDelivery({
    ...opened,
    ...store,
    store: store.ledger,
    clock,
    log,
    tenants: services,
    sendSeconds,
    quietSeconds,
    taggerOf: (name) => servicesById.get(name)?.tagger ?? null,
    webhooks: webhookTargets(configuration.tenants, sender.send),
    ledgerMetrics: metrics.ledgerMetrics,
    newReference: createReferences(secrets[0]),
  });
  return { ledger, metrics, health, sender, services };
}

function openService(
  {
    name,
    serviceUrl,
    serviceKey,
    readBack,
    withoutReadBack,
    tag,
    publicJobs,
    ...settings
  }: TenantConfiguration,
  { configuration: { sandboxMode, sendSeconds }, send, clock }: CompositionDependencies,
  health: ServiceHealth,
) {
  const id = tenant(name);
  const options = { baseUrl: serviceUrl, key: serviceKey, send, clock, writeLimit: sendSeconds * 1000 };
  const service = createService({ ...options, onReply: (outcome) => health.record(id, outcome) });
  return {
    id,
    service,
    readBack,
    withoutReadBack,
    ...(sandboxMode ? { firstRate: SANDBOX_RATE } : {}),
    tagger: createTagger(createClient(options), { tag, ofConsent: createConsentTags(settings) }),
    opensAllJobs: publicJobs === 'all',
  };
}

interface ProbedService {
  readonly id: Tenant;
  readonly service: Pick<Service, 'probe' | 'readAnyJob'>;
  /** True if visitors may apply to every public job. */
  readonly opensAllJobs: boolean;
}

/** Failures that someone must fix; any other may pass by itself. */
const persistentFailures: readonly string[] = [
  'unauthorized',
  'forbidden',
  'not_found',
  'unreachable',
  'timeout',
];

export async function probeServices(services: readonly ProbedService[], log: Log): Promise<void> {
  for (const { id, service, opensAllJobs } of services) {
    const reply = await service.probe().catch(() => null);
    if (reply?.ok === false && persistentFailures.includes(reply.error.kind))
      log.warn('service_failed', { tenant: id, cause: reply.error.kind });
    if (reply?.ok !== true || !opensAllJobs) continue;
    const cause = whyUndisclosed(await service.readAnyJob().catch(() => null));
    if (cause !== null) log.error('public_jobs_refused', { tenant: id, cause });
  }
}

/** Milliseconds between probes. */
const PROBE_EVERY = 60_000;

/**
 * While `/readyz` is 503, the process gets no requests, so only this probe can notice that a key was fixed.
 *
 * @returns a function that stops the probes
 */
export const probeWhileDegraded = (
  services: readonly { readonly id: Tenant; readonly service: Pick<Service, 'probe'> }[],
  isDegraded: (tenant: Tenant) => boolean,
  clock: Clock,
): (() => void) =>
  clock.every(PROBE_EVERY, async () => {
    for (const { id, service } of services) if (isDegraded(id)) await service.probe().catch(() => null);
  });

/** Gives null if the list shows no job; then the first job that a visitor names is judged. */
function whyUndisclosed(reply: Awaited<ReturnType<Service['readAnyJob']>> | null): Undisclosed | null {
  if (reply === null) return null;
  if (!reply.ok) return reply.error.kind === 'forbidden' ? 'jobs_forbidden' : null;
  return reply.value === null ? null : findUndisclosed(reply.value);
}

/** A job's own consents override the tenant's. If the job is unknown, the tenant's come first, then any job's. */
export function createConsentTags({
  form,
  jobs = {},
}: Pick<TenantOptions, 'form' | 'jobs'>): Tagger['ofConsent'] {
  const ofTenant = form?.consent ?? [];
  const ofJob = (job: JobId) => (Object.hasOwn(jobs, job) ? jobs[job]?.consent : undefined) ?? ofTenant;
  const all = [...ofTenant, ...Object.values(jobs).flatMap(({ consent = [] }) => consent)];
  return (job, consentId) => {
    const settings = job === null ? all : ofJob(job);
    return settings.find(({ id }) => id === consentId)?.tag ?? null;
  };
}

interface OpeningDependencies {
  readonly log: ServerLog;
  readonly clock: Clock;
  /** null if files are not scanned. */
  readonly scanner: CountingScanner | null;
  readonly isRestored: boolean;
}

type DeliveryStore = Extract<Awaited<ReturnType<typeof openDeliveryStore>>, { ok: true }>['value'];

/** Opens the store; the error is a sentence for the person who starts the server. */
export async function openDeliveryStore(
  configuration: Configuration,
  { log, clock, scanner, isRestored }: OpeningDependencies,
) {
  const { store: address, sandboxMode, secrets } = configuration;
  // Without APPLY_STORE, sandbox mode uses a temporary folder that is deleted when the server ends.
  const folder = address === null ? await mkdtemp(join(tmpdir(), 'apply-form-')).catch(() => null) : null;
  if (address === null && folder === null)
    return failure(`Apply Form cannot create a folder for its store in ${tmpdir()}.`);
  const removeFolder = async () => {
    if (folder !== null) await rm(folder, { recursive: true, force: true });
  };
  const doubtFor = doubtOf(configuration);
  const onRestored = (count: number) => log.note(describeRestored(count, doubtFor));
  const opened = await openStore(address ?? `file:${join(folder ?? '', 'apply.db')}`, {
    clock,
    doubtFor,
    isRestored,
    onRestored,
  });
  if (!opened.ok) {
    await removeFolder();
    return opened;
  }
  const store = opened.value;
  const cipher = createCipher(secrets);
  const refusal = await findRefusal(store, cipher, sandboxMode);
  const close = async () => {
    await store.close();
    await removeFolder();
  };
  if (refusal !== null) {
    await close();
    return failure(refusal);
  }
  const files = { cipher, clock, scanner: scanner ?? undefined };
  const { close: closeStaging, ...staging } = openStaging(store, files);
  return success({ store, staging, scanner, cipher, close: () => closeStaging().then(close) });
}

/** Gives null if the store belongs to this mode, and these secrets open its unfinished submissions. */
async function findRefusal(
  { engine }: OpenStore,
  cipher: Cipher,
  sandboxMode: boolean,
): Promise<string | null> {
  try {
    const taken = await takeMode(engine, sandboxMode ? 'sandbox' : 'service');
    if (!taken.ok) return taken.error;
    const count = await countUnopenable(engine.database, cipher);
    return count === 0
      ? null
      : `APPLY_SECRET cannot open ${count === 1 ? '1 submission' : `${count} submissions`} with a receipt that are sealed with another secret and not delivered. Add that secret in second place (APPLY_SECRET=NEW,OLD) until everything is delivered. If it is lost, its submissions can never be read: keep this store, and start with another APPLY_STORE.`;
  } catch (error) {
    return `The unfinished submissions in the store cannot be read: ${reasonOf(error)}.`;
  }
}

/** The process from whose store the copy was made may have started a POST just before. */
function doubtOf({ sendSeconds, quietSeconds }: Configuration): DoubtWait {
  const limit = sendSeconds * 1000;
  const quiet = quietSeconds * 1000;
  return { answer: limit + quiet, file: writeLimitOf(LARGEST_BODY, limit) + quiet };
}

const describeRestored = (count: number, { answer }: DoubtWait): string =>
  `The store is a restored copy: its unfinished submissions (${count}) will be looked up at the service before anything of them is sent, not earlier than ${Math.round(answer / 1000)} s from now.`;
