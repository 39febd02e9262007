/** What delivers answers to the service and outlives this process: the store, the staged files and the ledger. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { failure, type Outcome, success } from '../../core/model/failure.ts';
import { type Tenant, tenant } from '../../core/model/ids.ts';
import type { Clock } from '../clock.ts';
import type { CountingScanner } from '../files/scan.ts';
import { openStaging } from '../files/staging.ts';
import type { ProxyOptions } from '../http/options.ts';
import { toProxyStore } from '../http/proxy-store.ts';
import { type Cipher, createCipher } from '../ledger/cipher.ts';
import { defaultRules, timesOf } from '../ledger/dependencies.ts';
import { createHttpGateway } from '../ledger/http-gateway.ts';
import { createLedger, type Ledger } from '../ledger/ledger.ts';
import { createEstimate } from '../ledger/rate-limit/estimate.ts';
import {
  createLearnedRateLimiter,
  type LearnedRateLimiter,
} from '../ledger/rate-limit/learned-rate-limiter.ts';
import { probeWith } from '../ledger/rate-limit/rate-limit-outcomes.ts';
import { createSharedAccount } from '../ledger/rate-limit/shared-account.ts';
import type { DoubtWait } from '../ledger/record.ts';
import type { ServiceGateway } from '../ledger/service-gateway.ts';
import { createTagger, type Tagger } from '../ledger/tagger.ts';
import { openWebhooks } from '../ledger/webhooks/open-webhooks.ts';
import { webhookFinder } from '../ledger/webhooks/webhook-targets.ts';
import type { Staging } from '../ports.ts';
import { createClient } from '../service/client.ts';
import { createService, type Service } from '../service/create-service.ts';
import type { Send, ServiceOutcome } from '../service/send-request.ts';
import { LARGEST_BODY, writeLimitOf } from '../service/send-request.ts';
import { askSeldom } from '../store/engine.ts';
import { reasonOf } from '../store/file.ts';
import { type OpenStore, openStore } from '../store/open-store.ts';
import { countUnopenable, takeMode } from '../store/start-checks.ts';
import { createReferences } from '../submissions/new-reference.ts';
import type { Configuration, TenantConfiguration } from './configuration/configuration.ts';
import { type ConsentTagOf, createConsentTags } from './consent-tags.ts';
import type { ServerLog } from './log.ts';
import { createDeliveryMetrics } from './metrics/delivery-metrics.ts';
import type { ServiceHealth } from './metrics/service-health.ts';
import { probeServices, probeWhileDegraded } from './startup-check.ts';

export interface DeliveryStore {
  readonly store: OpenStore;
  readonly staging: Staging;
  /** null: files are not scanned. */
  readonly scanner: CountingScanner | null;
  readonly cipher: Cipher;
  close(): Promise<void>;
}

function needsOldSecret(count: number): string {
  const [what, are, them] =
    count === 1 ? ['1 submission', 'is', 'it was'] : [`${count} submissions`, 'are', 'they were'];
  return `APPLY_SECRET cannot open ${what} with a receipt that ${are} not delivered: ${them} sealed with another secret. Put that one second, APPLY_SECRET=NEW,OLD, until all is delivered. Should it be lost, what it sealed can never be read: keep this store, and start on another APPLY_STORE.`;
}

export interface OpeningDependencies extends Pick<DeliveryStore, 'scanner'> {
  readonly log: ServerLog;
  readonly clock: Clock;
  readonly isRestored: boolean;
}

/** The error is a sentence for the person who starts the server. */
export async function openDeliveryStore(
  configuration: Configuration,
  { log, clock, scanner, isRestored }: OpeningDependencies,
): Promise<Outcome<DeliveryStore, string>> {
  const place = await findPlace(configuration);
  if (!place.ok) return place;
  const doubtFor = doubtOf(configuration);
  const onRestored = (count: number) => log.note(restored(count, doubtFor));
  const store = await openStore(place.value.address, { clock, doubtFor, isRestored, onRestored });
  if (!store.ok) {
    await place.value.remove();
    return store;
  }
  const cipher = createCipher(configuration.secrets);
  const close = async () => {
    await store.value.close();
    await place.value.remove();
  };
  const refused = await findRefusal(store.value, cipher, configuration);
  if (refused !== null) {
    await close();
    return failure(refused);
  }
  const stagingWork = { cipher, clock, scanner: scanner ?? undefined };
  const staging = openStaging(store.value, stagingWork);
  return success({
    store: store.value,
    staging,
    scanner,
    cipher,
    async close() {
      await staging.close();
      await close();
    },
  });
}

