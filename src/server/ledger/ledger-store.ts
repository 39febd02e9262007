/**
 * What a store of the ledger can do. Every engine has the same meaning: each operation is one transaction, and leases and
 * sweeps skip what another process is changing.
 */
import type { FileId, Reference, Subject, Tenant } from '../../core/model/ids.ts';
import type { PersonQuery } from '../people.ts';
import type { SubjectKey } from '../ports.ts';
import type {
  Amendment,
  Correction,
  DoubtWait,
  Held,
  ItemChange,
  ItemName,
  ItemState,
  Mark,
  NewSubmission,
  RecordChange,
  StoredConsent,
  StoredRecord,
} from './record.ts';
import type { WebhookOutbox } from './webhooks/outbox.ts';

export interface LeaseWish {
  /** Names this worker among all, new at each start. */
  readonly owner: string;
  /** Milliseconds. */
  readonly duration: number;
  readonly most: number;
  /** Only of these tenants: the others' services are left alone for now. */
  readonly tenants: readonly Tenant[];
  /** Without it visitors come after all known applicants. */
  readonly isOfKnown?: boolean;
}

export type ConsentOwner = { readonly subject: Subject } | { readonly reference: Reference };

export type UndeliveredState = Exclude<ItemState, 'delivered'>;

/** Undelivered work of one tenant; of one that has none there is nothing. Asked often: what is done is not counted. */
export interface Backlog {
  readonly tenant: Tenant;
  /** Submissions by what they wait for. */
  readonly queued: number;
  readonly attention: number;
  readonly items: Readonly<Record<UndeliveredState, number>>;
  /** Of the oldest submission that is not settled; null: all are. */
  readonly oldestAcceptedAt: number | null;
}

export interface LedgerStore {
  /** By the store's clock. */
  now(): Promise<number>;
  find(key: SubjectKey): Promise<StoredRecord | null>;
  findByReference(tenant: Tenant, reference: Reference): Promise<StoredRecord | null>;
  /** Oldest first. What is erased is found by its reference and by its subject alone. */
  findPerson(tenant: Tenant, query: PersonQuery): Promise<readonly StoredRecord[]>;
  /**
   * Submissions that made an application, and that no email finds: they came before there were hashes, or the secret of
   * theirs is none of these. At most 10,000 are counted.
   */
  countUnfindable(tenant: Tenant, hashes: readonly string[]): Promise<number>;
  /** Of this subject or reference, oldest first, also when the submission is gone. */
  findConsents(tenant: Tenant, of: ConsentOwner): Promise<readonly StoredConsent[]>;
  /**
   * All rows or none. Due at once. What is stored now; null: there is one of this subject or reference already, and
   * nothing was changed.
   */
  insert(submission: NewSubmission): Promise<StoredRecord | null>;
  /**
   * A correction, all rows or none: the items are exactly these from now on; those with a version are kept as they
   * are, but for their place. false: the submission was changed meanwhile (its `version`) or one of the kept items
   * meanwhile. Due at once, nothing looked at, settled or audited.
   */
  correct(correction: Correction): Promise<boolean>;
  /**
   * Takes submissions that are due and not leased: of known applicants, the longest unserved first, then of visitors by
   * their turns. A worker that had one before and let the lease run out has lost it.
   */
  lease(wish: LeaseWish): Promise<readonly StoredRecord[]>;
  /** false: lost. */
  renew(held: Held, duration: number): Promise<boolean>;
  /** false: the lease is lost, and nothing was changed. */
  change(held: Held, change: RecordChange): Promise<boolean>;
  /** Gives the lease back. Due at `dueAt`; at once where `version` is no longer the submission's. */
  release(held: Held, next: { readonly version: number; readonly dueAt: number | null }): Promise<boolean>;
  /**
   * Before each POST, durably: queued → sending, due when a look at the service would tell. What is new of it; null: the
   * lease is lost or the item was changed, so nothing may be sent.
   *
   * @param reconcileAfter milliseconds from now to the first reconcile that counts
   */
  mark(
    held: Held,
    item: ItemName & { readonly version: number },
    reconcileAfter: number,
  ): Promise<Mark | null>;
  /** Compare and set: false when the item is not of this version any more. Needs no lease: what was sent was sent. */
  settle(
    key: SubjectKey,
    item: ItemName & { readonly version: number },
    change: ItemChange,
  ): Promise<boolean>;
  /**
   * An act of the operator, all or none: counts the submission's version, and makes it due at once, nothing looked at,
   * settled or audited. false: the submission or one of these items was changed meanwhile.
   */
  amend(amendment: Amendment): Promise<boolean>;
  /**
   * Of one that was amended to be erased: all goes but its subject and its reference. false: it is not of this version,
   * or something of it may be under way.
   */
  erase(key: SubjectKey, version: number): Promise<boolean>;
  /** The next time at which something of these tenants is due and not held; null: nothing. */
  nextDue(tenants: readonly Tenant[], isOfKnown?: boolean): Promise<number | null>;
  /** Visitors' submissions that are not settled. Its cost grows with their number, so it is asked seldom. */
  countVisitors(): Promise<ReadonlyMap<Tenant, number>>;
  /** Submissions with parked or refused items, by subject: the next few after this one, none when there are no more. */
  listAttention(tenant: Tenant, after: Subject | null): Promise<readonly AttentionKey[]>;
  backlog(): Promise<readonly Backlog[]>;
  /**
   * The store is a restored copy, and all that is open may have gone on without it: unclear, to be looked for in due
   * time from now, before anything is sent. Every lease ends, which its owner sees by the versions. How many.
   */
  doubt(wait: DoubtWait): Promise<number>;
  /** Milliseconds that were learned of the services of tenants, and not too long ago. */
  readReconcileDelay(): Promise<ReadonlyMap<Tenant, number>>;
  /** Keeps the longest. */
  learnReconcileDelay(tenant: Tenant, milliseconds: number): Promise<void>;
  /**
   * Wipes or forgets the next few submissions whose time is over and that are not held, and consents. Called until it
   * gives none; other work should have its turn between two calls.
   */
  sweep(): Promise<readonly SweptRecord[]>;
  /** Each change of a state is written down here, too, where the submission came with a `webhook`. */
  readonly webhooks: WebhookOutbox;
  /** Ends what it began; nothing may be asked afterwards. */
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
  /** The whole record is gone, not only what it carried. */
  readonly gone: boolean;
}
