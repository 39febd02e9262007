/** The tables of staged files, and the storage of their sealed bytes. Times are by the store's clock. */
import { createReadStream } from 'node:fs';
import { appendFile, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type RawBuilder, sql } from 'kysely';
import type { FileId } from '../../core/model/ids.ts';
import { SEAL_OVERHEAD } from '../ledger/cipher.ts';
import type { StagingLimits, SubjectKey } from '../ports.ts';
import { atomically } from './records.ts';
import type { Engine, FileRow, StoreDatabase } from './tables.ts';

/** The key of a row; `upload` also names the bytes. */
export type Upload = Pick<FileRow, 'upload' | 'tenant' | 'subject' | 'file'>;

/** Milliseconds. Longer than any request may take: an upload still incomplete then has lost its process. */
const ARRIVING_FOR = 900_000;
/** Rows in one search for expired files. */
const MOST_SWEPT = 1_000;

const until = ({ clock }: Engine, duration: number): RawBuilder<number> =>
  sql<number>`${clock.now()} + ${Math.round(duration)}`;

const rowsOf = ({ database }: Pick<Engine, 'database'>, { tenant, subject }: SubjectKey) =>
  database.selectFrom('file').selectAll().where('tenant', '=', tenant).where('subject', '=', subject);

const updateUpload = ({ database }: Engine, upload: string) =>
  database.updateTable('file').where('upload', '=', upload);

/** Updates the complete files of a subject. */
const updateWholeFiles = ({ database, clock }: Engine, { tenant, subject }: SubjectKey) =>
  database
    .updateTable('file')
    .where(({ eb, and }) =>
      and([and({ tenant, subject, state: 'here' }), eb('kept_until', '>', clock.now())]),
    );

/** Lists files in every state. */
export const listFiles = (engine: Engine, key: SubjectKey): Promise<readonly FileRow[]> =>
  rowsOf(engine, key).orderBy('kept_until').orderBy('upload').execute();

const selectWholeFile = (engine: Engine, key: SubjectKey, file: FileId) =>
  rowsOf(engine, key).where('file', '=', file).where('state', 'in', ['here', 'delivered']);

/** Finds a complete file, even an expired one. */
export const findPlaced = (engine: Engine, key: SubjectKey, file: FileId): Promise<FileRow | undefined> =>
  selectWholeFile(engine, key, file).executeTakeFirst();

export const findFile = (engine: Engine, key: SubjectKey, file: FileId): Promise<FileRow | undefined> =>
  selectWholeFile(engine, key, file).where('kept_until', '>', engine.clock.now()).executeTakeFirst();

/** Counts the subject's other files, including those that are arriving, and the bytes of complete ones. */
export async function countOthers(engine: Engine, upload: Upload) {
  const rows = await rowsOf(engine, upload)
    .where('file', '!=', upload.file)
    .where('state', 'in', ['here', 'arriving'])
    .where('kept_until', '>', engine.clock.now())
    .execute();
  const here = rows.filter(({ state }) => state === 'here');
  return {
    // Several attempts to upload one file count once.
    files: new Set(rows.map((row) => row.file)).size,
    whole: here.length,
    bytes: here.reduce((sum, { size }) => sum + size, 0),
  };
}

/**
 * Sums the bytes of all files that are stored or may still arrive. Written without parameters, so that libsql sees that
 * its index `file_size` covers the query.
 */
export async function sumFiles({ database }: Engine): Promise<number> {
  const row = await database
    .selectFrom('file')
    .select(sql<number>`coalesce(sum(size), 0)`.as('sum'))
    .where(sql<boolean>`state in ('here', 'arriving')`)
    .executeTakeFirst();
  // Postgres gives the sum of bigints as a numeric, which arrives as text.
  return Number(row?.sum ?? 0);
}

/** @param size bytes that the file may have at most */
export async function beginFile(engine: Engine, upload: Upload, size: number): Promise<void> {
  const row = { ...upload, state: 'arriving', about: null, size, held: 0 } as const;
  const values = { ...row, kept_until: until(engine, ARRIVING_FOR) };
  await engine.database.insertInto('file').values(values).execute();
}

interface Placing {
  readonly about: Uint8Array;
  readonly size: number;
  readonly limits: StagingLimits;
  /** Milliseconds until it expires. */
  readonly duration: number;
}

type Placed =
  | { readonly kind: 'placed' }
  /** The file was not complete in time. */
  | { readonly kind: 'broken_off' }
  /** An earlier file has the same id. */
  | { readonly kind: 'taken'; readonly before: FileRow }
  | { readonly kind: 'too_many' | 'too_large' };

/** Adds a complete file within its subject's limits. A lock lets all processes add one file at a time. */
export async function placeFile(engine: Engine, upload: Upload, placing: Placing): Promise<Placed> {
  const { about, size, limits, duration } = placing;
  const placed = await atomically(engine.database, async (database): Promise<Placed> => {
    if (engine.locksRows) {
      const name = JSON.stringify(['file', upload.tenant, upload.subject]);
      await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(database);
    }
    const withinLock = { ...engine, database };
    const before = await findPlaced(withinLock, upload, upload.file);
    if (before !== undefined) return { kind: 'taken', before };
    const others = await countOthers(withinLock, upload);
    if (others.whole >= limits.files) return { kind: 'too_many' };
    if (others.bytes + size > limits.bytes) return { kind: 'too_large' };
    const { numUpdatedRows } = await updateUpload(withinLock, upload.upload)
      .set({ state: 'here', about, size, kept_until: until(engine, duration) })
      .where('state', '=', 'arriving')
      .executeTakeFirst();
    return { kind: numUpdatedRows === 1n ? 'placed' : 'broken_off' };
  });
  return placed ?? { kind: 'broken_off' };
}