/** null: the store belongs to this mode, and what is open in it can be opened with this secret. */
async function findRefusal(
  { engine }: OpenStore,
  cipher: Cipher,
  { sandboxMode }: Configuration,
): Promise<string | null> {
  try {
    const taken = await takeMode(engine, sandboxMode ? 'sandbox' : 'service');
    if (!taken.ok) return taken.error;
    const unopenable = await countUnopenable(engine.database, cipher);
    if (unopenable > 0) return needsOldSecret(unopenable);
    return null;
  } catch (error) {
    return `What is open in the store cannot be read: ${reasonOf(error)}.`;
  }
}

/** The process that this store was copied from may have begun a POST a moment ago. */
function doubtOf({ sendSeconds, quietSeconds }: Configuration): DoubtWait {
  const [limit, quiet] = [sendSeconds * 1000, quietSeconds * 1000];
  return { answer: limit + quiet, file: writeLimitOf(LARGEST_BODY, limit) + quiet };
}

const restored = (count: number, { answer }: DoubtWait): string =>
  `The store is a restored copy: ${count === 1 ? '1 submission that is' : `${count} submissions that are`} open in it will be looked for at the service from ${Math.round(answer / 1000)} s on, before anything of ${count === 1 ? 'it' : 'them'} is sent.`;

interface Place {
  readonly address: string;
  remove(): Promise<void>;
}

/** Unset in sandbox mode: a temporary folder that is deleted when the server ends. */
async function findPlace({ store }: Configuration): Promise<Outcome<Place, string>> {
  if (store !== null) return success({ address: store, remove: async () => undefined });
  const folder = await mkdtemp(join(tmpdir(), 'apply-form-')).catch(() => null);
  if (folder === null) return failure(`Apply Form cannot make a folder for its store in ${tmpdir()}.`);
  return success({
    address: `file:${join(folder, 'apply.db')}`,
    remove: () => rm(folder, { recursive: true, force: true }),
  });
}

/** A tenant whose service address is known, including the sandbox's. */
export type TenantAtAddress = TenantConfiguration & { readonly serviceUrl: string };

