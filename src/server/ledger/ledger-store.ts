/**
 * The store of the ledger. It means the same in every engine: each operation is one transaction, and leases and sweeps
 * skip rows that another process is changing.
 */
import type { FileId, Reference, Subject, Tenant } from '../../core/model/ids.ts';
import type { PersonQuery } from '../people.ts';
import type { SubjectKey } from '../ports.ts';
import type {
  Amendment,
  Correction,
  DoubtWait,
  ItemChange,
  ItemName,
  ItemState,
  Lease,
  Mark,
  NewSubmission,
  RecordChange,
  StoredConsent,
  StoredRecord,
} from './record.ts';
import type { WebhookOutbox } from './webhooks/outbox.ts';

export interface LeaseWish {
  /** Unique name of this worker, new at each start. */
  readonly owner: string;
  /** Milliseconds. */
  readonly duration: number;
  readonly most: number;
  /** Only submissions of these tenants: the services of other tenants are left alone for now. */
  readonly tenants: readonly Tenant[];
  /** Whether to exclude visitors. Otherwise they come after all known applicants. */
  readonly isKnownOnly?: boolean;
}

export type ConsentOwner = { readonly subject: Subject } | { readonly reference: Reference };

export type UndeliveredState = Exclude<ItemState, 'delivered'>;

/**
 * The undelivered work of one tenant. Tenants without any have no entry. Delivered items are not counted, because this
 * is read often.
 */
export interface Backlog {
  readonly tenant: Tenant;
  /** Submissions that are not settled. */
  readonly queued: number;
  readonly attention: number;
  readonly items: Readonly<Record<UndeliveredState, number>>;
  /** Acceptance of the oldest submission that is not settled; null if all are. */
  readonly oldestAcceptedAt: number | null;
}

export interface LedgerStore {
  /** By the store's clock. */
  now(): Promise<number>;
  find(key: SubjectKey): Promise<StoredRecord | null>;
  findByReference(tenant: Tenant, reference: Reference): Promise<StoredRecord | null>;
  /** Oldest first. An erased submission is found by reference and subject only. */
  findPerson(tenant: Tenant, query: PersonQuery): Promise<readonly StoredRecord[]>;
  /**
   * Counts submissions of job mode that no email can find: stored without a hash, or hashed with another secret. Counts
   * up to 10,000.
   */
  countUnfindable(tenant: Tenant, hashes: readonly string[]): Promise<number>;
  /** Consents of this subject or reference, oldest first, even after the submission was removed. */
  findConsents(tenant: Tenant, of: ConsentOwner): Promise<readonly StoredConsent[]>;
  /**
   * Inserts all rows or none, due at once. Gives the stored record; null if the subject or reference already has one,
   * and then nothing changed.
   */
  insert(submission: NewSubmission): Promise<StoredRecord | null>;
  /**
   * Applies a correction, all rows or none. It lists all items: those with a version stay unchanged except for their
   * place. The submission is due at once, with no preflight, settlement or audit. Gives false if the submission or an unchanged item has
   * another version.
   */
  correct(correction: Correction): Promise<boolean>;
  /**
   * Leases due submissions: those of known applicants before those of visitors, the longest unserved first. A worker
   * that let an earlier lease run out has lost it.
   */
  lease(wish: LeaseWish): Promise<readonly StoredRecord[]>;
  /** Gives false if the lease was lost. */
  renew(lease: Lease, duration: number): Promise<boolean>;
  /** Gives false if the lease was lost; then nothing changed. */
  changeSubmission(lease: Lease, change: RecordChange): Promise<boolean>;
  /** Releases the lease. Due at `dueAt`, or at once if the submission has another version than `version`. */
  release(lease: Lease, next: { readonly version: number; readonly dueAt: number | null }): Promise<boolean>;
  /**
   * Stores the mark before each POST: `queued` becomes `sending`, due when a read-back counts. Gives the changed
   * columns; null if the lease was lost or the item changed, and then nothing may be sent.
   * @param reconcileAfter milliseconds from now to the first reconcile that counts
   */
  mark(
    lease: Lease,
    item: ItemName & { readonly version: number },
    reconcileAfter: number,
  ): Promise<Mark | null>;
  /**
   * Compare and set: gives false if the item has another version. Needs no lease: an outcome stays true after the lease
   * is lost.
   */
  changeItem(
    key: SubjectKey,
    item: ItemName & { readonly version: number },
    change: ItemChange,
  ): Promise<boolean>;
  /**
   * Applies an act of the operator, all or nothing: raises the submission's version and makes it due at once, with no
   * preflight, settlement or audit. Gives false if the submission or one of these items has another version.
   */
  amend(amendment: Amendment): Promise<boolean>;
  /**
   * Removes everything except subject and reference of a submission that is to be erased. Gives false if it has another
   * version, or if a request may be under way.
   */
  erase(key: SubjectKey, version: number): Promise<boolean>;
  /** When the next submission of these tenants is due and not leased; null if none will be. */
  nextDue(tenants: readonly Tenant[], isKnownOnly?: boolean): Promise<number | null>;
  /** Counts visitors' submissions that are not settled. The cost grows with their number, so it is read rarely. */
  countVisitors(): Promise<ReadonlyMap<Tenant, number>>;
  /** Lists the next few submissions with parked or refused items after this subject, ordered by subject. */
  listAttention(tenant: Tenant, after: Subject | null): Promise<readonly AttentionKey[]>;
  backlog(): Promise<readonly Backlog[]>;
  /**
   * Makes every open item of a restored copy unclear, to be read back before anything is sent, and ends every lease.
   * Gives the number of open submissions.
   */
  doubt(wait: DoubtWait): Promise<number>;
  /** Reads the reconcile delays, in milliseconds, that were learned recently. */
  readReconcileDelay(): Promise<ReadonlyMap<Tenant, number>>;
  /** Stores the delay unless a longer one is stored. */
  learnReconcileDelay(tenant: Tenant, milliseconds: number): Promise<void>;
  /**
   * Wipes or removes the next few expired submissions that are not leased, and old consents. Call it until it gives
   * none, with other work between two calls.
   */
  sweep(): Promise<readonly SweptRecord[]>;
  /** The outbox: gets every change of state of a submission that has a `webhook`. */
  readonly webhooks: WebhookOutbox;
  /** Closes the store, which must not be used afterwards. */
  close(): Promise<void>;
}

export interface AttentionKey {
  readonly subject: Subject;
  readonly acceptedAt: number;
}

export interface SweptRecord {
  readonly key: SubjectKey;
  readonly reference: Reference;
  readonly files: readonly FileId[];
  /** Whether the whole record was removed, not only its payloads. */
  readonly gone: boolean;
}
