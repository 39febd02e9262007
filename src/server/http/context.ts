/** What all routes share, created once with the proxy. */

import { LRUCache } from 'lru-cache';
import { type Tenant, tenant } from '../../core/model/ids.ts';
import type { Clock } from '../clock.ts';
import { createScanner } from '../files/scan.ts';
import { type DocumentType, documentTypes } from '../files/types.ts';
import { createKnownLessons, type KnownLessons } from '../forms/asked-details.ts';
import { createFormCache, type FormCache, type FormSource } from '../forms/form-cache.ts';
import { createJobs, type Jobs } from '../forms/jobs.ts';
import { createPostings, type Postings } from '../forms/postings.ts';
import { type Cipher, createCipher } from '../ledger/cipher.ts';
import { openDelivery } from '../ledger/open-delivery.ts';
import { createAdvisingLog, type Log, silentLog } from '../log.ts';
import type { People } from '../people.ts';
import type { Delivery, Lessons, Metrics, Operator, Readiness, Scanner, Staging } from '../ports.ts';
import { createService, type Service } from '../service/create-service.ts';
import type { Send } from '../service/send-request.ts';
import { type Applications, createApplications } from '../sessions/applications.ts';
import { deriveKeys, type Keys } from '../sessions/keys.ts';
import { createPrefills, createSessions, type Prefills, type Sessions } from '../sessions/sessions.ts';
import { createTokens, type Session, type Tokens } from '../sessions/tokens.ts';
import { createEvents, type Events } from './events.ts';
import { createLimits, FILE_LIMIT_BYTES, type Limits } from './limits.ts';
import { type ApplicationEnd, applicationEnds, type ProxyOptions, type TenantOptions } from './options.ts';
import { guardStore } from './replies.ts';

export interface ProxyContext {
  readonly tenants: ReadonlyMap<string, TenantContext>;
  readonly tokens: Tokens;
  readonly sessions: Sessions;
  readonly prefills: Prefills;
  /** The first key seals tokens and identifies new content; the second only opens what it sealed before. */
  readonly keys: readonly [Keys, ...Keys[]];
  readonly limits: Limits;
  /** Forms that were seen to be open in the last five minutes: far less than files stay. */
  readonly signs: LRUCache<string, true>;
  readonly delivery: Delivery;
  readonly staging: Staging;
  readonly operator: Operator | null;
  readonly readiness: Readiness | null;
  readonly people: People | null;
  /** What refusals taught: for the operator, and as forms know it. */
  readonly lessons: { readonly store: Lessons; readonly known: KnownLessons };
  readonly metrics: Metrics | null;
  readonly forms: FormCache;
  readonly jobs: Jobs;
  readonly postings: Postings;
  readonly applications: Applications;
  /** Limits repeated lines and adds advice for the operator. */
  readonly log: Log;
  readonly events: Events;
  readonly send: Send;
  readonly publicOrigin: string | undefined;
  /** The start of links; null: taken from the request in sandbox mode, and no links otherwise. */
  readonly publicUrl: string | null;
  readonly sandbox: ProxyOptions['sandbox'];
  readonly notice: ProxyOptions['notice'];
  readonly clock: Clock;
  readonly now: () => number;
  /** Ends what it began. */
  close(): Promise<void>;
}

/** Milliseconds. */
const SIGN_FRESH = 300_000;

