/**
 * What the ledger tells of its work while it happens: counts for the operator, never who or what. `server` writes them
 * down with what the store and the rate limiter say of this moment (`/metrics`), so the ledger itself needs no `metrics`.
 */
import type { FieldName } from '../../core/model/details.ts';
import type { Tenant } from '../../core/model/ids.ts';
import type { RefusalCode } from '../service/refusals.ts';

export const postOutcomes = ['stored', 'refused', 'not_stored', 'unclear'] as const;
export type PostOutcome = (typeof postOutcomes)[number];

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

/** Of a tag: seen after we added it, there before, refused by the service, or never seen in all tries. */
export const tagOutcomes = ['added', 'present', 'refused', 'failed'] as const;
export type TagOutcome = (typeof tagOutcomes)[number];

/** Tries to tell a webhook, and what was not told for good. */
export const webhookOutcomes = ['told', 'failed', 'stopped'] as const;
export type WebhookOutcome = (typeof webhookOutcomes)[number];

export interface WebhookMetrics {
  webhook(tenant: Tenant, outcome: WebhookOutcome): void;
}

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
  counted(tenant: Tenant, event: MetricEvent): void;
}

export const silentMetrics: LedgerMetrics = {
  received: () => undefined,
  posted: () => undefined,
  foundLate: () => undefined,
  audited: () => undefined,
  tagged: () => undefined,
  refusedApplication: () => undefined,
  counted: () => undefined,
};
