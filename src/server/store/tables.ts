/** The tables of the store. Times are milliseconds since 1970. */
import type { Generated, Kysely, RawBuilder, Selectable } from 'kysely';
import type { FieldName } from '../../core/model/details.ts';
import type {
  ApplicationId,
  FileId,
  JobId,
  QuestionId,
  Reference,
  Revision,
  SessionId,
  Subject,
  Tenant,
} from '../../core/model/ids.ts';
import type { AnswerCode, ApplicationCode } from '../../core/model/submission.ts';
import type { ItemState } from '../ledger/record.ts';
import type { EventState, StopReason } from '../ledger/webhooks/outbox.ts';

/** Changes with every change of the tables in a release. */
export const SCHEMA_VERSION = 1;

/** A column: its type in a row, and its SQL. */
interface Column<Type> {
  readonly sql: string;
  /** Carries the type and is never set. */
  readonly type?: Type;
}

const text = <Type extends string = string>(): Column<Type> => ({ sql: 'text not null' });
const textOrNull = <Type extends string = string>(): Column<Type | null> => ({ sql: 'text' });
const integer = (): Column<number> => ({ sql: 'integer not null' });
const bytes = (): Column<Uint8Array> => ({ sql: 'BYTES not null' });
const bytesOrNull = (): Column<Uint8Array | null> => ({ sql: 'BYTES' });
/** Milliseconds, or another number that may exceed Postgres's integer. */
const bigint = (): Column<number> => ({ sql: 'bigint not null' });
const bigintOrNull = (): Column<number | null> => ({ sql: 'bigint' });

const withDefault = <Type>({ sql }: Column<Type>, value: number | string): Column<Generated<Type>> => ({
  sql: `${sql} default ${typeof value === 'number' ? value : `'${value}'`}`,
});

type Columns = Readonly<Record<string, Column<unknown>>>;

type TypesOf<Defined extends Columns> = {
  readonly [Name in keyof Defined]: Defined[Name] extends Column<infer Type> ? Type : never;
};

export interface Table<Defined extends Columns = Columns> {
  readonly columns: Defined;
  readonly primaryKey: string | null;
  /** SQL that follows `create`. */
  readonly indexes: readonly string[];
}

const table = <Defined extends Columns>(
  primaryKey: string | null,
  columns: Defined,
  indexes: readonly string[] = [],
): Table<Defined> => ({ columns, primaryKey, indexes });

const key = { tenant: text<Tenant>(), subject: text<Subject>() };

/**
 * Most indexes contain only open submissions, so that delivered ones, which are nearly all, cost nothing there.
 */
const submission = table(
  'tenant, subject',
  {
    ...key,
    reference: text<Reference>(),
    fingerprint: text(),
    revision: text<Revision>(),
    application: textOrNull<ApplicationId>(),
    job: textOrNull<JobId>(),
    accepted_at: bigint(),
    version: withDefault(integer(), 0),
    due_at: bigintOrNull(),
    lease_owner: textOrNull(),
    lease_until: withDefault(bigint(), 0),
    served_at: withDefault(bigint(), 0),
    preflight_at: bigintOrNull(),
    settled_at: bigintOrNull(),
    audited_at: bigintOrNull(),
    tagged_at: bigintOrNull(),
    tag_due_at: withDefault(bigintOrNull(), 0),
    tag_tries: withDefault(integer(), 0),
    doubted_at: bigintOrNull(),
    email_hash: textOrNull(),
    erased_at: bigintOrNull(),
    /** JSON of the consents, for their tags; null without consents. */
    consented: textOrNull(),
    /** 1 for a visitor; 0 if a back end vouches for the applicant. */
    visitor: withDefault(integer(), 0),
    /** When its undelivered payloads are wiped; null if there are none. */
    wipe_at: bigintOrNull(),
    /** When the record is removed. */
    forget_at: bigint(),
  },
  [
    'unique index submission_reference on submission (tenant, reference)',
    `index submission_due on submission (tenant, visitor, served_at, accepted_at, subject)
      where due_at is not null`,
    'index submission_open on submission (tenant, accepted_at) where settled_at is null',
    'index submission_wipe on submission (wipe_at) where wipe_at is not null',
    'index submission_forget on submission (forget_at)',
    'index submission_visitor on submission (tenant) where settled_at is null and visitor = 1',
    'index submission_email on submission (tenant, email_hash) where job is not null',
  ],
);

