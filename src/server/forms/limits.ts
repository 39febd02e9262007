/** The figures of `src/server/http/README.md#limits`, and what keeps one client from taking everything. MB is 1,048,576 bytes. */
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { success } from '../../core/model/failure.ts';
import type { Tenant } from '../../core/model/ids.ts';
import { type Clock, inTime } from '../clock.ts';
import { type Checked, refused } from '../http/refusal.ts';
import type { LimitStore } from '../ports.ts';
import type { KeyedHash } from '../sessions/keys.ts';

/** The service's own limit of one attached document (its document, "Limits"); `documentBytes` names another. */
export const FILE_LIMIT_BYTES = 10 * 1_048_576;
/** Of a CV or a cover letter (the service's document, "Limits", which names it for the letter). */
export const LETTER_LIMIT_BYTES = 30 * 1_048_576;
export const MOST_FILES_A_SUBJECT = 20;
export const MOST_BYTES_A_SUBJECT = 100 * 1_048_576;
export const SUBMISSION_LIMIT_BYTES = 1_048_576;
/** Characters of a text or an address that is an answer: some 30 pages. */
export const LONGEST_TEXT = 100_000;
/** Characters of a detail on one line: no pattern is applied to a longer one. */
export const LONGEST_LINE = 1_000;
/** Characters of a number or a day as text: no form takes more than 40 digits. */
export const LONGEST_FIGURE = 1_000;
/** As many as wait for a submission, and as many that were delivered before it was corrected. */
export const MOST_DOCUMENTS = 2 * MOST_FILES_A_SUBJECT;
export const SESSION_LIMIT_BYTES = 16_384;

/**
 * Requests a minute. Loading a form costs nothing (it lies in memory), and a whole company may share one address,
 * so these only stop what no form and no host does.
 */
const perMinute = {
  /** By address: a wrong admin key. A right one is never counted, so a host cannot be locked out. */
  wrongKey: 60,
  /** By address: a token that does not open; one that is over is no guess. */
  wrongToken: 6_000,
  /** By address: a code that is none of ours. Any other is never counted. */
  wrongCode: 60,
  /** By address: the demo makes applications for anyone. */
  demo: 600,
  /** By address: sessions of visitors, one a page view of a public job. They cost a seal and keep nothing. */
  visit: 12_000,
  /** By network: ids of jobs that were never shown, each a question to the service. */
  newJob: 30,
  /** By tenant, the same: half of what the service takes in a minute (`src/server/service/README.md#what-the-readings-rest-on`). */
  newJobOfTenant: 60,
  /** By subject: loads and receipts. */
  reading: 12_000,
  /** By subject: submissions and files. */
  writing: 300,
} as const;

export type Allowance = keyof typeof perMinute;

/**
 * What all processes on one store count together: what costs the service or the disk, and what is guessed. Reading and
 * what comes with each page view (`visit`) stay in the memory of each process, as a statement for each of
 * them would cost more than they do; so does `wrongToken`, which no guessing ever opens.
 */
const sharedAllowances: ReadonlySet<Allowance> = new Set([
  'wrongKey',
  'wrongCode',
  'newJob',
  'newJobOfTenant',
  'writing',
]);

export interface Limits {
  /**
   * @param who address, network, subject or tenant
   * @param tenant whose visitor or back end it is, where that is known
   */
  spend(allowance: Allowance, who: string, tenant?: Tenant): Promise<Checked<null>>;
}

export interface SharedLimits {
  readonly store: LimitStore;
  /** HMAC with SHA-256: no address of a person stands in the store. */
  readonly key: KeyedHash;
  readonly clock: Clock;
}

/**
 * @param onReached told of each refusal
 * @param shared null: each process counts for itself
 */
export function createLimits(
  onReached: (allowance: Allowance, tenant: Tenant | undefined) => void = () => undefined,
  shared: SharedLimits | null = null,
): Limits {
  const counters = createCounters(shared);
  return {
    async spend(allowance, who, tenant) {
      try {
        await counters[allowance](who);
        return success(null);
      } catch (spent) {
        if (!(spent instanceof RateLimiterRes)) throw spent;
        onReached(allowance, tenant);
        return refused('rate_limited', { retryAfter: Math.ceil(spent.msBeforeNext / 1000) });
      }
    },
  };
}

/** Rejects with a `RateLimiterRes` when all is spent. */
type Spend = (who: string) => Promise<unknown>;

function createCounters(shared: SharedLimits | null): Readonly<Record<Allowance, Spend>> {
  const storeClient = shared === null ? null : createImpatientStore(shared);
  const count = (allowance: Allowance): Spend => {
    const rule = { points: perMinute[allowance], duration: 60 };
    const inMemory = new RateLimiterMemory(rule);
    if (shared === null || storeClient === null || !sharedAllowances.has(allowance))
      return (who) => inMemory.consume(who);
    const inStore = new RateLimiterPostgres({
      ...rule,
      keyPrefix: allowance,
      storeClient,
      storeType: 'client',
      tableName: shared.store.table,
      tableCreated: true,
      clearExpiredByTimeout: false,
      // Who has spent all is refused without asking the store again.
      inMemoryBlockOnConsumed: rule.points,
      insuranceLimiter: inMemory,
    });
    return async (who) => inStore.consume(await shared.key(who));
  };
  return {
    wrongKey: count('wrongKey'),
    wrongToken: count('wrongToken'),
    wrongCode: count('wrongCode'),
    demo: count('demo'),
    visit: count('visit'),
    newJob: count('newJob'),
    newJobOfTenant: count('newJobOfTenant'),
    reading: count('reading'),
    writing: count('writing'),
  };
}

/** Milliseconds that a count in the store may take, and for which it is left out after one that failed. */
const [PATIENCE, AWAY_FOR] = [300, 5_000];

/** A store that fails stops no form: meanwhile each process counts for itself. */
function createImpatientStore({ store, clock }: Omit<SharedLimits, 'key'>): Pick<LimitStore, 'query'> {
  let awayUntil = Number.NEGATIVE_INFINITY;
  return {
    async query({ text, values }) {
      if (clock.monotonic() < awayUntil) throw new Error('The store did not count a moment ago.');
      try {
        // Without the name that the library gives it: a pooler may run it on another connection each time.
        const counted = await inTime(clock, PATIENCE, store.query({ text, values }));
        if (counted === null) throw new Error('The store does not count in time.');
        return counted;
      } catch (error) {
        awayUntil = clock.monotonic() + AWAY_FOR;
        throw error;
      }
    },
  };
}
