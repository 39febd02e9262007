/** The shared state of all routes, created once with the proxy. */

import { LRUCache } from 'lru-cache';
import { type Tenant, tenant } from '../../core/model/ids.ts';
import type { Clock } from '../clock.ts';
import { createScanner } from '../files/scan.ts';
import { openStaging } from '../files/staging.ts';
import { type DocumentType, documentTypes } from '../files/types.ts';
import { createFormCache } from '../forms/form-cache.ts';
import { createJobs } from '../forms/jobs.ts';
import { createPostings } from '../forms/postings.ts';
import { type Cipher, createCipher } from '../ledger/cipher.ts';
import { createReferences, openDelivery } from '../ledger/ledger.ts';
import { createAdvisingLog, type Log, silentLog } from '../log.ts';
import type { People } from '../people.ts';
import type { Delivery, Operator, Staging } from '../ports.ts';
import { createService, type Service } from '../service/create-service.ts';
import { createApplications, createPrefills, createSessions } from '../sessions/sessions.ts';
import { createTokens, deriveKeys } from '../sessions/tokens.ts';
import type { OpenStore } from '../store/open-store.ts';
import { createEvents } from './events.ts';
import { createLimits, FILE_LIMIT_BYTES } from './limits.ts';
import { type ApplicationEnd, applicationEnds, type ProxyOptions, type TenantOptions } from './options.ts';
import type { ProxyStore } from './proxy-store.ts';
import { guardStore } from './replies.ts';

export type ProxyContext = Awaited<ReturnType<typeof createProxyContext>>;

/** Milliseconds for which a form counts as open after a sign of it. */
const SIGN_FRESH = 300_000;

/** @param secrets those of the options, of which there is at least one */
export async function createProxyContext(
  options: ProxyOptions,
  secrets: readonly [string, ...string[]],
  clock: Clock,
) {
  const { send = fetch, publicUrl = null, readiness = null, metrics = null, store } = options;
  const { publicOrigin, sandbox, notice } = options;
  const { now } = clock;
  const log = createAdvisingLog(options.log ?? silentLog, clock);
  const events = createEvents(log, options.onEvent);
  const [first, ...others] = secrets;
  const keys = [deriveKeys(first), ...others.map(deriveKeys)] as const;
  const tenants: ReadonlyMap<string, TenantContext> = new Map(
    options.tenants.map((settings) => [settings.name, createTenantContext(settings, options, clock)]),
  );
  const opened = await openDeliveryParts(options, { cipher: createCipher(secrets), clock, tenants, log });
  const { trees, limits: counts } = store;
  const limits = createLimits({
    store: counts,
    key: keys[0].limit,
    clock,
    delivery: opened.delivery,
    onReached: (cause, tenant) => events.report('limit_reached', { cause, ...(tenant && { tenant }) }),
  });
  const sessionStore = guardStore(store.sessions);
  const sessions = createSessions(sessionStore, now);
  const jobs = createJobs({ trees, limits, log, now });
  return {
    tenants,
    sessions,
    limits,
    jobs,
    readiness,
    metrics,
    log,
    events,
    send,
    clock,
    now,
    publicOrigin,
    tokens: createTokens(createCipher(secrets, 'token'), now, sessions.isRevoked),
    prefills: createPrefills(sessionStore, createCipher(secrets, 'prefill'), now),
    /** The first key seals tokens and identifies new content; the second only opens what it sealed earlier. */
    keys,
    /** Visitors' forms with a recent sign that they are open. A sign expires long before their files do. */
    signs: new LRUCache<string, true>({ max: 10_000, ttl: SIGN_FRESH, ttlResolution: 0, perf: { now } }),
    ...opened,
    /** Fields that the service demanded when it refused. */
    lessons: guardStore(store.lessons),
    forms: createFormCache({ trees, log, now }),
    postings: createPostings({ jobs, trees, limits, log, now }),
    applications: createApplications(log, now),
    /** Base address of links. If null, sandbox mode uses the address of the request; outside sandbox mode no links are made. */
    publicUrl,
    sandbox,
    notice,
  };
}

/** Requests a second. The sandbox has no rate limit unless a fault sets one, which is then learned. */
export const SANDBOX_RATE = 100;
/** Seconds for one POST to the service. */
const SEND_SECONDS = 15;

interface DeliveryContext {
  readonly tenants: ReadonlyMap<string, TenantContext>;
  readonly cipher: Cipher;
  readonly clock: Clock;
  readonly log: Log;
}

/** Uses the delivery of the options, or opens a ledger over the store and starts it. */
async function openDeliveryParts(options: ProxyOptions, deliveryContext: DeliveryContext) {
  const { scan, store } = options;
  const files: Staging & { readonly close?: () => Promise<void> } =
    options.staging ??
    store.openFiles({ ...deliveryContext, scanner: scan && createScanner({ ...deliveryContext, scan }) });
  const { close: closeFiles, ...staging } = files;
  const { delivery, operator, people } = options;
  if (delivery !== undefined)
    return {
      staging,
      delivery: guardStore(delivery),
      operator: operator ? guardStore(operator) : null,
      people: people ? guardStore(people) : null,
      close: async () => closeFiles?.(),
    };
  const ledger = openLedger(options, deliveryContext, staging);
  ledger.start();
  return {
    staging,
    delivery: guardStore<Delivery>(ledger),
    operator: guardStore<Operator>(operator ?? ledger),
    people: guardStore<People>(people ?? ledger.people),
    /** Finishes requests in progress, then closes the files. */
    async close(): Promise<void> {
      await ledger.drain(SEND_SECONDS * 1000);
      await closeFiles?.();
    },
  };
}

const openLedger = (
  { store, sandbox, secrets }: ProxyOptions,
  deliveryContext: DeliveryContext,
  staging: Staging,
) =>
  openDelivery({
    ...deliveryContext,
    ...store,
    store: store.ledger,
    staging,
    sendSeconds: SEND_SECONDS,
    newReference: createReferences(secrets[0] ?? ''),
    tenants: [...deliveryContext.tenants.values()].map(({ id, service }) => ({
      id,
      service,
      ...(id === sandbox?.tenant ? { firstRate: SANDBOX_RATE } : {}),
    })),
  });

/** A tenant's options with the objects that are created once for it. */
export interface TenantContext extends TenantOptions {
  readonly id: Tenant;
  readonly service: Service;
  readonly closedWhen: readonly ApplicationEnd[];
  /** Limits for files in answers. */
  readonly documents: { readonly bytes: number; readonly types: readonly DocumentType[] };
}

function createTenantContext(
  tenantOptions: TenantOptions,
  options: ProxyOptions,
  clock: Clock,
): TenantContext {
  const { send = fetch, onServiceReply } = options;
  const id = tenant(tenantOptions.name);
  const { serviceUrl: baseUrl, serviceKey: key, closedWhen = applicationEnds } = tenantOptions;
  const { documentBytes: bytes = FILE_LIMIT_BYTES, documentTypes: types = documentTypes } = tenantOptions;
  const onReply = onServiceReply && { onReply: onServiceReply.bind(null, id) };
  const service = createService({ baseUrl, key, send, clock, ...onReply });
  return { ...tenantOptions, id, service, closedWhen, documents: { bytes, types } };
}

/** Hides the database, whose types the package does not publish. */
export const toProxyStore = (store: OpenStore): ProxyStore => ({
  ...store,
  openFiles: (work) => openStaging(store, work),
});