const item = table(
  'tenant, subject, question, part',
  {
    ...key,
    /** Empty for the application: no part of a primary key can be null. */
    question: text<QuestionId | ''>(),
    part: integer(),
    place: integer(),
    parent: textOrNull<QuestionId>(),
    fingerprint: text(),
    payload: bytesOrNull(),
    /** Ids of all its files, separated by spaces. */
    file: textOrNull(),
    state: withDefault(text<ItemState>(), 'queued'),
    code: textOrNull<AnswerCode | ApplicationCode>(),
    /** JSON: a list of names. */
    fields: withDefault(text(), '[]'),
    version: withDefault(integer(), 0),
    unclear_posts: withDefault(integer(), 0),
    failures: withDefault(integer(), 0),
    marked_at: bigintOrNull(),
    due_at: withDefault(bigint(), 0),
    service_id: textOrNull(),
  },
  [
    "index item_open on item (tenant, state) where state <> 'delivered'",
    "index item_attention on item (tenant, subject) where state in ('refused', 'parked')",
    "index item_application on item (tenant, service_id) where question = ''",
  ],
);

/** A separate table, because consents outlive their submission. */
const consent = table(
  'tenant, subject, id, given_at',
  {
    ...key,
    reference: text<Reference>(),
    id: text(),
    version: text(),
    hash: text(),
    language: text(),
    given_at: bigint(),
  },
  ['index consent_given on consent (given_at)', 'index consent_reference on consent (tenant, reference)'],
);

/** Sent events stay until their submission is removed, because the last one decides whether a state is new. */
const webhookEvent = table(
  'tenant, subject, sequence',
  {
    ...key,
    sequence: integer(),
    id: text(),
    state: text<EventState>(),
    reference: text<Reference>(),
    job: textOrNull<JobId>(),
    application: textOrNull<ApplicationId>(),
    accepted_at: bigint(),
    happened_at: bigint(),
    expires_at: bigint(),
    tries: integer(),
    /** null if the event is finished. */
    due_at: bigintOrNull(),
    stopped_for: textOrNull<StopReason>(),
  },
  [
    'index webhook_event_due on webhook_event (tenant, due_at) where due_at is not null',
    'index webhook_event_stopped on webhook_event (tenant, subject) where stopped_for is not null',
  ],
);

/** `leaving`: its bytes are being removed, and then the row. */
export type FileState = 'arriving' | 'here' | 'delivered' | 'leaving';

const file = table(
  'upload',
  {
    /** Names the bytes: new for each upload, so that two concurrent ones do not mix. */
    upload: text(),
    ...key,
    file: text<FileId>(),
    state: text<FileState>(),
    /** Sealed name, type, purpose, size and hash; null while the file arrives, and then `size` is its limit. */
    about: bytesOrNull(),
    size: bigint(),
    /** 1 if a submission was accepted with it. */
    held: integer(),
    kept_until: bigint(),
  },
  [
    "unique index file_key on file (tenant, subject, file) where state in ('here', 'delivered')",
    'index file_subject on file (tenant, subject)',
    'index file_kept on file (kept_until)',
    "index file_size on file (size) where state in ('here', 'arriving')",
    "index file_here on file (upload) where state = 'here'",
  ],
);

/** Bytes of files on Postgres. */
const fileChunk = table('upload, number', { upload: text(), number: integer(), sealed: bytes() });

const tree = table('tenant, form', { tenant: text<Tenant>(), form: text(), json: text() });

