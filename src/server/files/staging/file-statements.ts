/** What is asked of the table of staged files. Times are the store's. */
import { type RawBuilder, sql } from 'kysely';
import type { FileId } from '../../../core/model/ids.ts';
import type { Upload } from '../../ledger/sealed-content.ts';
import type { SubjectKey } from '../../ports.ts';
import type { Engine, FileRow } from '../../store/tables.ts';

/** Milliseconds. Longer than any request may take: an upload that is incomplete by then ended with its process. */
const ARRIVING_FOR = 900_000;
/** Rows in one look for what is too old. */
const MOST_SWEPT = 100;
/** Bytes that a file counts for at least where all of them are summed: a row is not free either. */
const LEAST = 65_536;

export const until = ({ clock }: Engine, duration: number): RawBuilder<number> =>
  sql<number>`${clock.now()} + ${Math.round(duration)}`;

const rowsOf = ({ database }: Pick<Engine, 'database'>, { tenant, subject }: SubjectKey) =>
  database.selectFrom('file').selectAll().where('tenant', '=', tenant).where('subject', '=', subject);

/** In whatever state. */
export const listOf = (engine: Pick<Engine, 'database'>, key: SubjectKey): Promise<readonly FileRow[]> =>
  rowsOf(engine, key).orderBy('kept_until').orderBy('upload').execute();

/** Whole, also when it is too old already. */
export const readPlaced = (
  engine: Pick<Engine, 'database'>,
  key: SubjectKey,
  file: FileId,
): Promise<FileRow | undefined> =>
  rowsOf(engine, key).where('file', '=', file).where('state', 'in', ['here', 'delivered']).executeTakeFirst();

export const findFile = (engine: Engine, key: SubjectKey, file: FileId): Promise<FileRow | undefined> =>
  rowsOf(engine, key)
    .where('file', '=', file)
    .where('state', 'in', ['here', 'delivered'])
    .where('kept_until', '>', engine.clock.now())
    .executeTakeFirst();

export interface Others {
  readonly files: number;
  readonly bytes: number;
}

/** The subject's other files: all that are here, and those of them that are coming. */
export async function readOthers(
  engine: Engine,
  { key, file }: Pick<Upload, 'key' | 'file'>,
  states: readonly ('here' | 'arriving')[],
): Promise<Others> {
  const rows = await rowsOf(engine, key)
    .where('file', '!=', file)
    .where('state', 'in', states)
    .where('kept_until', '>', engine.clock.now())
    .execute();
  return {
    // Sent anew while an earlier try of it still stands there, it is one file.
    files: new Set(rows.map((row) => row.file)).size,
    bytes: rows.reduce((sum, { size }) => sum + size, 0),
  };
}

/** Before its first byte. */
export async function beginFile(engine: Engine, { key, file, name }: Upload): Promise<void> {
  const { tenant, subject } = key;
  const none = { about: null, size: 0, held: 0, has_bytes: 1 };
  await engine.database
    .insertInto('file')
    .values({
      ...{ upload: name, tenant, subject, file, state: 'arriving', ...none },
      kept_until: until(engine, ARRIVING_FOR),
    })
    .execute();
}

