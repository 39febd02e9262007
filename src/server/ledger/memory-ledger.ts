/** The ledger of a process without a store: the durable one's code over a store in memory, wherever `fetch` runs. */
import type { Reference, Tenant } from '../../core/model/ids.ts';
import { type Clock, createSystemClock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Delivery, Lessons, Operator, Staging } from '../ports.ts';
import type { Service } from '../service/create-service.ts';
import { createMemoryStore } from '../store/memory-store.ts';
import type { Cipher } from './cipher.ts';
import { defaultRules, type LedgerRules, timesOf } from './dependencies.ts';
import { type CarriedService, createHttpGateway } from './http-gateway.ts';
import { createLedger } from './ledger.ts';
import type { LedgerStore } from './ledger-store.ts';
import { createMemoryLessons } from './memory-lessons.ts';
import { silentMetrics } from './metrics.ts';
import { createEstimate } from './rate-limit/estimate.ts';
import { createLearnedRateLimiter } from './rate-limit/learned-rate-limiter.ts';
import { probeWith } from './rate-limit/rate-limit-outcomes.ts';

/** Submissions, about 5 kB each. A further one is refused, because forgetting one could send its answers twice. */
const MOST_SUBMISSIONS = 30_000;
/** Milliseconds: nine days. A token lives for a day and can be renewed for seven more. */
const RECEIPT_KEPT = 777_600_000;

export type LedgerService = CarriedService & Pick<Service, 'probe'>;

export interface MemoryLedgerDependencies {
  readonly services: ReadonlyMap<Tenant, LedgerService>;
  readonly staging: Staging;
  readonly log: Log;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly newReference: () => Reference;
  /** What refusals taught, for the forms to read; of its own by default. */
  readonly lessons?: Lessons;
  /** Seconds for one POST, 15 by default. */
  readonly sendSeconds?: number | undefined;
  /** Requests a second at the beginning, for a service that is known to take more than usual. */
  readonly firstRateOf?: (tenant: Tenant) => number | undefined;
  readonly clock?: Clock;
  readonly mostSubmissions?: number;
}

export interface MemoryLedger extends Delivery, Operator {}

export function createMemoryLedger(given: MemoryLedgerDependencies): MemoryLedger {
  const { now, clock = createSystemClock({ holdsProcess: false }) } = given;
  const { mostSubmissions = MOST_SUBMISSIONS } = given;
  const memory = createMemoryStore({ now });
  const store: LedgerStore = {
    ...memory,
    async insert(submission) {
      if (memory.count() >= mostSubmissions) throw new MemoryFull('No further submission fits into memory.');
      return memory.insert(submission);
    },
  };
  const opened = new Map(
    [...given.services].map(([tenant, service]) => [tenant, openService(given, { tenant, service, clock })]),
  );
  const of = (tenant: Tenant) => findService(opened, tenant);
  const rateLimiterOf = (tenant: Tenant) => of(tenant).rateLimiter;
  const ledger = createLedger({
    store,
    tenants: [...opened.keys()],
    gatewayOf: (tenant) => of(tenant).gateway,
    rateLimiterOf,
    cipher: plainCipher,
    staging: given.staging,
    lessons: given.lessons ?? createMemoryLessons(now),
    clock,
    log: withAdvice(given.log),
    ledgerMetrics: silentMetrics,
    owner: crypto.randomUUID(),
    newReference: given.newReference,
    random: Math.random,
    estimate: createEstimate({ rateLimiterOf, ...defaultRules }),
    rules: rulesOf(given),
  });
  const work = createStart(ledger.start, store);
  return {
    ...ledger,
    accept(...sent) {
      work();
      return ledger.accept(...sent);
    },
    act(...wish) {
      work();
      return ledger.act(...wish);
    },
  };
}

class MemoryFull extends Error {
  override readonly name = 'MemoryFull';
}

const rulesOf = ({ sendSeconds = 15 }: MemoryLedgerDependencies): LedgerRules => ({
  ...defaultRules,
  ...timesOf(sendSeconds),
  retention: { ...defaultRules.retention, fingerprints: RECEIPT_KEPT },
});

type OpenService = ReturnType<typeof openService>;

interface Opening {
  readonly tenant: Tenant;
  readonly service: LedgerService;
  readonly clock: Clock;
}

function openService(
  { staging, firstRateOf }: Pick<MemoryLedgerDependencies, 'staging' | 'firstRateOf'>,
  { tenant, service, clock }: Opening,
) {
  const firstRate = firstRateOf?.(tenant);
  return {
    gateway: createHttpGateway({ service, staging, readBack: 'auto', clock }),
    rateLimiter: createLearnedRateLimiter({
      clock,
      random: Math.random,
      probe: probeWith(service),
      ...(firstRate === undefined ? {} : { firstRate }),
    }),
  };
}

function findService(services: ReadonlyMap<Tenant, OpenService>, tenant: Tenant): OpenService {
  const found = services.get(tenant);
  if (found === undefined) throw new Error('A submission belongs to a tenant that is not here.');
  return found;
}

/** What can read this process's memory can read its secrets too, so encrypting there would protect nothing. */
const plainCipher: Cipher = {
  seal: (_context, plain) => plain,
  open: (_context, sealed) => sealed,
  knows: () => true,
  keyNames: [],
};

const FULL =
  'Receipts are in the memory of this process, which is full: give the proxy a durable delivery, or run the server with APPLY_STORE.';
const FAULT =
  'A fault of Apply Form: please report "cause". What it was about is tried again, after a look at the service.';

/** Memory does not fail, so a failure that is reported of this store has another cause. */
const withAdvice = (log: Log): Log => ({
  ...log,
  error(event, fields) {
    const advice = fields.cause === MemoryFull.name ? FULL : FAULT;
    log.error(event, event === 'store_failed' ? { ...fields, advice } : fields);
  },
});

/** Milliseconds. */
const HELD_EACH = 1_000;

/**
 * Nothing runs before the first submission. Node ends a process whose timers do not hold it, so one timer does while
 * something is still to be delivered.
 */
function createStart(start: () => void, store: Pick<LedgerStore, 'backlog'>): () => void {
  let isStarted = false;
  let holding: ReturnType<typeof setInterval> | null = null;
  const release = async () => {
    if ((await store.backlog()).some(({ queued }) => queued > 0) || holding === null) return;
    clearInterval(holding);
    holding = null;
  };
  return () => {
    holding ??= setInterval(release, HELD_EACH);
    if (isStarted) return;
    isStarted = true;
    start();
  };
}