/** Gives false if the file no longer exists. */
export async function holdFile(engine: Engine, key: SubjectKey, file: FileId, duration: number) {
  const { numUpdatedRows } = await updateWholeFiles(engine, key)
    .where('file', '=', file)
    .set({ held: 1, kept_until: until(engine, duration) })
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Extends the life of files that no submission has, if they would expire sooner. */
export async function keepFiles(engine: Engine, key: SubjectKey, duration: number): Promise<void> {
  await updateWholeFiles(engine, key)
    .where('held', '=', 0)
    .where('kept_until', '<', until(engine, duration))
    .set({ kept_until: until(engine, duration) })
    .execute();
}

/**
 * Stores the description of a complete file.
 * @param knownFor milliseconds for which the row stays, if the bytes were delivered
 */
export async function changeFile(
  engine: Engine,
  upload: string,
  about: Uint8Array | null,
  knownFor?: number,
) {
  const delivered =
    knownFor === undefined ? {} : ({ state: 'delivered', kept_until: until(engine, knownFor) } as const);
  await updateUpload(engine, upload)
    .set({ about, ...delivered })
    .where('state', '=', 'here')
    .execute();
}

/**
 * Marks a file whose bytes are about to be removed. If the process ends before the row is deleted, the next sweep
 * removes both. Gives false if the condition is not met.
 *
 * @param which `free`: no submission has the file; `old`: it has expired
 */
export async function leaveFile(engine: Engine, upload: string, which: 'any' | 'free' | 'old') {
  const { numUpdatedRows } = await updateUpload(engine, upload)
    .set({ state: 'leaving', kept_until: 0 })
    .$if(which === 'free', (free) => free.where('held', '=', 0))
    .$if(which === 'old', (old) => old.where('kept_until', '<=', engine.clock.now()))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function forgetFile({ database }: Engine, upload: string): Promise<void> {
  await database.deleteFrom('file').where('upload', '=', upload).execute();
}

export const listOld = ({ database, clock }: Engine): Promise<readonly { readonly upload: string }[]> =>
  database
    .selectFrom('file')
    .select('upload')
    .where('kept_until', '<=', clock.now())
    .orderBy('kept_until')
    .limit(MOST_SWEPT)
    .execute();

/** Bytes that are sealed, stored and read at once. Each file in transit takes a few times as much memory. */
export const CHUNK = 65_536;
const SEALED_CHUNK = CHUNK + SEAL_OVERHEAD;

/** The sealed size of a file of this size. */
export const sealedSize = (size: number): number => size + Math.ceil(size / CHUNK) * SEAL_OVERHEAD;

/** Stores the sealed chunks of files by upload, numbered from 0. */
export interface ChunkStore {
  /** Called for one chunk after another. Rejects if there is no room. */
  write(upload: string, number: number, sealed: Uint8Array): Promise<void>;
  /** Resolves when all chunks would survive a loss of power. */
  sync(upload: string): Promise<void>;
  /** Gives null if the chunk does not exist. */
  read(upload: string, number: number): Promise<Uint8Array | null>;
  remove(upload: string): Promise<void>;
}

/** Stores chunks as rows, for processes that share only a database. */
export const createChunkRows = (database: StoreDatabase): ChunkStore => ({
  async write(upload, number, sealed) {
    await database.insertInto('file_piece').values({ upload, number, sealed }).execute();
  },
  sync: async () => undefined,
  async read(upload, number) {
    const rows = database.selectFrom('file_piece').select('sealed').where('upload', '=', upload);
    const row = await rows.where('number', '=', number).executeTakeFirst();
    return row === undefined ? null : new Uint8Array(row.sealed);
  },
  async remove(upload) {
    await database.deleteFrom('file_piece').where('upload', '=', upload).execute();
  },
});

/**
 * Stores the chunks of an upload in one file in a folder next to the database. libsql's calls are synchronous: as rows,
 * twenty files of 10 MB blocked the process for 4 s and left a database of 212 MB; as files, they blocked it for 170 ms.
 */
export function createChunkFolder(folder: string): ChunkStore {
  const pathOf = (upload: string) => join(folder, upload);
  return {
    write: (upload, number, sealed) =>
      appendFile(pathOf(upload), sealed, { flag: number === 0 ? 'wx' : 'a', mode: 0o600 }),
    async sync(upload) {
      await syncPath(pathOf(upload));
      // The name of a new file is durable only once its folder is synced. Some systems cannot do that.
      await syncPath(folder).catch(() => undefined);
    },
    async read(upload, number) {
      const start = number * SEALED_CHUNK;
      const parts: Buffer[] = [];
      try {
        const stream = createReadStream(pathOf(upload), { start, end: start + SEALED_CHUNK - 1 });
        for await (const part of stream) parts.push(part);
      } catch (error) {
        // Any other error does not mean that the file is missing.
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
        throw error;
      }
      return Buffer.concat(parts);
    },
    remove: (upload) => rm(pathOf(upload), { force: true }),
  };
}

async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r');
  await handle.sync().finally(() => handle.close());
}
