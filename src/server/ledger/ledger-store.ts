/**
 * What the ledger keeps, and the few things that can be done to it. Every engine has the same meaning: each operation
 * is one transaction, and leases and sweeps skip what another process is changing. Times are milliseconds since 1970
 * by the store's own clock, the only one that several processes share: what a caller hands in was counted on from it.
 */
import type {
  ApplicationId,
  FileId,
  JobId,
  QuestionId,
  Reference,
  Revision,
  Subject,
  Tenant,
} from '../../core/model/ids.ts';
import type { AnswerCode, ApplicationCode, GivenConsent } from '../../core/model/submission.ts';
import type { PersonQuery } from '../people.ts';
import type { SubjectKey } from '../ports.ts';
import type { MemberName } from '../service/refusals.ts';
import type { WebhookOutbox } from './webhooks/webhook-event.ts';

/** `unclear`: a POST went, or may have gone, and it is unknown whether the answer is stored. Whether an item is held follows from its parents and is not stored. */
export type ItemState = 'queued' | 'sending' | 'unclear' | 'delivered' | 'refused' | 'parked';

/** One POST: an answer, or in job mode the application itself. Unique within its submission by question and part. */
export interface ItemName {
  /** null: the application. */
  readonly question: QuestionId | null;
  readonly part: number;
}

export interface NewItem extends ItemName {
  /** The order of delivery: a parent before its children, the application before all. */
  readonly place: number;
  readonly parent: QuestionId | null;
  /** Keyed hash of what is sent. */
  readonly fingerprint: string;
  /** Sealed: what is sent. Wiped when it is delivered or given up for good. */
  readonly payload: Uint8Array | null;
  /** The staged files that it carries: an answer one at the most, an application several. */
  readonly files: readonly FileId[];
}

export interface Item extends NewItem {
  readonly state: ItemState;
  readonly code: AnswerCode | ApplicationCode | null;
  /** Of an application that was refused: what the service said no to. */
  readonly members: readonly MemberName[];
  /** Counts changes: a change of an item names the version that it was based on. */
  readonly version: number;
  /** POSTs with an unknown outcome. */
  readonly unclearPosts: number;
  /** Tries in a row that were certainly not stored, or looks in a row that failed: the pause grows with them. */
  readonly failures: number;
  /** When the last POST was begun. */
  readonly markedAt: number | null;
  /** Queued: not before. Sending or unclear: when a look at the service says what became of it. */
  readonly dueAt: number;
  /** The service's id of what it stored. */
  readonly serviceId: string | null;
}

export interface NewSubmission {
  readonly key: SubjectKey;
  readonly reference: Reference;
  readonly fingerprint: string;
  /** Of the form that was answered. */
  readonly revision: Revision;
  /** null: it is yet to be made. */
  readonly application: ApplicationId | null;
  /** Job mode. */
  readonly job: JobId | null;
  /** `KEY.HASH` of the email that came with it. */
  readonly emailHash?: string | null;
  readonly consents?: Consenting | null;
  /** It goes after all that a back end vouches for. */
  readonly isVisitor?: boolean;
  /** Its states are told to a webhook, as those of this job; null, and without it: they are not. */
  readonly webhook?: { readonly job: JobId | null } | null;
  readonly items: readonly NewItem[];
}

/** What comes with a submission, is kept beside it, and outlives it. */
export interface Consenting {
  /** Whose form it was; null: not known. */
  readonly job: JobId | null;
  readonly given: readonly GivenConsent[];
}

/** What of it stays with the submission: enough to find the tags of it. */
export interface Consented {
  readonly job: JobId | null;
  readonly ids: readonly string[];
}

export interface StoredConsent extends GivenConsent {
  readonly subject: Subject;
  readonly reference: Reference;
  readonly givenAt: number;
}

export interface StoredRecord
  extends Omit<NewSubmission, 'items' | 'emailHash' | 'consents' | 'isVisitor' | 'webhook'> {
  readonly emailHash: string | null;
  /** false: a back end vouches for the applicant. */
  readonly isVisitor: boolean;
  /** null: nothing was consented to. */
  readonly consented: Consented | null;
  readonly acceptedAt: number;
  /** Counts corrections and acts of the operator: what comes between a lease and its release is not overlooked. */
  readonly version: number;
  /** When a worker has to look at it; null: nothing is to be done. */
  readonly dueAt: number | null;
  readonly leaseOwner: string | null;
  readonly leaseUntil: number;
  /** When a POST of it was begun last; until then, when it was accepted. Who waited longest comes first, new or not. */
  readonly servedAt: number;
  /** When the service was asked what it holds already; null: not yet, or not since the last change from outside. */
  readonly preflightAt: number | null;
  /** When nothing was left to send; null: there is something. */
  readonly settledAt: number | null;
  readonly auditedAt: number | null;
  /** When the tenant's tag was seen at the application; null: not yet, or it has none. */
  readonly taggedAt: number | null;
  /** When the tag may be tried next; null: it was given up. */
  readonly tagDueAt: number | null;
  /** Tries that did not end with the tag being seen: the pause grows with them. */
  readonly tagTries: number;
  /** When its store was last found to be a restored copy: nothing new of it goes without a look. null: never. */
  readonly doubtedAt: number | null;
  /**
   * When the operator had it erased. What was being sent then is kept until its outcome is known; without items it is
   * gone, and the row stays for the retention's time, so that an open page cannot send it a second time.
   */
  readonly erasedAt: number | null;
  /** In the order of delivery. */
  readonly items: readonly Item[];
}

