/** What all routes share, created once with the proxy. */

import type { Tenant } from '../../core/model/ids.ts';
import type { Clock } from '../clock.ts';
import { createScanner } from '../files/scan.ts';
import { createKnownLessons, type KnownLessons } from '../forms/asked-details.ts';
import { type CapJudge, createCapJudge } from '../forms/caps.ts';
import { createFormCache, type FormCache } from '../forms/form-cache.ts';
import { createJobs, type Jobs } from '../forms/jobs.ts';
import { createLimits, type Limits } from '../forms/limits.ts';
import { createPostings, type Postings } from '../forms/postings.ts';
import { type Cipher, createCipher } from '../ledger/cipher.ts';
import { createAdvisingLog, type Log, silentLog } from '../log.ts';
import type { People } from '../people.ts';
import type { Delivery, Lessons, Metrics, Operator, Readiness, Scanner, Staging } from '../ports.ts';
import type { Send } from '../service/send-request.ts';
import { type Applications, createApplications } from '../sessions/applications.ts';
import { createDraftHandles, type DraftHandles } from '../sessions/draft-handles.ts';
import { RENEWABLE_FOR } from '../sessions/job-sessions.ts';
import { deriveKeys, type Keys } from '../sessions/keys.ts';
import { createPrefills, type Prefills } from '../sessions/prefills.ts';
import { createSessions, type Sessions } from '../sessions/sessions.ts';
import { createSignsOfLife, type SeeSign } from '../sessions/signs-of-life.ts';
import { createTokens, type Tokens } from '../sessions/tokens.ts';
import { guardDelivery, guardLessons, guardOperator, guardPeople } from '../submissions/store-failure.ts';
import { openDelivery } from './open-delivery.ts';
import { createEvents, type Events } from './operator/events.ts';
import type { ProxyOptions } from './options.ts';
import { createTenantContext, type TenantContext } from './tenant-context.ts';

export interface ProxyContext {
  readonly tenants: ReadonlyMap<string, TenantContext>;
  readonly tokens: Tokens;
  readonly sessions: Sessions;
  readonly draftHandles: DraftHandles;
  readonly prefills: Prefills;
  /** The first key seals tokens and identifies new content; the second only opens what it sealed before. */
  readonly keys: readonly [Keys, ...Keys[]];
  readonly limits: Limits;
  readonly caps: CapJudge;
  readonly seeSign: SeeSign;
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

export async function createProxyContext(options: ProxyOptions, clock: Clock): Promise<ProxyContext> {
  const { send = fetch, publicOrigin, publicUrl, sandbox, notice } = options;
  const { now } = clock;
  const log = createAdvisingLog(options.log ?? silentLog, clock);
  const events = createEvents({ onEvent: options.onEvent, log });
  const [firstSecret, ...otherSecrets] = options.secrets;
  if (firstSecret === undefined) throw new Error('The proxy needs a secret.');
  const secrets = [firstSecret, ...otherSecrets] as const;
  const [first, ...others] = [deriveKeys(firstSecret), ...otherSecrets.map(deriveKeys)] as const;
  const tenants = new Map(options.tenants.map((one) => [one.name, createTenantContext(one, options, clock)]));
  const scanner = options.scan === undefined ? null : createScanner({ scan: options.scan, log, clock });
  const opened = await openOwn(options, { cipher: createCipher(secrets), scanner, clock, tenants, log });
  const keys = [first, ...others] as const;
  const { trees } = options.store;
  const limits = openLimits(options, { key: first.limit, events, clock });
  const jobs = createJobs({ trees, limits, log, now });
  const lessons = guardLessons(options.store.lessons);
  return {
    tenants,
    ...openSessions(options, { keys, secrets, now }),
    keys,
    limits,
    caps: createCapJudge({ delivery: opened.delivery, now }),
    seeSign: createSignsOfLife(opened.staging, now),
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

/** What back ends know of applicants lies in the store of their sessions. */
function openSessions(
  { store: { sessions: store } }: ProxyOptions,
  {
    keys,
    secrets,
    now,
  }: Pick<ProxyContext, 'keys' | 'now'> & { readonly secrets: readonly [string, ...string[]] },
): Pick<ProxyContext, 'tokens' | 'sessions' | 'prefills' | 'draftHandles'> {
  const sessions = createSessions({ store, keys, now });
  const { isRevoked } = sessions;
  const cipher = createCipher(secrets, 'token');
  return {
    tokens: createTokens(cipher, now, isRevoked),
    sessions,
    draftHandles: createDraftHandles(cipher, now, isRevoked),
    prefills: createPrefills({
      store: store.prefills,
      cipher: createCipher(secrets, 'prefill'),
      now,
      renewableFor: RENEWABLE_FOR,
    }),
  };
}

function openLimits(
  { store: { limits: store } }: ProxyOptions,
  { key, events, clock }: Pick<ProxyContext, 'events' | 'clock'> & { readonly key: Keys['limit'] },
): Limits {
  const tell = (cause: string, tenant?: Tenant) =>
    events.tell('limit_reached', tenant === undefined ? { cause } : { cause, tenant });
  return createLimits(tell, store === null ? null : { store, key, clock });
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
      delivery: guardDelivery(options.delivery),
      operator: operator === undefined ? null : guardOperator(operator),
      people: people === undefined ? null : guardPeople(people),
      close: end,
    };
  const { sandbox, sendSeconds = 15 } = options;
  const ledger = openDelivery({
    ...{ ...wish, store, staging, sendSeconds },
    services: new Map([...wish.tenants.values()].map(({ id, service }) => [id, service])),
    firstRateOf: (tenant) => (tenant === sandbox?.tenant ? SANDBOX_RATE : undefined),
  });
  ledger.start();
  return {
    staging,
    delivery: guardDelivery(ledger),
    operator: guardOperator(operator ?? ledger),
    people: guardPeople(people ?? ledger.people),
    async close() {
      await ledger.drain(sendSeconds * 1000);
      await end();
    },
  };
}
