/** The tables of staged files, and where their sealed bytes lie. Times are the store's. */
import { createReadStream } from 'node:fs';
import { appendFile, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type RawBuilder, sql } from 'kysely';
import type { FileId } from '../../core/model/ids.ts';
import { SEAL_OVERHEAD } from '../ledger/cipher.ts';
import type { StagingLimits, SubjectKey } from '../ports.ts';
import { atomically } from './records.ts';
import type { Engine, FileRow, StoreDatabase } from './tables.ts';

/** Its name, `upload`, is that of the bytes. */
export type Upload = Pick<FileRow, 'upload' | 'tenant' | 'subject' | 'file'>;

/** Milliseconds. Longer than any request may take: an upload that is incomplete by then ended with its process. */
const ARRIVING_FOR = 900_000;
/** Rows in one look for what is too old. */
const MOST_SWEPT = 1_000;

const until = ({ clock }: Engine, duration: number): RawBuilder<number> =>
  sql<number>`${clock.now()} + ${Math.round(duration)}`;

const rowsOf = ({ database }: Pick<Engine, 'database'>, { tenant, subject }: SubjectKey) =>
  database.selectFrom('file').selectAll().where('tenant', '=', tenant).where('subject', '=', subject);

const updateUpload = ({ database }: Engine, upload: string) =>
  database.updateTable('file').where('upload', '=', upload);

/** Whole files of a subject that are here. */
const updateWholeFiles = ({ database, clock }: Engine, { tenant, subject }: SubjectKey) =>
  database
    .updateTable('file')
    .where(({ eb, and }) =>
      and([and({ tenant, subject, state: 'here' }), eb('kept_until', '>', clock.now())]),
    );

/** In whatever state. */
export const listFiles = (engine: Engine, key: SubjectKey): Promise<readonly FileRow[]> =>
  rowsOf(engine, key).orderBy('kept_until').orderBy('upload').execute();

const wholeFile = (engine: Engine, key: SubjectKey, file: FileId) =>
  rowsOf(engine, key).where('file', '=', file).where('state', 'in', ['here', 'delivered']);

/** Whole, also when it is too old already. */
export const findPlaced = (engine: Engine, key: SubjectKey, file: FileId): Promise<FileRow | undefined> =>
  wholeFile(engine, key, file).executeTakeFirst();

export const findFile = (engine: Engine, key: SubjectKey, file: FileId): Promise<FileRow | undefined> =>
  wholeFile(engine, key, file).where('kept_until', '>', engine.clock.now()).executeTakeFirst();

/** How many other files the subject has here or coming, and the bytes of those that are here. */
export async function countOthers(engine: Engine, upload: Upload) {
  const rows = await rowsOf(engine, upload)
    .where('file', '!=', upload.file)
    .where('state', 'in', ['here', 'arriving'])
    .where('kept_until', '>', engine.clock.now())
    .execute();
  const here = rows.filter(({ state }) => state === 'here');
  return {
    // Sent again while an earlier try of it is still there, it is one file.
    files: new Set(rows.map((row) => row.file)).size,
    whole: here.length,
    bytes: here.reduce((sum, { size }) => sum + size, 0),
  };
}

/**
 * Bytes of all that is here, and of what may still come. Written out, without parameters: so libsql sees that its index
 * `file_size` holds all of these.
 */
export async function sumFiles({ database }: Engine): Promise<number> {
  const row = await database
    .selectFrom('file')
    .select(sql<number>`coalesce(sum(size), 0)`.as('sum'))
    .where(sql<boolean>`state in ('here', 'arriving')`)
    .executeTakeFirst();
  // Postgres sums a bigint to a numeric, which comes as text.
  return Number(row?.sum ?? 0);
}

/** @param size bytes that it may have at most */
export async function beginFile(engine: Engine, upload: Upload, size: number): Promise<void> {
  const row = { ...upload, state: 'arriving', about: null, size, held: 0 } as const;
  const values = { ...row, kept_until: until(engine, ARRIVING_FOR) };
  await engine.database.insertInto('file').values(values).execute();
}

interface Placing {
  readonly about: Uint8Array;
  readonly size: number;
  readonly limits: StagingLimits;
  /** Milliseconds that it stays. */
  readonly duration: number;
}

type Placed =
  | { readonly kind: 'placed' }
  /** It was not whole in time. */
  | { readonly kind: 'broken_off' }
  /** By an earlier one of the same id. */
  | { readonly kind: 'taken'; readonly before: FileRow }
  | { readonly kind: 'too_many' | 'too_large' };