const sessionCode = table(
  'hash',
  {
    hash: text(),
    tenant: text<Tenant>(),
    session: text<SessionId>(),
    /** 1 if the first exchange spends it. */
    once: integer(),
    sealed: text(),
    made_at: bigint(),
    expires_at: bigint(),
    spent_at: bigintOrNull(),
    /** SHA-256 of the attempt id of the page that spent it. */
    attempt: textOrNull(),
  },
  ['index session_code_expires on session_code (expires_at)'],
);

const revokedSession = table(
  'tenant, session',
  { tenant: text<Tenant>(), session: text<SessionId>(), revoked_at: bigint() },
  ['index revoked_session_at on revoked_session (revoked_at)'],
);

/** Details and answers that a back end knows of a session's applicant, until the form is sent. */
const sessionPrefill = table(
  'tenant, session',
  {
    tenant: text<Tenant>(),
    session: text<SessionId>(),
    subject: text<Subject>(),
    sealed: text(),
    expires_at: bigint(),
  },
  [
    'index session_prefill_expires on session_prefill (expires_at)',
    'index session_prefill_subject on session_prefill (tenant, subject)',
  ],
);

/** Details that the service demanded of applications for a job. */
const lesson = table(
  'tenant, job, field',
  {
    tenant: text<Tenant>(),
    job: text<JobId>(),
    field: text<FieldName>(),
    learned_at: bigint(),
    refused_at: bigint(),
    /** 1 if the operator agreed that forms ask for it. */
    agreed: integer(),
  },
  ['index lesson_refused on lesson (refused_at)'],
);

/** The learned reconcile delay of each tenant's service. */
const learnedReconcileDelay = table('tenant', {
  tenant: text<Tenant>(),
  milliseconds: bigint(),
  learned_at: bigint(),
});

/** When the next turn at each tenant's service comes, for all processes. */
const serviceRate = table('tenant', { tenant: text<Tenant>(), next_at: bigint() });

/** Requests of one address, subject or tenant, as counted by the library for rate limits. */
const requestCount = table(
  'key',
  {
    /** The limit and a keyed hash. */
    key: text(),
    points: integer(),
    expire: bigint(),
  },
  ['index request_count_expire on request_count (expire)'],
);

/** One row that identifies this copy of the store, so that another copy is recognised. */
const storeCopy = table(null, {
  /** The place of the store: for a file its inode, for Postgres its cluster, timeline, database and table. */
  place: text(),
  /** 1 if made by `backup` and never started since. */
  is_backup: integer(),
  /** When it was last found to be a restored copy; null if never. */
  restored_at: bigintOrNull(),
});

export type StoreMode = 'service' | 'sandbox';

/** One row, or none before the first start. */
const storeMode = table(null, { mode: text<StoreMode>() });

export const tables = {
  submission,
  item,
  consent,
  webhook_event: webhookEvent,
  file,
  file_piece: fileChunk,
  tree,
  session_code: sessionCode,
  revoked_session: revokedSession,
  session_prefill: sessionPrefill,
  lesson,
  learned_quiet: learnedReconcileDelay,
  service_rate: serviceRate,
  request_count: requestCount,
  store_copy: storeCopy,
  store_mode: storeMode,
} as const;

export type StoreTables = {
  readonly [Name in keyof typeof tables]: TypesOf<(typeof tables)[Name]['columns']>;
};

export type StoreDatabase = Kysely<StoreTables>;
export type SubmissionRow = Selectable<StoreTables['submission']>;
export type ItemRow = Selectable<StoreTables['item']>;
export type ConsentRow = StoreTables['consent'];
export type LessonRow = StoreTables['lesson'];
export type FileRow = StoreTables['file'];
export type WebhookEventRow = StoreTables['webhook_event'];

export interface StoreClock {
  /** Milliseconds since 1970, as an SQL expression. */
  now(): RawBuilder<number>;
}

/** The differences between engines, which share one set of statements. */
export interface Engine {
  readonly database: StoreDatabase;
  readonly clock: StoreClock;
  /** Whether rows can be locked one by one; otherwise one transaction runs at a time. */
  readonly locksRows: boolean;
}
