/** A whole file takes its place among its subject's, if there is one: one after the other, whichever process it came to. */
import { sql, type Transaction } from 'kysely';
import type { Upload } from '../../ledger/sealed-content.ts';
import type { StagingLimits, SubjectKey } from '../../ports.ts';
import { atomically } from '../../store/engine.ts';
import type { Engine, FileRow, StoreTables } from '../../store/tables.ts';
import { readOthers, readPlaced, until } from './file-statements.ts';

export interface Placing {
  readonly about: Uint8Array;
  readonly size: number;
  readonly limits: StagingLimits;
  /** Milliseconds that it stays. */
  readonly duration: number;
}

export type Placed =
  | { readonly kind: 'placed' }
  /** It was not whole in time. */
  | { readonly kind: 'gone' }
  /** By an earlier one of the same id. */
  | { readonly kind: 'taken'; readonly before: FileRow }
  | { readonly kind: 'too_many' | 'too_large' };

export async function placeFile(engine: Engine, upload: Upload, placing: Placing): Promise<Placed> {
  const placed = await atomically(engine.database, async (database): Promise<Placed> => {
    if (engine.locksRows) await lockSubject(database, upload.key);
    return place({ ...engine, database }, upload, placing);
  });
  return placed ?? { kind: 'gone' };
}

async function place(engine: Engine, upload: Upload, placing: Placing): Promise<Placed> {
  const { about, size, limits, duration } = placing;
  const before = await readPlaced(engine, upload.key, upload.file);
  if (before !== undefined) return { kind: 'taken', before };
  const others = await readOthers(engine, upload, ['here']);
  if (others.files >= limits.files) return { kind: 'too_many' };
  if (others.bytes + size > limits.bytes) return { kind: 'too_large' };
  const { numUpdatedRows } = await engine.database
    .updateTable('file')
    .set({ state: 'here', about, size, kept_until: until(engine, duration) })
    .where('upload', '=', upload.name)
    .where('state', '=', 'arriving')
    .executeTakeFirst();
  return { kind: numUpdatedRows === 1n ? 'placed' : 'gone' };
}

async function lockSubject(transaction: Transaction<StoreTables>, key: SubjectKey): Promise<void> {
  const name = JSON.stringify(['file', key.tenant, key.subject]);
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(transaction);
}
