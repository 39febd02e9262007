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

/** Another number with each change of the tables. */
export const SCHEMA_VERSION = 1;

/** Of a row the type, of the table the SQL. */
interface Column<Type> {
  readonly sql: string;
  /** Never there: it names the type. */
  readonly type?: Type;
}

const text = <Type extends string = string>(): Column<Type> => ({ sql: 'text not null' });
const textOrNull = <Type extends string = string>(): Column<Type | null> => ({ sql: 'text' });
const integer = (): Column<number> => ({ sql: 'integer not null' });
const bytes = (): Column<Uint8Array> => ({ sql: 'BYTES not null' });
const bytesOrNull = (): Column<Uint8Array | null> => ({ sql: 'BYTES' });
/** Milliseconds, or what else may be larger than an integer of Postgres. */
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
  /** As SQL has them after `create`. */
  readonly indexes: readonly string[];
}

const table = <Defined extends Columns>(
  primaryKey: string | null,
  columns: Defined,
  indexes: readonly string[] = [],
): Table<Defined> => ({ columns, primaryKey, indexes });

const key = { tenant: text<Tenant>(), subject: text<Subject>() };

/** But for the retention's, each index holds only what is open: what is delivered, which is nearly all, costs nothing. */
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
    waiting_since: withDefault(bigint(), 0),
    preflight_at: bigintOrNull(),
    settled_at: bigintOrNull(),
    audited_at: bigintOrNull(),
    tagged_at: bigintOrNull(),
    tag_due_at: withDefault(bigintOrNull(), 0),
    tag_tries: withDefault(integer(), 0),
    doubted_at: bigintOrNull(),
    email_hash: textOrNull(),
    erased_at: bigintOrNull(),
    /** JSON: what was consented to, for the tags of it; null: nothing. */
    consented: textOrNull(),
    /** 1: of a visitor; 0: a back end vouches for the applicant. */
    visitor: withDefault(integer(), 0),
    /** When what was not delivered of it is wiped; null: all was. */
    wipe_at: bigintOrNull(),
    /** When it goes. */
    forget_at: bigint(),
  },
  [
    'unique index submission_reference on submission (tenant, reference)',
    `index submission_due on submission (tenant, visitor, waiting_since, accepted_at, subject)
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
    /** Empty: the application. No part of a primary key can be null. */
    question: text<QuestionId | ''>(),
    part: integer(),
    place: integer(),
    parent: textOrNull<QuestionId>(),
    fingerprint: text(),
    payload: bytesOrNull(),
    /** Ids of all files that it carries, with a space in between. */
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

/** Beside the submission, which goes sooner. */
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

/** What was told stays until its submission goes, as the last of it tells whether a state is news. */
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
    /** null: it is over. */
    due_at: bigintOrNull(),
    stopped_for: textOrNull<StopReason>(),
  },
  [
    'index webhook_event_due on webhook_event (tenant, due_at) where due_at is not null',
    'index webhook_event_stopped on webhook_event (tenant, subject) where stopped_for is not null',
  ],
);

/** `leaving`: its bytes are being removed, and then it goes itself. */
export type FileState = 'arriving' | 'here' | 'delivered' | 'leaving';

const file = table(
  'upload',
  {
    /** Names the bytes: new for each time that they are sent, so that two at once do not mix. */
    upload: text(),
    ...key,
    file: text<FileId>(),
    state: text<FileState>(),
    /** Sealed: name, type, purpose, size and hash. null: they are still coming, and `size` is what they may have. */
    about: bytesOrNull(),
    size: bigint(),
    /** 1: a submission was accepted with it. */
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

/** Where bytes lie in the database itself. */
const fileChunk = table('upload, number', { upload: text(), number: integer(), sealed: bytes() });

const tree = table('tenant, form', { tenant: text<Tenant>(), form: text(), json: text() });

const sessionCode = table(
  'hash',
  {
    hash: text(),
    tenant: text<Tenant>(),
    session: text<SessionId>(),
    /** 1: the first exchange spends it. */
    once: integer(),
    sealed: text(),
    made_at: bigint(),
    expires_at: bigint(),
    spent_at: bigintOrNull(),
    /** SHA-256 of what the page that spent it calls itself. */
    attempt: textOrNull(),
  },
  ['index session_code_expires on session_code (expires_at)'],
);

const revokedSession = table(
  'tenant, session',
  { tenant: text<Tenant>(), session: text<SessionId>(), revoked_at: bigint() },
  ['index revoked_session_at on revoked_session (revoked_at)'],
);

/** What a back end knows of the applicant of a session, until its form is sent. */
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

/** What the service demanded of applications for a job. */
const lesson = table(
  'tenant, job, field',
  {
    tenant: text<Tenant>(),
    job: text<JobId>(),
    field: text<FieldName>(),
    learned_at: bigint(),
    refused_at: bigint(),
    /** 1: the operator agreed that it is asked. */
    agreed: integer(),
  },
  ['index lesson_refused on lesson (refused_at)'],
);

/** How long after a POST's time limit a tenant's service may still store it, as it was seen. */
const learnedReconcileDelay = table('tenant', {
  tenant: text<Tenant>(),
  milliseconds: bigint(),
  learned_at: bigint(),
});

/** Of each tenant's service, when the next turn to ask it comes, whichever process takes it. */
const serviceRate = table('tenant', { tenant: text<Tenant>(), next_at: bigint() });

/** Requests of one address, subject or tenant, as the library counts them that the proxy has its limits from. */
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

/** One row: which copy of the store this is, so that another one can be told from it. */
const storeCopy = table(null, {
  /** Where the store lies: of a file its number on the disk, of Postgres its cluster, database and table. */
  place: text(),
  /** 1: made by `backup`, and never started since. */
  is_backup: integer(),
  /** When it was found to be a restored copy last; null: never. */
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
  /** Milliseconds since 1970, as an expression of SQL. */
  now(): RawBuilder<number>;
}

/** One set of statements for every engine: what they differ in. */
export interface Engine {
  readonly database: StoreDatabase;
  readonly clock: StoreClock;
  /** Rows can be locked one by one; else one transaction at a time is all there is. */
  readonly locksRows: boolean;
}
