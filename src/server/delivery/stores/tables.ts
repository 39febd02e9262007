/** The tables of the store, as kysely sees them. Times are milliseconds since 1970; migrations.ts makes them. */
import type { Generated, Kysely, Selectable } from 'kysely';
import type { FieldName } from '../../../core/model/details.ts';
import type {
  ApplicationId,
  JobId,
  QuestionId,
  Reference,
  Revision,
  SessionId,
  Subject,
  Tenant,
} from '../../../core/model/ids.ts';
import type { AnswerCode, ApplicationCode } from '../../../core/model/submission.ts';
import type { ItemState } from '../ledger-store.ts';
import type { BreakerState } from '../rate-limit/breaker.ts';
import type { FileChunkTable, FileTable } from './file-tables.ts';
import type { StoreClock } from './store-clock.ts';
import type { WebhookEventTable } from './webhook-table.ts';

export interface SubmissionTable {
  readonly tenant: Tenant;
  readonly subject: Subject;
  readonly reference: Reference;
  readonly fingerprint: string;
  readonly revision: Revision;
  readonly application: ApplicationId | null;
  readonly job: JobId | null;
  readonly accepted_at: number;
  readonly version: Generated<number>;
  readonly due_at: number | null;
  readonly lease_owner: Generated<string | null>;
  readonly lease_until: Generated<number>;
  readonly waiting_since: Generated<number>;
  readonly preflight_at: Generated<number | null>;
  readonly settled_at: Generated<number | null>;
  readonly audited_at: Generated<number | null>;
  readonly tagged_at: Generated<number | null>;
  readonly tag_due_at: Generated<number | null>;
  readonly tag_tries: Generated<number>;
  readonly doubted_at: Generated<number | null>;
  readonly email_hash: string | null;
  readonly erased_at: Generated<number | null>;
  /** JSON: what was consented to, for the tags of it; null: nothing. */
  readonly consented: string | null;
  /** 1: of a visitor; 0: a back end vouches for the applicant. */
  readonly visitor: Generated<number>;
}

export interface ItemTable {
  readonly tenant: Tenant;
  readonly subject: Subject;
  /** Empty: the application. No part of a primary key can be null. */
  readonly question: QuestionId | '';
  readonly part: number;
  readonly place: number;
  readonly parent: QuestionId | null;
  readonly fingerprint: string;
  readonly payload: Uint8Array | null;
  /** Ids of all files that it carries, with a space in between. */
  readonly file: string | null;
  readonly state: Generated<ItemState>;
  readonly code: Generated<AnswerCode | ApplicationCode | null>;
  /** JSON: a list of names. */
  readonly fields: Generated<string>;
  readonly version: Generated<number>;
  readonly unclear_posts: Generated<number>;
  readonly failures: Generated<number>;
  readonly marked_at: Generated<number | null>;
  readonly due_at: Generated<number>;
  readonly service_id: Generated<string | null>;
}

export interface TreeTable {
  readonly tenant: Tenant;
  readonly form: string;
  readonly json: string;
}

export interface SessionCodeTable {
  readonly hash: string;
  readonly tenant: Tenant;
  readonly session: SessionId;
  /** 1: the first exchange spends it. */
  readonly once: number;
  readonly sealed: string;
  readonly made_at: number;
  readonly expires_at: number;
  readonly spent_at: number | null;
  /** SHA-256 of what the page that spent it calls itself. */
  readonly attempt: string | null;
}

export interface RevokedSessionTable {
  readonly tenant: Tenant;
  readonly session: SessionId;
  readonly revoked_at: number;
}

/** What a back end knows of the applicant of a session, until its form is sent. */
export interface SessionPrefillTable {
  readonly tenant: Tenant;
  readonly session: SessionId;
  readonly subject: Subject;
  readonly sealed: string;
  readonly expires_at: number;
}

