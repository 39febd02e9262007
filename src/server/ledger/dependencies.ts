/** What the ledger is given, and the rules that it keeps. */

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
  /** Without it no webhook is sent. */
  readonly webhooks?: readonly WebhookTarget[];
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

export const postOutcomes = ['stored', 'refused', 'not_stored', 'unclear'] as const;
type PostOutcome = (typeof postOutcomes)[number];

/** Other events, counted one by one. */
export const metricEvents = [
  /** Items, by what became of them. */
  'delivered',
  'answer_refused',
  'parked',
  /** Reads of the service for unclear items. */
  'look',
  'preflight',
  'audit',
  /** A POST that was not begun, since its mark was too old. */
  'stale_mark',
  'lease_lost',
  'store_failed',
  /** What was sealed for another destination than its row says, and was not sent. */
  'misdirected',
  /** A file that waits, since the scanner did not say what is in it. */
  'not_scanned',
  /** A submission that another secret sealed, given back for a process that has it. */
  'left_to_others',
] as const;
export type MetricEvent = (typeof metricEvents)[number];

/** Of a tag: added, refused by the service, or never taken in all tries. */
export const tagOutcomes = ['added', 'refused', 'failed'] as const;
export type TagOutcome = (typeof tagOutcomes)[number];

/** Tries to send to a webhook, and what was given up. */
export const webhookOutcomes = ['delivered', 'failed', 'stopped'] as const;
export type WebhookOutcome = (typeof webhookOutcomes)[number];

export interface LedgerMetrics {
  /** A receipt was given for something new: a first sending, or a correction. */
  received(tenant: Tenant): void;
  /** One POST ended. */
  posted(tenant: Tenant, outcome: PostOutcome): void;
  /**
   * A look found what an unclear POST had stored.
   *
   * @param seconds from our mark until the service, by its own word and clock, had it
   */
  foundLate(tenant: Tenant, seconds: number): void;
  /** What the audit of one submission saw that should not be. */
  audited(tenant: Tenant, seen: { readonly duplicates: number; readonly missing: number }): void;
  /** What became of the tag of one submission in the end. */
  tagged(tenant: Tenant, outcome: TagOutcome): void;
  /** The service made no application of it. `fields`: what it named of what a person can say. */
  refusedApplication(tenant: Tenant, code: RefusalCode, fields: readonly FieldName[]): void;
  /** A try to send to a webhook ended, or an event was given up. */
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

/** Aborting with a plain reason avoids creating an exception with its stack for each listener. */
export const notified = 'news';

/** A code such as `SQLITE_FULL` or a name: a message could carry what an applicant typed. */
export function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const code = 'code' in error ? error.code : null;
  return typeof code === 'string' && /^\w{2,40}$/.test(code) ? code : error.name;
}
