import type { Outcome } from '../../core/model/failure.ts';
import { type JobId, type Tenant, tenant } from '../../core/model/ids.ts';
import type { Clock } from '../clock.ts';
import { findUntold, type Untold } from '../forms/jobs.ts';
import { createEvents, describeError } from '../http/events.ts';
import type { ProxyOptions, TenantOptions } from '../http/options.ts';
import { toProxyStore } from '../http/proxy-store.ts';
import { defaultRules, timesOf } from '../ledger/dependencies.ts';
import type { ServiceGateway } from '../ledger/http-gateway.ts';
import { createHttpGateway } from '../ledger/http-gateway.ts';
import { probeWith } from '../ledger/leased-submission.ts';
import { createLedger, type Ledger } from '../ledger/ledger.ts';
import { createRateLimiter, type RateLimiter } from '../ledger/rate-limiter.ts';
import { createTagger, type Tagger } from '../ledger/tags.ts';
import { createWebhookSender, type WebhookSender } from '../ledger/webhooks/send-webhook.ts';
import { webhookTargets } from '../ledger/webhooks/tell-webhooks.ts';
import type { Log } from '../log.ts';
import type { TagToWrite } from '../service/changes.ts';
import { createClient } from '../service/client.ts';
import { createService, type Job, type Service } from '../service/create-service.ts';
import type { Send, ServiceOutcome } from '../service/send-request.ts';
import type { ServiceError } from '../service/service-error.ts';
import { askSeldom } from '../store/engine.ts';
import { createReferences } from '../submissions/new-reference.ts';
import type { Configuration, TenantConfiguration } from './configuration/configuration.ts';
import { createReadiness, createServiceHealth, type ServerReadiness, type ServiceHealth } from './health.ts';
import type { ServerLog } from './log.ts';
import { createMetrics, type ServerMetrics } from './metrics.ts';
import type { DeliveryStore } from './open-delivery-store.ts';

/** A tenant whose service address is known, including the sandbox's. */
export type TenantAtAddress = TenantConfiguration & { readonly serviceUrl: string };

/** What the proxy and the port are given. */
export interface ComposedServer {
  readonly doors: ReturnType<typeof doorsOf>;
  readonly metrics: ServerMetrics;
  readonly readiness: ServerReadiness;
  /** An unforeseen exception: counted, and logged without its message. */
  tellUnexpected(error: unknown, route?: string): void;
  /** Starts delivering what is due. */
  start(): void;
  /** From now on every receipt is given at once, also to callers that wait for a delivery. */
  stopWaiting(): void;
  /**
   * Takes up nothing more and waits for requests that are on their way to the service, at most as long as one POST may
   * take.
   */
  drain(): Promise<void>;
}

interface CompositionDependencies {
  readonly configuration: Configuration;
  readonly tenants: readonly TenantAtAddress[];
  readonly log: ServerLog;
  readonly clock: Clock;
  readonly send: Send;
}

export function compose(opened: DeliveryStore, given: CompositionDependencies): ComposedServer {
  const { store, scanner } = opened;
  const { configuration, log, clock, tenants: configured } = given;
  const tenants = configured.map(({ name }) => tenant(name));
  const of = (name: Tenant): TenantService => {
    const found = services.get(name);
    if (found === undefined) throw new Error('A submission belongs to a tenant that is not here.');
    return found;
  };
  const metrics = createMetrics({
    tenants,
    store: store.ledger,
    rateLimiterOf: (name) => of(name).rateLimiter,
    scansOf: scanner?.counts,
  });
  const health = createServiceHealth({ tenants, log, onEvent: metrics.onEvent });
  const services = new Map(
    configured.map((one) => [tenant(one.name), openService(one, opened, { ...given, health })]),
  );
  const sender = createWebhookSender({ clock });
  const ledger = composeLedger(opened, { ...given, of, metrics, sender });
  const readiness = createReadiness(health, scanner);
  const events = createEvents({ onEvent: metrics.onEvent, log });
  let stopProbing = () => {};
  return {
    doors: doorsOf({ ledger, opened, clock, metrics, readiness, health, log }),
    metrics,
    readiness,
    tellUnexpected: (error, route) =>
      events.tell('unexpected', { ...describeError(error), ...(route === undefined ? {} : { route }) }),
    start() {
      ledger.start();
      if (configuration.sandboxMode) return;
      const probed = [...services].map(([tenant, { probe, readAnyJob }]) => ({ tenant, probe, readAnyJob }));
      void probeServices(probed, log);
      const isDegraded = (name: string) => health.degradedOf(tenant(name)).length > 0;
      stopProbing = probeWhileDegraded(probed, isDegraded, clock);
    },
    async drain() {
      stopProbing();
      await ledger.drain(configuration.sendSeconds * 1000);
      await sender.close();
    },
    stopWaiting: ledger.stopWaiting,
  };
}