/** false: it is gone. */
export async function holdFile(
  engine: Engine,
  { key, file }: Pick<Upload, 'key' | 'file'>,
  duration: number,
): Promise<boolean> {
  const { numUpdatedRows } = await engine.database
    .updateTable('file')
    .set({ held: 1, kept_until: until(engine, duration) })
    .where('tenant', '=', key.tenant)
    .where('subject', '=', key.subject)
    .where('file', '=', file)
    .where('state', '=', 'here')
    .where('kept_until', '>', engine.clock.now())
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Whole ones that no submission holds, and that would go sooner. */
export async function keepFiles(engine: Engine, key: SubjectKey, duration: number): Promise<void> {
  await engine.database
    .updateTable('file')
    .set({ kept_until: until(engine, duration) })
    .where('tenant', '=', key.tenant)
    .where('subject', '=', key.subject)
    .where('state', '=', 'here')
    .where('held', '=', 0)
    .where('kept_until', '>', engine.clock.now())
    .where('kept_until', '<', until(engine, duration))
    .execute();
}

const change = ({ database }: Engine, upload: string) =>
  database.updateTable('file').where('upload', '=', upload);

/** Replaces what is known of a file. */
export async function changeMetadata(engine: Engine, upload: string, about: Uint8Array): Promise<void> {
  await change(engine, upload).set({ about }).where('state', '=', 'here').execute();
}

/** Its bytes may go from now on. */
export async function deliverFile(
  engine: Engine,
  upload: string,
  known: { readonly about: Uint8Array | null; readonly duration: number },
): Promise<void> {
  const { about, duration } = known;
  await change(engine, upload)
    .set({ state: 'delivered', about, kept_until: until(engine, duration) })
    .where('state', '=', 'here')
    .execute();
}

/**
 * Its bytes may go, and then it goes itself. false: it is not so.
 *
 * @param which `free`: no submission holds it; `old`: too old, or left half removed
 */
export async function leaveFile(
  engine: Engine,
  upload: string,
  which: 'any' | 'free' | 'old',
): Promise<boolean> {
  const { numUpdatedRows } = await change(engine, upload)
    .set({ state: 'leaving' })
    .$if(which === 'free', (free) => free.where('held', '=', 0))
    .$if(which === 'old', (old) =>
      old.where(({ or, eb }) =>
        or([eb('kept_until', '<=', engine.clock.now()), eb('state', '=', 'leaving')]),
      ),
    )
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** It is delivered, and its bytes are still to be removed. */
export async function isDelivered({ database }: Engine, upload: string): Promise<boolean> {
  const row = await database.selectFrom('file').select(['state', 'has_bytes']).where('upload', '=', upload);
  const found = await row.executeTakeFirst();
  return found?.state === 'delivered' && found.has_bytes === 1;
}

/** Its bytes are gone. */
export async function stripFile(engine: Engine, upload: string): Promise<void> {
  await change(engine, upload).set({ has_bytes: 0 }).execute();
}

export async function forgetFile({ database }: Engine, upload: string): Promise<void> {
  await database.deleteFrom('file').where('upload', '=', upload).execute();
}

/** Those that were coming when the process ended: for a store that is one process's alone. */
export async function abandonAll({ database }: Engine): Promise<void> {
  await database
    .updateTable('file')
    .set({ state: 'leaving' })
    .where(isLoose)
    .where('state', '=', 'arriving')
    .execute();
}

/** Uploads that are too old, or left half removed. */
export async function listOld({ database, clock }: Engine): Promise<readonly string[]> {
  const uploads = database.selectFrom('file').select('upload').limit(MOST_SWEPT);
  const old = await uploads.where('kept_until', '<=', clock.now()).orderBy('kept_until').execute();
  const rows = old.length > 0 ? old : await uploads.where(isLoose).where(isLeft).orderBy('upload').execute();
  return rows.map(({ upload }) => upload);
}

/** Whole, and not delivered: the next few after this one, by upload. */
export const listHere = (
  { database }: Pick<Engine, 'database'>,
  after: string,
): Promise<readonly Pick<FileRow, 'upload'>[]> =>
  database
    .selectFrom('file')
    .select('upload')
    .where(isHere)
    .where('upload', '>', after)
    .orderBy('upload')
    .limit(MOST_SWEPT)
    .execute();

/** Written out, without parameters: so libsql sees that its indexes `file_size` and `file_here` hold all of these. */
const isHere = sql<boolean>`state = 'here'`;
/** As its index `file_loose` has it. */
const isLoose = sql<boolean>`(state in ('arriving', 'leaving') or (state = 'delivered' and has_bytes = 1))`;
const isLeft = sql<boolean>`state <> 'arriving'`;

/** Bytes of all that is here. */
export async function sumFiles({ database }: Engine): Promise<number> {
  const row = await database
    .selectFrom('file')
    .select(sql<number>`coalesce(sum(case when size > ${LEAST} then size else ${LEAST} end), 0)`.as('sum'))
    .where(isHere)
    .executeTakeFirst();
  // Postgres sums a bigint to a numeric, which comes as text.
  return Number(row?.sum ?? 0);
}