export async function createProxyContext(options: ProxyOptions, clock: Clock): Promise<ProxyContext> {
  const { send = fetch, publicOrigin, publicUrl, sandbox, notice } = options;
  const { now } = clock;
  const log = createAdvisingLog(options.log ?? silentLog, clock);
  const events = createEvents({ onEvent: options.onEvent, log });
  const [firstSecret, ...otherSecrets] = options.secrets;
  if (firstSecret === undefined) throw new Error('The proxy needs a secret.');
  const secrets = [firstSecret, ...otherSecrets] as const;
  const tenants = new Map(options.tenants.map((one) => [one.name, createTenantContext(one, options, clock)]));
  const scanner = options.scan === undefined ? null : createScanner({ scan: options.scan, log, clock });
  const opened = await openOwn(options, { cipher: createCipher(secrets), scanner, clock, tenants, log });
  const keys = [deriveKeys(firstSecret), ...otherSecrets.map(deriveKeys)] as const;
  const { store } = options;
  const { trees } = store;
  const sessionStore = guardStore(store.sessions);
  const limits = createLimits({
    onReached: (cause, tenant) => events.tell('limit_reached', { cause, ...(tenant && { tenant }) }),
    store: store.limits,
    key: keys[0].limit,
    clock,
    delivery: opened.delivery,
  });
  const sessions = createSessions(sessionStore, now);
  const jobs = createJobs({ trees, limits, log, now });
  const lessons = guardStore(store.lessons);
  return {
    tenants,
    tokens: createTokens(createCipher(secrets, 'token'), now, sessions.isRevoked),
    sessions,
    prefills: createPrefills(sessionStore, createCipher(secrets, 'prefill'), now),
    keys,
    limits,
    signs: new LRUCache({ max: 10_000, ttl: SIGN_FRESH, ttlResolution: 0, perf: { now } }),
    ...opened,
    readiness: options.readiness ?? null,
    lessons: { store: lessons, known: createKnownLessons(lessons, now) },
    metrics: options.metrics ?? null,
    forms: createFormCache({ trees, log, now }),
    jobs,
    postings: createPostings({ jobs, trees, limits, log, now }),
    applications: createApplications({ log, now }),
    log,
    events,
    send,
    publicOrigin,
    publicUrl: publicUrl ?? null,
    sandbox,
    notice,
    clock,
    now,
  };
}

/** Requests a second. The sandbox has no rate limit unless a fault sets one, and then that limit is learned. */
const SANDBOX_RATE = 100;

interface OwnWish extends Pick<ProxyContext, 'tenants' | 'log' | 'clock'> {
  readonly cipher: Cipher;
  readonly scanner: Scanner | null;
}

type Own = Pick<ProxyContext, 'staging' | 'delivery' | 'operator' | 'people' | 'close'>;

/** What delivers: what the operator supplies, or a ledger over the store, which begins at once. */
async function openOwn(options: ProxyOptions, wish: OwnWish): Promise<Own> {
  const { store, operator, people } = options;
  const own =
    options.staging === undefined
      ? store.openFiles({ ...wish, scanner: wish.scanner ?? undefined })
      : { ...options.staging, close: async () => undefined };
  const { close: end, ...staging } = own;
  if (options.delivery !== undefined)
    return {
      staging,
      delivery: guardStore(options.delivery),
      operator: operator === undefined ? null : guardStore(operator),
      people: people === undefined ? null : guardStore(people),
      close: end,
    };
  const { sandbox, sendSeconds = 15 } = options;
  const ledger = openDelivery({
    ...wish,
    ...store,
    store: store.ledger,
    staging,
    sendSeconds,
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
      await ledger.drain(sendSeconds * 1000);
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

export function createTenantContext(one: TenantOptions, options: ProxyOptions, clock: Clock): TenantContext {
  const { send = fetch, sendSeconds, onServiceReply } = options;
  const limit = sendSeconds === undefined ? {} : { writeLimit: sendSeconds * 1000 };
  const id = tenant(one.name);
  const service = createService({
    baseUrl: one.serviceUrl,
    key: one.serviceKey,
    send,
    clock,
    onReply: (outcome) => onServiceReply?.(id, outcome),
    ...limit,
  });
  const { closedWhen = applicationEnds } = one;
  const { documentBytes: bytes = FILE_LIMIT_BYTES, documentTypes: types = documentTypes } = one;
  return { ...one, id, service, closedWhen, documents: { bytes, types } };
}

export const formSource = (tenant: TenantContext, session: Pick<Session, 'questionable'>): FormSource => ({
  tenant: tenant.id,
  service: tenant.service,
  semantics: tenant.semantics,
  filterForm: tenant.questionFilter,
  questionable: session.questionable,
});