interface LedgerParts extends CompositionDependencies {
  readonly of: (name: Tenant) => TenantService;
  readonly metrics: ServerMetrics;
  readonly sender: WebhookSender;
}

function composeLedger({ store, staging, cipher }: DeliveryStore, parts: LedgerParts): Ledger {
  const { configuration, clock, log, of, tenants } = parts;
  return createLedger({
    store: store.ledger,
    tenants: tenants.map(({ name }) => tenant(name)),
    gatewayOf: (name) => of(name).gateway,
    rateLimiterOf: (name) => of(name).rateLimiter,
    taggerOf: (name) => of(name).tagger,
    consentTagOf: (name, job, consentId) => of(name).consentTagOf(job, consentId),
    webhooks: { targets: webhookTargets(tenants, parts.sender.tell), metrics: parts.metrics.webhookMetrics },
    lessons: store.lessons,
    cipher,
    staging,
    clock,
    log,
    ledgerMetrics: parts.metrics.ledgerMetrics,
    owner: crypto.randomUUID(),
    newReference: createReferences(configuration.secrets[0]),
    random: Math.random,
    rules: { ...rulesOf(configuration), withoutReadBack: (name) => of(name).withoutReadBack },
  });
}

interface Doors extends Pick<ComposedServer, 'metrics' | 'readiness'> {
  readonly ledger: Ledger;
  readonly opened: DeliveryStore;
  readonly health: ServiceHealth;
  readonly clock: Clock;
  readonly log: ServerLog;
}

function doorsOf({ ledger, opened, health, metrics, readiness, clock, log }: Doors) {
  return {
    delivery: ledger,
    staging: readiness.watch(opened.staging),
    store: toProxyStore(opened.store),
    operator: { ...ledger, isReady: askSeldom(opened.store.isReady, clock.monotonic) },
    people: ledger.people,
    metrics: metrics.metrics,
    readiness,
    onEvent: metrics.onEvent,
    onReply: metrics.onReply,
    onServiceReply: health.tell,
    log,
  } satisfies Partial<ProxyOptions>;
}

const rulesOf = ({ quietSeconds, sendSeconds }: Configuration) => ({
  ...defaultRules,
  quiet: quietSeconds * 1000,
  ...timesOf(sendSeconds),
});

interface TenantService extends Pick<TenantConfiguration, 'withoutReadBack'> {
  readonly gateway: ServiceGateway;
  readonly rateLimiter: RateLimiter;
  readonly tagger: Tagger;
  readonly consentTagOf: ConsentTagOf;
  readonly probe: Service['probe'];
  /** null: the tenant does not open all public jobs. */
  readonly readAnyJob: Service['readAnyJob'] | null;
}

/** Requests per second: the sandbox of this process has no limit unless a fault sets one, and that is learned. */
const SANDBOX_RATE = 100;