/** A whole file joins its subject's, if it may: one after the other, whichever process it came to. */
export async function placeFile(engine: Engine, upload: Upload, placing: Placing): Promise<Placed> {
  const { about, size, limits, duration } = placing;
  const placed = await atomically(engine.database, async (database): Promise<Placed> => {
    if (engine.locksRows) {
      const name = JSON.stringify(['file', upload.tenant, upload.subject]);
      await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(database);
    }
    const inside = { ...engine, database };
    const before = await findPlaced(inside, upload, upload.file);
    if (before !== undefined) return { kind: 'taken', before };
    const others = await countOthers(inside, upload);
    if (others.whole >= limits.files) return { kind: 'too_many' };
    if (others.bytes + size > limits.bytes) return { kind: 'too_large' };
    const { numUpdatedRows } = await updateUpload(inside, upload.upload)
      .set({ state: 'here', about, size, kept_until: until(engine, duration) })
      .where('state', '=', 'arriving')
      .executeTakeFirst();
    return { kind: numUpdatedRows === 1n ? 'placed' : 'broken_off' };
  });
  return placed ?? { kind: 'broken_off' };
}

/** false: it is gone. */
export async function holdFile(engine: Engine, key: SubjectKey, file: FileId, duration: number) {
  const { numUpdatedRows } = await updateWholeFiles(engine, key)
    .where('file', '=', file)
    .set({ held: 1, kept_until: until(engine, duration) })
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Those that no submission holds, and that would go sooner. */
export async function keepFiles(engine: Engine, key: SubjectKey, duration: number): Promise<void> {
  await updateWholeFiles(engine, key)
    .where('held', '=', 0)
    .where('kept_until', '<', until(engine, duration))
    .set({ kept_until: until(engine, duration) })
    .execute();
}

/** Of one that is here: what is known of it, or that its bytes are gone and how long it stays known. */
export async function changeFile(
  engine: Engine,
  upload: string,
  about: Uint8Array | null,
  knownFor?: number,
) {
  const delivered = knownFor && ({ state: 'delivered', kept_until: until(engine, knownFor) } as const);
  const changed = { about, ...(delivered || {}) };
  await updateUpload(engine, upload).set(changed).where('state', '=', 'here').execute();
}

/**
 * Its bytes may go, and then it goes itself: should the process end in between, it is too old at once. false: it is not
 * so.
 *
 * @param which `free`: no submission holds it; `old`: too old
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

/** Bytes of a file that are sealed, stored and read at once: what each file on its way takes of the memory, some times over. */
export const CHUNK = 65_536;
const SEALED_CHUNK = CHUNK + SEAL_OVERHEAD;

/** Of so many bytes, chunk by chunk. */
export const sealedSize = (size: number): number => size + Math.ceil(size / CHUNK) * SEAL_OVERHEAD;

/** Sealed chunks of files by the names of their uploads, numbered from 0. */
export interface ChunkStore {
  /** One after the other. Rejects when there is no room. */
  write(upload: string, number: number, sealed: Uint8Array): Promise<void>;
  /** Resolves when all of them survive the loss of power. */
  sync(upload: string): Promise<void>;
  /** null: it is not there. */
  read(upload: string, number: number): Promise<Uint8Array | null>;
  remove(upload: string): Promise<void>;
}

/** As rows: for a database that several processes share and nothing else. */
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
 * In a folder next to the database, one file each. In rows of libsql, whose calls are synchronous, twenty files of 10 MB
 * stopped the process for 4 s and left a database of 212 MB; here it is 170 ms, and nothing.
 */
export function createChunkFolder(folder: string): ChunkStore {
  const pathOf = (upload: string) => join(folder, upload);
  return {
    write: (upload, number, sealed) =>
      appendFile(pathOf(upload), sealed, { flag: number === 0 ? 'wx' : 'a', mode: 0o600 }),
    async sync(upload) {
      await syncPath(pathOf(upload));
      // The name of a new file is safe only when its folder is. Some systems cannot do it.
      await syncPath(folder).catch(() => undefined);
    },
    async read(upload, number) {
      const start = number * SEALED_CHUNK;
      const parts: Buffer[] = [];
      try {
        const stream = createReadStream(pathOf(upload), { start, end: start + SEALED_CHUNK - 1 });
        for await (const part of stream) parts.push(part);
      } catch (error) {
        // Any other error says nothing of the file.
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
