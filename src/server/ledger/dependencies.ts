/** Dependencies of the ledger, and its rules. */

import type { FieldName } from '../../core/model/details.ts';
import type { Reference, Tenant } from '../../core/model/ids.ts';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Lessons, Staging, SubjectKey } from '../ports.ts';
import type { RefusalCode } from '../service/refusals.ts';
import type { Cipher } from './cipher.ts';
import type { ServiceGateway } from './http-gateway.ts';
import type { LedgerStore } from './ledger-store.ts';
import type { RateLimiter } from './rate-limiter.ts';
import type { Tagger } from './serve.ts';
import type { WebhookTarget } from './webhooks/outbox.ts';

export interface LedgerRules {
  /** Milliseconds after a POST's time limit until a read-back counts. A floor: the learned delay may be longer. */
  readonly reconcileDelay: number;
  /**
   * If the service cannot be read: whether unclear items are parked for the operator, or sent again (at least once).
   */
  readonly withoutReadBack: (tenant: Tenant) => 'park' | 'resend';
  /** Milliseconds for which a mark is valid: a POST starts within them or not at all. */
  readonly freshness: number;
  /** Milliseconds of a lease. Other processes wait this long for the submissions of a killed one. */
  readonly leaseFor: number;
  /** Milliseconds for which the processes of a lost store may have continued to send. */
  readonly lingerFor: number;
  /** POSTs of one item with an unknown outcome that never arrived, before it is parked. */
  readonly mostUnclear: number;
  /** Concurrent submissions of each tenant. */
  readonly leasedSubmissions: number;
  /** POSTs of one submission before its worker serves another one that waits. */
  readonly quantum: number;
}

/** Milliseconds. With the pause of an idle worker, an abandoned submission is resumed within half a minute. */
const LONGEST_LEASE = 25_000;
/** `lingerFor` as a multiple of the time limit of one POST. */
const LINGER_IN_SENDS = 8;

/** A POST may take longer than a lease, because the lease is renewed meanwhile. */
export function timesOf(sendSeconds: number): Pick<LedgerRules, 'leaseFor' | 'lingerFor'> {
  const lingerFor = sendSeconds * 1000 * LINGER_IN_SENDS;
  return { lingerFor, leaseFor: Math.min(lingerFor, LONGEST_LEASE) };
}

export const defaultRules: LedgerRules = {
  reconcileDelay: 60_000,
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
  /** Tags a tenant's complete submissions; null or absent if there is no tag. */
  readonly taggerOf?: (tenant: Tenant) => Tagger | null;
  /** If absent, no webhooks are sent. */
  readonly webhooks?: readonly WebhookTarget[];
  /** Demands that the service's refusals reveal for its jobs. */
  readonly lessons: Pick<Lessons, 'learn'>;
  readonly cipher: Cipher;
  readonly staging: Omit<Staging, 'put' | 'find' | 'remove' | 'keep'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly ledgerMetrics: LedgerMetrics;
  /** Unique name of this worker, new at each start, so that it does not take old leases for its own. */
  readonly owner: string;
  /**
   * Gives each subject the same reference every time, so that a restored store finds the applications of the lost one.
   */
  readonly newReference: (key: SubjectKey) => Reference;
  /** Gives a number from 0 to 1. */
  readonly random: () => number;
  readonly rules: LedgerRules;
}

export const postOutcomes = ['stored', 'refused', 'not_stored', 'unclear'] as const;
type PostOutcome = (typeof postOutcomes)[number];

/** Further counted events. */
export const metricEvents = [
  /** Items by outcome. */
  'delivered',
  'answer_refused',
  'parked',
  /** Read-backs for unclear items. */
  'look',
  'preflight',
  'audit',
  /** A POST that was not started because its mark was too old. */
  'stale_mark',
  'lease_lost',
  'store_failed',
  /** A payload sealed for another destination than its row names; it was not sent. */
  'misdirected',
  /** A file that waits because the scanner gave no verdict. */
  'not_scanned',
  /** A submission sealed with another secret, released for a process that has it. */
  'left_to_others',
] as const;
export type MetricEvent = (typeof metricEvents)[number];

/** Outcomes of tagging; `failed` means that all attempts were used up. */
export const tagOutcomes = ['added', 'refused', 'failed'] as const;
export type TagOutcome = (typeof tagOutcomes)[number];

/** Outcomes of attempts to send a webhook event; `stopped` means given up. */
export const webhookOutcomes = ['delivered', 'failed', 'stopped'] as const;
export type WebhookOutcome = (typeof webhookOutcomes)[number];

export interface LedgerMetrics {
  /** A receipt was given for a first submission or a correction. */
  received(tenant: Tenant): void;
  /** One POST ended. */
  posted(tenant: Tenant, outcome: PostOutcome): void;
  /**
   * A read-back found an answer of an unclear POST.
   *
   * @param seconds from our mark until the service stored it, by the service's clock
   */
  foundLate(tenant: Tenant, seconds: number): void;
  /** Violations that the audit of one submission found. */
  audited(tenant: Tenant, seen: { readonly duplicates: number; readonly missing: number }): void;
  /** The final outcome of tagging one submission. */
  tagged(tenant: Tenant, outcome: TagOutcome): void;
  /** The service refused to make the application. `fields`: the details that it named. */
  refusedApplication(tenant: Tenant, code: RefusalCode, fields: readonly FieldName[]): void;
  /** An attempt to send a webhook event ended, or an event was given up. */
  webhook(tenant: Tenant, outcome: WebhookOutcome): void;
  counted(tenant: Tenant, event: MetricEvent): void;
}

export const silentMetrics: LedgerMetrics = {
  received: () => undefined,
  posted: () => undefined,
  foundLate: () => undefined,
  audited: () => undefined,
  tagged: () => undefined,
  refusedApplication: () => undefined,
  webhook: () => undefined,
  counted: () => undefined,
};

/** Abort reason as plain text, which avoids creating an exception and its stack for each listener. */
export const notified = 'news';

/** The code of an error, such as `SQLITE_FULL`, or its name. Its message could contain what an applicant typed. */
export function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const code = 'code' in error ? error.code : null;
  return typeof code === 'string' && /^\w{2,40}$/.test(code) ? code : error.name;
}
