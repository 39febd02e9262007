/** What the ledger is given, and the rules that it keeps. */
import type { JobId, Reference, Tenant } from '../../core/model/ids.ts';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Lessons, Staging, SubjectKey } from '../ports.ts';
import type { TagToWrite } from '../service/changes.ts';
import type { Cipher } from './cipher.ts';
import type { LedgerStore } from './ledger-store.ts';
import type { LedgerMetrics } from './metrics.ts';
import type { RateLimiter } from './rate-limiter.ts';
import type { ServiceGateway } from './service-gateway.ts';
import type { Tagger } from './tagger.ts';

export interface LedgerRules {
  /** Milliseconds after a POST's time limit until a look at the service counts. Grows by itself, never below this. */
  readonly quiet: number;
  /** Where the service cannot be read: what is unclear is parked for the operator, or sent again (at least once). */
  readonly withoutReadBack: (tenant: Tenant) => 'park' | 'resend';
  /** Milliseconds that a mark is good for: a POST begins within, or not at all. */
  readonly freshness: number;
  /** Milliseconds. What a killed process held waits so long for the others. */
  readonly leaseFor: number;
  /** Milliseconds for which the processes of a store that was lost may have gone on with it. */
  readonly lingerFor: number;
  /** POSTs of one item with an unknown outcome that were not stored, before it is parked. */
  readonly mostUnclear: number;
  /** Submissions under way at once, a tenant. */
  readonly leasedSubmissions: number;
  /** POSTs of one submission before its worker takes up another one that waits. */
  readonly quantum: number;
}

/** Milliseconds: with the rest of a worker that has nothing to do, what was left is taken up within half a minute. */
const LONGEST_LEASE = 25_000;
const LINGER_IN_SENDS = 8;

/** A POST may take longer than a lease, which is renewed meanwhile. */
export function timesOf(sendSeconds: number): Pick<LedgerRules, 'leaseFor' | 'lingerFor'> {
  const lingerFor = sendSeconds * 1000 * LINGER_IN_SENDS;
  return { lingerFor, leaseFor: Math.min(lingerFor, LONGEST_LEASE) };
}

export const defaultRules: LedgerRules = {
  quiet: 60_000,
  withoutReadBack: () => 'park',
  freshness: 1_000,
  ...timesOf(15),
  mostUnclear: 8,
  leasedSubmissions: 8,
  quantum: 4,
};

export interface LedgerDependencies {
  readonly store: LedgerStore;
  readonly tenants: readonly Tenant[];
  readonly gatewayOf: (tenant: Tenant) => ServiceGateway;
  readonly rateLimiterOf: (tenant: Tenant) => RateLimiter;
  /** What tags a tenant's complete submissions; null, or without it: nothing. */
  readonly taggerOf?: (tenant: Tenant) => Tagger | null;
  /**
   * The tag of a consent that was given in the form of this job, added beside the tenant's own; null, or without it: it
   * has none. `job` is null where it is not known.
   */
  readonly consentTagOf?: (tenant: Tenant, job: JobId | null, consentId: string) => TagToWrite | null;
  /** Whether there is a webhook for the forms of this job, or of one that is not known; without it there is none. */
  readonly hasWebhook?: (tenant: Tenant, job: JobId | null) => boolean;
  /** What the service's refusals teach of its jobs. */
  readonly lessons: Pick<Lessons, 'learn'>;
  readonly cipher: Cipher;
  readonly staging: Omit<Staging, 'put' | 'find' | 'remove' | 'keep'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly ledgerMetrics: LedgerMetrics;
  /** Names this worker among all; new at each start, or a lease of the last one would be taken for its own. */
  readonly owner: string;
  /** The same for the same subject: by it a restored store finds what the lost one has made. */
  readonly newReference: (key: SubjectKey) => Reference;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly rules: LedgerRules;
}