function openService(
  { name, serviceUrl, serviceKey, readBack, withoutReadBack, tag, publicJobs, ...settings }: TenantAtAddress,
  { store, staging }: DeliveryStore,
  {
    configuration: { sandboxMode, sendSeconds, quietSeconds },
    send,
    health,
    clock,
  }: CompositionDependencies & { readonly health: ServiceHealth },
): TenantService {
  const limit = sendSeconds * 1000;
  const options = { baseUrl: serviceUrl, key: serviceKey, send, clock, writeLimit: limit };
  const onReply = (outcome: ServiceOutcome) => health.tell(tenant(name), outcome);
  const service = createService({ ...options, onReply });
  return {
    gateway: createHttpGateway({ service, staging, readBack, clock }),
    rateLimiter: createRateLimiter({
      clock,
      random: Math.random,
      probe: probeWith(service),
      // Half the reconcile delay, 30 s by default: an operator who shortens the wait for late answers wants this one
      // shorter too.
      rest: quietSeconds * 500,
      ...(sandboxMode ? { firstRate: SANDBOX_RATE } : {}),
      shared: store.allowanceOf(tenant(name)),
    }),
    tagger: createTagger(createClient(options), tag),
    consentTagOf: createConsentTags(settings),
    withoutReadBack,
    probe: service.probe,
    readAnyJob: publicJobs === 'all' ? service.readAnyJob : null,
  };
}

interface ProbedService {
  readonly tenant: string;
  probe(): Promise<ProbeReply<unknown>>;
  /** For a tenant that opens all public jobs to visitors; null: any other tenant. */
  readonly readAnyJob: (() => Promise<ProbeReply<Job | null>>) | null;
}

type ProbeReply<Value> = Outcome<Value, Pick<ServiceError, 'kind'>>;

/** Failures that someone has to fix; any other may be over in a moment. */
const telling: ReadonlySet<ServiceError['kind']> = new Set([
  'unauthorized',
  'forbidden',
  'not_found',
  'unreachable',
  'timeout',
]);

export async function probeServices(services: readonly ProbedService[], log: Log): Promise<void> {
  for (const { tenant, probe, readAnyJob } of services) {
    const reply = await probe().catch(() => null);
    if (reply !== null && !reply.ok && telling.has(reply.error.kind))
      log.warn('service_failed', { tenant, cause: reply.error.kind });
    if (reply?.ok !== true || readAnyJob === null) continue;
    const cause = whyUntold(await readAnyJob().catch(() => null));
    if (cause !== null) log.error('public_jobs_refused', { tenant, cause });
  }
}

/** Milliseconds. */
const PROBE_EVERY = 60_000;

/**
 * While `/readyz` is 503 the process gets no requests, so only this probe can notice that a key was fixed.
 *
 * @returns stops the probes
 */
export function probeWhileDegraded(
  services: readonly Pick<ProbedService, 'tenant' | 'probe'>[],
  isDegraded: (tenant: string) => boolean,
  clock: Clock,
): () => void {
  const probeDegraded = async () => {
    for (const { tenant, probe } of services) if (isDegraded(tenant)) await probe().catch(() => null);
  };
  return clock.every(PROBE_EVERY, () => void probeDegraded());
}

/** A service that has no such list, or no job yet, is judged by the first job that a visitor names. */
function whyUntold(reply: ProbeReply<Job | null> | null): Untold | null {
  if (reply === null) return null;
  if (!reply.ok) return reply.error.kind === 'forbidden' ? 'jobs_forbidden' : null;
  return reply.value === null ? null : findUntold(reply.value);
}

/** null: the consent has none. */
type ConsentTagOf = (job: JobId | null, consentId: string) => TagToWrite | null;

/** A job's own consents win over the tenant's. Where the job is not known, the tenant's come first, then any job's. */
export function createConsentTags({ form, jobs = {} }: Pick<TenantOptions, 'form' | 'jobs'>): ConsentTagOf {
  const own = form?.consent ?? [];
  const ofJob = (job: JobId) => (Object.hasOwn(jobs, job) ? jobs[job]?.consent : undefined) ?? own;
  const all = [...own, ...Object.values(jobs).flatMap(({ consent = [] }) => consent)];
  return (job, consentId) => {
    const settings = job === null ? all : ofJob(job);
    return settings.find(({ id }) => id === consentId)?.tag ?? null;
  };
}