/** Submissions of a release before 0.2.0, whose payloads are yet to be bound to their destination. */
export interface UnboundTable {
  readonly tenant: Tenant;
  readonly subject: Subject;
}

/** One row: which copy of the store this is, so that another one can be told from it. */
export interface CopyTable {
  /** Where the store lies: of a file its number on the disk, of Postgres its cluster, database and table. */
  readonly place: string;
  /** Of a file, renewed again and again: what was copied earlier has another one. Of Postgres, when its clock was seen last, and by which process. */
  readonly epoch: string;
  /** 1: made by `backup`, and never started since. */
  readonly is_backup: number;
  /** When it was found to be a restored copy last; null: never. */
  readonly restored_at: Generated<number | null>;
}

/** How long after a POST's time limit a tenant's service may still store it, as it was seen. */
export interface LearnedReconcileDelayTable {
  readonly tenant: Tenant;
  readonly milliseconds: number;
  readonly learned_at: number;
}

/** What the service demanded of applications for a job. */
export interface LessonTable {
  readonly tenant: Tenant;
  readonly job: JobId;
  readonly field: FieldName;
  readonly learned_at: number;
  readonly refused_at: number;
  /** 1: the operator agreed that it is asked. */
  readonly agreed: number;
}

/** Beside the submission, which goes sooner. */
export interface ConsentTable {
  readonly tenant: Tenant;
  readonly subject: Subject;
  readonly reference: Reference;
  readonly id: string;
  readonly version: string;
  readonly hash: string;
  readonly language: string;
  readonly given_at: number;
}

/** What was learned of how many requests a tenant's service takes, and what of them may go now: `rate-account.ts`. */
export interface ServiceRateTable {
  readonly tenant: Tenant;
  /** Counts changes. */
  readonly version: number;
  readonly rate: number;
  readonly is_first: number;
  readonly is_wanted: number;
  readonly requests: number;
  readonly up_at: number;
  readonly down_at: number | null;
  readonly stopped_until: number;
  readonly stops_in_row: number;
  readonly tokens: number;
  readonly counted_at: number;
  readonly burst_at: number | null;
  readonly bucket: number;
  readonly halved_at: number;
  readonly breaker: BreakerState;
  readonly unclear: number;
  readonly rest: number;
  readonly rests_until: number;
  /** JSON: the processes that share it. */
  readonly members: string;
}

/** Requests of one address, subject or tenant, as the library counts them that the proxy has its limits from. */
export interface RequestCountTable {
  /** The limit and a keyed hash. */
  readonly key: string;
  readonly points: number;
  readonly expire: number;
}

export type StoreMode = 'service' | 'sandbox';

/** One row, or none before the first start. */
export interface ModeTable {
  readonly mode: StoreMode;
}

export interface StoreTables {
  readonly submission: SubmissionTable;
  readonly item: ItemTable;
  readonly tree: TreeTable;
  readonly store_copy: CopyTable;
  readonly store_mode: ModeTable;
  readonly file: FileTable;
  readonly file_piece: FileChunkTable;
  readonly session_code: SessionCodeTable;
  readonly revoked_session: RevokedSessionTable;
  readonly session_prefill: SessionPrefillTable;
  readonly unbound: UnboundTable;
  readonly learned_quiet: LearnedReconcileDelayTable;
  readonly lesson: LessonTable;
  readonly consent: ConsentTable;
  readonly service_rate: ServiceRateTable;
  readonly request_count: RequestCountTable;
  readonly webhook_event: WebhookEventTable;
}

export type StoreDatabase = Kysely<StoreTables>;
export type SubmissionRow = Selectable<SubmissionTable>;
export type ItemRow = Selectable<ItemTable>;

/** One set of statements for every engine: what they differ in. */
export interface Engine {
  readonly database: StoreDatabase;
  readonly clock: StoreClock;
  /** Rows can be locked one by one; else one transaction at a time is all there is. */
  readonly locksRows: boolean;
}
