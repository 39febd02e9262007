/** The tables of staged files. Times are milliseconds since 1970. */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { FileId, Subject, Tenant } from '../../../core/model/ids.ts';

/** `leaving`: its bytes are being removed, and then it goes itself. */
export type FileState = 'arriving' | 'here' | 'delivered' | 'leaving';

export interface FileTable {
  /** Names the bytes: new for each time that they are sent, so that two at once do not mix. */
  readonly upload: string;
  readonly tenant: Tenant;
  readonly subject: Subject;
  readonly file: FileId;
  readonly state: FileState;
  /** Sealed: name, type, purpose, size and hash. null: they are still coming. */
  readonly about: Uint8Array | null;
  readonly size: number;
  /** 1: a submission was accepted with it. */
  readonly held: number;
  /** 0: its bytes are removed. */
  readonly has_bytes: number;
  readonly kept_until: number;
}

/** Where bytes lie in the database itself. */
export interface FileChunkTable {
  readonly upload: string;
  readonly number: number;
  readonly sealed: Uint8Array;
}

/** @param bytes the type of a column of bytes */
export async function makeFileTables(database: Kysely<unknown>, bytes: RawBuilder<unknown>): Promise<void> {
  await database.schema
    .createTable('file')
    .addColumn('upload', 'text', (column) => column.primaryKey())
    .addColumn('tenant', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('file', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('about', bytes)
    .addColumn('size', 'bigint', (column) => column.notNull())
    .addColumn('held', 'integer', (column) => column.notNull())
    .addColumn('has_bytes', 'integer', (column) => column.notNull())
    .addColumn('kept_until', 'bigint', (column) => column.notNull())
    .execute();
  await sql`create unique index file_key on file (tenant, subject, file)
    where state in ('here', 'delivered')`.execute(database);
  await sql`create index file_subject on file (tenant, subject)`.execute(database);
  await sql`create index file_kept on file (kept_until)`.execute(database);
  await sql`create index file_size on file (size) where state = 'here'`.execute(database);
  await database.schema
    .createTable('file_piece')
    .addColumn('upload', 'text', (column) => column.notNull())
    .addColumn('number', 'integer', (column) => column.notNull())
    .addColumn('sealed', bytes, (column) => column.notNull())
    .addPrimaryKeyConstraint('file_piece_key', ['upload', 'number'])
    .execute();
}
