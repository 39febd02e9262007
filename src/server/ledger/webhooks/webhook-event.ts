/** What a webhook is told: one event for each state that an application comes into, kept until it was told. */
import type { ApplicationId, JobId, Reference, Subject, Tenant } from '../../../core/model/ids.ts';
import type { SubmissionState } from '../../../core/model/submission.ts';
import type { SubjectKey } from '../../ports.ts';

export const toldStates = [
  'received',
  'complete',
  'attention',
  'refused',
] as const satisfies readonly SubmissionState[];
export type ToldState = (typeof toldStates)[number];

/** `expired`: it was not taken for three days. `gone`: the receiver answered 410, so that it wants nothing more. */
const stopReasons = ['expired', 'gone'] as const;
export type StopReason = (typeof stopReasons)[number];

export interface WebhookEvent {
  readonly key: SubjectKey;
  /** From 1 in each submission, as its states came. */
  readonly sequence: number;
  /** The same in all tries. */
  readonly id: string;
  readonly state: ToldState;
  readonly reference: Reference;
  /** Whose form it is, where that is known: it may have a webhook of its own. */
  readonly job: JobId | null;
  /** null: it was not made yet. */
  readonly application: ApplicationId | null;
  /** Milliseconds since 1970, by the store's clock, as all times here. */
  readonly acceptedAt: number;
  /** When the application came into the state. */
  readonly happenedAt: number;
  /** When it is not tried any more. */
  readonly expiresAt: number;
  /** Tries that were begun. */
  readonly tries: number;
  /** null: it is over. */
  readonly dueAt: number | null;
  /** null: it was told, was given up, or is still to be told. */
  readonly stoppedFor: StopReason | null;
}

/** Milliseconds after which an event that was not taken is stopped: three days. */
export const TOLD_FOR = 3 * 86_400_000;

/** Milliseconds between two tries, at the most. */
export const LONGEST_PAUSE = 26.4 * 3_600_000;

/** Which events one webhook is told: those of these jobs alone, or all of the tenant but those. */
export interface WebhookScope {
  readonly tenant: Tenant;
  readonly only: JobId | null;
  readonly except: readonly JobId[];
}

export interface WebhookCounts {
  readonly waiting: number;
  readonly stopped: number;
}

/** An event as a try has seen it: what comes between is not overwritten. */
export type SeenEvent = Pick<WebhookEvent, 'key' | 'sequence' | 'tries'>;

/**
 * Events are written by the transaction that changes the state (`LedgerStore`), so none is lost by a crash, and leave
 * from here: each is told at least once.
 */
export interface WebhookOutbox {
  /**
   * The next few that are due, the oldest first; of one submission only the first that is not over. Each counts as
   * tried, and is due again after so many milliseconds unless it is settled before.
   */
  take(scope: WebhookScope, wish: TakeWish): Promise<readonly WebhookEvent[]>;
  /** It was told: it is over. */
  finish(seen: SeenEvent): Promise<void>;
  /** @param pause milliseconds until it is tried again, at its expiry at the latest */
  delay(seen: SeenEvent, pause: number): Promise<void>;
  stop(seen: SeenEvent, reason: StopReason): Promise<void>;
  /** Stops the next few that expired so many milliseconds ago, whether they could be tried or not. */
  expire(tenant: Tenant, ago: number): Promise<readonly WebhookEvent[]>;
  /** Those of which something is due now. */
  listDue(tenants: readonly Tenant[]): Promise<readonly Tenant[]>;
  /** Stopped events of one submission, in their order. */
  listStopped(key: SubjectKey): Promise<readonly WebhookEvent[]>;
  /** Submissions with stopped events, by subject: the next few after this one. */
  listSubjects(tenant: Tenant, after: Subject | null): Promise<readonly StoppedSubject[]>;
  /** Stopped events of one submission are told again, or left for good: how many. */
  act(key: SubjectKey, action: 'retry' | 'give_up'): Promise<number>;
  count(tenant: Tenant): Promise<WebhookCounts>;
}

export interface TakeWish {
  readonly most: number;
  /** Milliseconds. */
  readonly holdFor: number;
}

export interface StoppedSubject {
  readonly subject: Subject;
  readonly acceptedAt: number;
}