/**
 * Milliseconds after a restore for which a new submission may be one that the lost store had accepted, and that an open
 * page sends again, and before it in which that was: a day. Renewed sessions live longer, but the looks cost reads.
 */
export const RESENT_WITHIN = 86_400_000;

/** Milliseconds that a learned quiet time is good for, 30 days: a service that was slow once is not so for ever. */
export const RECONCILE_DELAY_KEPT = 30 * 86_400_000;

/** When the store was restored before this came; null: it was not, or held this already. */
export const restoreBefore = ({
  acceptedAt,
  doubtedAt,
}: Pick<StoredRecord, 'acceptedAt' | 'doubtedAt'>): number | null =>
  doubtedAt !== null && doubtedAt <= acceptedAt ? doubtedAt : null;

/** Changes to one submission by the worker that has its lease. */
export type RecordChange = Partial<
  Pick<StoredRecord, 'preflightAt' | 'settledAt' | 'auditedAt' | 'taggedAt' | 'tagDueAt' | 'tagTries'>
>;

export type ItemChange = Partial<
  Pick<Item, 'state' | 'code' | 'members' | 'unclearPosts' | 'failures' | 'dueAt' | 'serviceId' | 'payload'>
>;

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

export interface Held {
  readonly key: SubjectKey;
  readonly owner: string;
}

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

export interface Retention {
  /** Milliseconds after acceptance: undelivered payloads are wiped, their items parked as `given_up`. */
  readonly payloads: number;
  /** Milliseconds after the last change: the whole record goes, and with it that the same content came before. */
  readonly fingerprints: number;
  /** Milliseconds after they were given: what was consented to outlives the record. */
  readonly consents: number;
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
   * Before each POST, durably: queued → sending, due when a look at the service would tell. The new version; null: the
   * lease is lost or the item was changed, so nothing may be sent.
   *
   * @param reconcileAfter milliseconds from now to the first reconcile that counts
   */
  mark(
    held: Held,
    item: ItemName & { readonly version: number },
    reconcileAfter: number,
  ): Promise<Item | null>;
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
   * time from now, before anything is sent or told. Every lease ends, which its owner sees by the versions. How many.
   */
  doubt(wait: DoubtWait): Promise<number>;
  /** Milliseconds that were learned of the services of tenants, and not too long ago. */
  readReconcileDelay(): Promise<ReadonlyMap<Tenant, number>>;
  /** Keeps the longest. */
  learnReconcileDelay(tenant: Tenant, milliseconds: number): Promise<void>;
  /**
   * Applies the retention to the next few submissions that are not held. Called with what it gave until that is null;
   * other work should have its turn between two calls.
   */
  sweep(retention: Retention, place: SweepPlace | null): Promise<SweptPage>;
  /** Each change of a state is written down here, too, where the submission came with a `webhook`. */
  readonly webhooks: WebhookOutbox;
  /** Ends what it began; nothing may be asked afterwards. */
  close(): Promise<void>;
}

/** Milliseconds until a look counts: the time limit of one POST, and the quiet time after it. */
export interface DoubtWait {
  readonly answer: number;
  /** Of an item with files whose sizes are not all known any more: its POST takes longer. */
  readonly file: number;
}

export interface Correction {
  readonly key: SubjectKey;
  /** Of the submission, as it was seen. */
  readonly version: number;
  readonly fingerprint: string;
  readonly revision: Revision;
  /**
   * The application is yet to be made, so what came with it is replaced as a whole. Otherwise its email stays, and a
   * consent takes the place of an earlier one of its id alone.
   */
  readonly isAnew?: boolean;
  readonly emailHash?: string | null;
  readonly consents?: Consenting | null;
  readonly items: readonly (NewItem & {
    /** As it was seen; null: new, or changed and to be sent again from the beginning. */
    readonly version: number | null;
  })[];
}

export interface Amendment {
  readonly key: SubjectKey;
  /** Of the submission, as it was seen. */
  readonly version: number;
  readonly items: readonly (ItemName & { readonly version: number; readonly change: ItemChange })[];
  /** From now on it is to be erased, and nothing of it is begun any more. */
  readonly erases?: boolean;
}

export interface AttentionKey {
  readonly subject: Subject;
  readonly acceptedAt: number;
}

/** How far a sweep has come: each engine reads its own. */
export interface SweepPlace {
  /** What goes after thirty days, what is wiped of what is not settled, then of what waits for an operator, then consents. */
  readonly step: 'forget' | 'wipe_open' | 'wipe_attention' | 'forget_consents';
  /** Of the last submission that was looked at. */
  readonly acceptedAt: number;
  readonly tenant: Tenant;
  readonly subject: Subject;
}

export interface SweptPage {
  /** Staged files of these are needed no more. */
  readonly swept: readonly SweptRecord[];
  /** null: that was all. */
  readonly next: SweepPlace | null;
}

export interface SweptRecord {
  readonly key: SubjectKey;
  readonly reference: Reference;
  readonly files: readonly FileId[];
  /** The whole record is gone, not only what it carried. */
  readonly gone: boolean;
}