export interface ComposedDelivery {
  /** The part that the proxy is given. */
  readonly doors: Required<
    Pick<ProxyOptions, 'store' | 'delivery' | 'staging' | 'operator' | 'people' | 'metrics'>
  >;
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

export interface CompositionDependencies {
  readonly configuration: Configuration;
  readonly tenants: readonly TenantAtAddress[];
  readonly log: ServerLog;
  readonly clock: Clock;
  readonly send: Send;
  readonly health: ServiceHealth;
}

export function composeDelivery(
  opened: DeliveryStore,
  dependencies: CompositionDependencies,
): ComposedDelivery {
  const { store, staging, scanner, cipher } = opened;
  const { configuration, log, clock, health } = dependencies;
  const from = { ...opened, owner: crypto.randomUUID() };
  const services = new Map(
    dependencies.tenants.map((one) => [tenant(one.name), openService(one, from, dependencies)]),
  );
  const tenants = [...services.keys()];
  const of = (name: Tenant) => findService(services, name);
  const rateLimiterOf = (name: Tenant) => of(name).rateLimiter;
  const { ledgerMetrics, webhookMetrics, metrics } = createDeliveryMetrics({
    tenants,
    store: store.ledger,
    rateLimiterOf,
    ...(scanner === null ? {} : { scansOf: scanner.counts }),
  });
  const ledger = createLedger({
    store: store.ledger,
    tenants,
    gatewayOf: (name) => of(name).gateway,
    rateLimiterOf,
    taggerOf: (name) => of(name).tagger,
    consentTagOf: (name, job, consentId) => of(name).consentTagOf(job, consentId),
    hasWebhook: webhookFinder(dependencies.tenants),
    lessons: store.lessons,
    cipher,
    staging,
    clock,
    log,
    ledgerMetrics,
    owner: from.owner,
    newReference: createReferences(configuration.secrets[0]),
    random: Math.random,
    estimate: createEstimate({ rateLimiterOf, ...defaultRules }),
    rules: { ...rulesOf(configuration), withoutReadBack: (name) => of(name).withoutReadBack },
  });
  const webhooks = openWebhooks(store.ledger.webhooks, dependencies, webhookMetrics);
  let stopProbing = () => {};
  return {
    doors: { ...doorsOf(ledger, opened, clock), metrics },
    start() {
      ledger.start();
      webhooks.start();
      if (configuration.sandboxMode) return;
      const probed = [...services].map(([tenant, { probe, readAnyJob }]) => ({ tenant, probe, readAnyJob }));
      void probeServices(probed, health.quiet(log));
      const isDegraded = (name: string) => health.degradedOf(tenant(name)).length > 0;
      stopProbing = probeWhileDegraded(probed, isDegraded, clock);
    },
    async drain() {
      stopProbing();
      await Promise.all([ledger.drain(configuration.sendSeconds * 1000), webhooks.drain()]);
    },
    stopWaiting: ledger.stopWaiting,
  };
}

const doorsOf = (
  ledger: Ledger,
  { store, staging }: DeliveryStore,
  { monotonic }: Clock,
): Omit<ComposedDelivery['doors'], 'metrics'> => ({
  delivery: ledger,
  staging,
  store: toProxyStore(store),
  operator: { ...ledger, isReady: askSeldom(store.isReady, monotonic) },
  people: ledger.people,
});

const rulesOf = ({ quietSeconds, sendSeconds }: Configuration) => ({
  ...defaultRules,
  quiet: quietSeconds * 1000,
  ...timesOf(sendSeconds),
});

interface TenantService extends Pick<TenantConfiguration, 'withoutReadBack'> {
  readonly gateway: ServiceGateway;
  readonly rateLimiter: LearnedRateLimiter;
  readonly tagger: Tagger;
  readonly consentTagOf: ConsentTagOf;
  readonly probe: Service['probe'];
  /** null: the tenant does not open all public jobs. */
  readonly readAnyJob: Service['readAnyJob'] | null;
}

function findService(services: ReadonlyMap<Tenant, TenantService>, name: Tenant): TenantService {
  const found = services.get(name);
  if (found === undefined) throw new Error('A submission belongs to a tenant that is not here.');
  return found;
}

/** Requests per second: the sandbox of this process has no limit unless a fault sets one, and that is learned. */
const SANDBOX_RATE = 100;

interface Opened extends DeliveryStore {
  /** Names this process among all on this store. */
  readonly owner: string;
}

function openService(
  { name, serviceUrl, serviceKey, readBack, withoutReadBack, tag, publicJobs, ...settings }: TenantAtAddress,
  { store, staging, owner }: Opened,
  { configuration: { sandboxMode, sendSeconds, quietSeconds }, send, health, clock }: CompositionDependencies,
): TenantService {
  const limit = sendSeconds * 1000;
  const options = { baseUrl: serviceUrl, key: serviceKey, send, clock, writeLimit: limit };
  const onReply = (outcome: ServiceOutcome) => health.tell(tenant(name), outcome);
  const service = createService({ ...options, onReply });
  // Half the reconcile delay, 30 s by default: an operator who shortens the wait for late answers wants this one
  // shorter too.
  const rules = {
    random: Math.random,
    rest: quietSeconds * 500,
    ...(sandboxMode ? { firstRate: SANDBOX_RATE } : {}),
  };
  return {
    gateway: createHttpGateway({ service, staging, readBack, clock }),
    rateLimiter: createLearnedRateLimiter({
      ...rules,
      clock,
      probe: probeWith(service),
      shared: (onChange) =>
        createSharedAccount({ store: store.rates, tenant: tenant(name), owner, clock, rules }, onChange),
    }),
    tagger: createTagger({ client: createClient(options), tag, limit }),
    consentTagOf: createConsentTags(settings),
    withoutReadBack,
    probe: service.probe,
    readAnyJob: publicJobs === 'all' ? service.readAnyJob : null,
  };
}
