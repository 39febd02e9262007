/** What all routes share, created once with the proxy. */

import { LRUCache } from 'lru-cache';
import { type Tenant, tenant } from '../../core/model/ids.ts';
import type { Clock } from '../clock.ts';
import { createScanner } from '../files/scan.ts';
import { type DocumentType, documentTypes } from '../files/types.ts';
import { createFormCache, type FormSource } from '../forms/form-cache.ts';
import { createJobs, createKnownLessons } from '../forms/jobs.ts';
import { createPostings } from '../forms/postings.ts';
import { type Cipher, createCipher } from '../ledger/cipher.ts';
import { createReferences, openDelivery } from '../ledger/ledger.ts';
import { createAdvisingLog, type Log, silentLog } from '../log.ts';
import type { People } from '../people.ts';
import type { Delivery, Operator, Staging } from '../ports.ts';
import { createService, type Service } from '../service/create-service.ts';
import type { ServiceOutcome } from '../service/send-request.ts';
import { deriveKeys } from '../sessions/keys.ts';
import { createApplications } from '../sessions/make-session.ts';
import { createPrefills, createSessions } from '../sessions/sessions.ts';
import { createTokens, type Session } from '../sessions/tokens.ts';
import { createEvents } from './events.ts';
import { createLimits, FILE_LIMIT_BYTES } from './limits.ts';
import { type ApplicationEnd, applicationEnds, type ProxyOptions, type TenantOptions } from './options.ts';
import { guardStore } from './replies.ts';

export type ProxyContext = Awaited<ReturnType<typeof createProxyContext>>;

/** Milliseconds. */
const SIGN_FRESH = 300_000;

export async function createProxyContext(options: ProxyOptions, clock: Clock) {
  const { send = fetch, publicOrigin, publicUrl = null, sandbox, notice, store } = options;
  const { readiness = null, metrics = null } = options;
  const { now } = clock;
  const log = createAdvisingLog(options.log ?? silentLog, clock);
  const events = createEvents(log, options.onEvent);
  const [firstSecret, ...otherSecrets] = options.secrets;
  if (firstSecret === undefined) throw new Error('The proxy needs a secret.');
  const secrets = [firstSecret, ...otherSecrets] as const;
  const keys = [deriveKeys(firstSecret), ...otherSecrets.map(deriveKeys)] as const;
  const tenants: ReadonlyMap<string, TenantContext> = new Map(
    options.tenants.map((one) => [one.name, createTenantContext(one, options, clock)]),
  );
  const opened = await openOwn(options, { cipher: createCipher(secrets), clock, tenants, log });
  const limits = createLimits({
    onReached: (cause, tenant) => events.tell('limit_reached', { cause, ...(tenant && { tenant }) }),
    store: store.limits,
    key: keys[0].limit,
    clock,
    delivery: opened.delivery,
  });
  const { trees } = store;
  const sessionStore = guardStore(store.sessions);
  const sessions = createSessions(sessionStore, now);
  const jobs = createJobs({ trees, limits, log, now });
  const lessons = guardStore(store.lessons);
  return {
    ...{ tenants, sessions, limits, jobs, readiness, metrics, log, events, send, clock, now, publicOrigin },
    tokens: createTokens(createCipher(secrets, 'token'), now, sessions.isRevoked),
    prefills: createPrefills(sessionStore, createCipher(secrets, 'prefill'), now),
    /** The first key seals tokens and identifies new content; the second only opens what it sealed before. */
    keys,
    /** Forms that were seen to be open in the last five minutes: far less than files stay. */
    signs: new LRUCache<string, true>({ max: 10_000, ttl: SIGN_FRESH, ttlResolution: 0, perf: { now } }),
    ...opened,
    /** What refusals taught: for the operator, and as forms know it. */
    lessons: { store: lessons, known: createKnownLessons(lessons, now) },
    forms: createFormCache({ trees, log, now }),
    postings: createPostings({ jobs, trees, limits, log, now }),
    applications: createApplications(log, now),
    /** The start of links; null: taken from the request in sandbox mode, and no links otherwise. */
    publicUrl,
    ...{ sandbox, notice },
  };
}

/** Requests a second. The sandbox has no rate limit unless a fault sets one, and then that limit is learned. */
export const SANDBOX_RATE = 100;
/** For one POST to the service. */
const SEND_SECONDS = 15;

interface OwnWish {
  readonly tenants: ReadonlyMap<string, TenantContext>;
  readonly cipher: Cipher;
  readonly clock: Clock;
  readonly log: Log;
}

interface Own {
  readonly staging: Staging;
  readonly delivery: Delivery;
  readonly operator: Operator | null;
  readonly people: People | null;
  /** Ends what it began. */
  close(): Promise<void>;
}

/** What delivers: what the operator supplies, or a ledger over the store, which begins at once. */
async function openOwn(options: ProxyOptions, wish: OwnWish): Promise<Own> {
  const { store, delivery, operator, people, scan, sandbox } = options;
  const scanner = scan && createScanner({ ...wish, scan });
  const { close: end, ...staging } =
    options.staging === undefined
      ? store.openFiles({ ...wish, scanner })
      : { ...options.staging, close: async () => undefined };
  if (delivery !== undefined)
    return {
      staging,
      delivery: guardStore(delivery),
      operator: operator === undefined ? null : guardStore(operator),
      people: people === undefined ? null : guardStore(people),
      close: end,
    };
  const ledger = openDelivery({
    ...wish,
    ...store,
    store: store.ledger,
    staging,
    sendSeconds: SEND_SECONDS,
    newReference: createReferences(options.secrets[0] ?? ''),
    tenants: [...wish.tenants.values()].map(({ id, service }) => ({
      ...{ id, service },
      ...(id === sandbox?.tenant ? { firstRate: SANDBOX_RATE } : {}),
    })),
  });
  ledger.start();
  return {
    staging,
    delivery: guardStore(ledger),
    operator: guardStore(operator ?? ledger),
    people: guardStore(people ?? ledger.people),
    async close() {
      await ledger.drain(SEND_SECONDS * 1000);
      await end();
    },
  };
}

/** A tenant's options together with what is created once for it. */
export interface TenantContext extends TenantOptions {
  readonly id: Tenant;
  readonly service: Service;
  readonly closedWhen: readonly ApplicationEnd[];
  /** Limits for a file that is given as an answer. */
  readonly documents: { readonly bytes: number; readonly types: readonly DocumentType[] };
}

function createTenantContext(one: TenantOptions, options: ProxyOptions, clock: Clock): TenantContext {
  const { send = fetch, onServiceReply } = options;
  const id = tenant(one.name);
  const { serviceUrl: baseUrl, serviceKey: key, closedWhen = applicationEnds } = one;
  const { documentBytes: bytes = FILE_LIMIT_BYTES, documentTypes: types = documentTypes } = one;
  const onReply = (outcome: ServiceOutcome) => onServiceReply?.(id, outcome);
  const service = createService({ baseUrl, key, send, clock, onReply });
  return { ...one, id, service, closedWhen, documents: { bytes, types } };
}

export const formSource = (tenant: TenantContext, session: Pick<Session, 'questionable'>): FormSource => ({
  tenant: tenant.id,
  service: tenant.service,
  semantics: tenant.semantics,
  filterForm: tenant.questionFilter,
  questionable: session.questionable,
});
