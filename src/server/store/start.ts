/**
 * Prepares the store at a start, before any delivery: creates the tables, recognises a restored copy, and checks the
 * mode and the secrets.
 */
import { type RawBuilder, sql } from 'kysely';
import { failure, type Outcome, success } from '../../core/model/failure.ts';
import { type Cipher, KEY_NAME } from '../ledger/cipher.ts';
import type { DoubtWait } from '../ledger/record.ts';
import { doubtAll } from './ageing.ts';
import type { Running } from './records.ts';
import {
  type Engine,
  SCHEMA_VERSION,
  type StoreDatabase,
  type StoreMode,
  type Table,
  tables,
} from './tables.ts';

/** Any number that no other program locks on the same database. */
const STORE_LOCK = 4_172_650_331;

/** Runs a transaction alone: other processes that start at the same time wait for it. */
const runAlone = <Result>(engine: Engine, act: (transaction: Running) => Promise<Result>): Promise<Result> =>
  engine.database.transaction().execute(async (transaction) => {
    if (engine.locksRows) await sql`select pg_advisory_xact_lock(${STORE_LOCK})`.execute(transaction);
    return act(transaction);
  });

/** Creates all tables of a new store, or none. An error is a sentence, and then nothing was changed. */
export const createTables = (engine: Engine): Promise<Outcome<null, string>> =>
  runAlone(engine, async (transaction) => {
    await sql`create table if not exists store_version (version integer not null)`.execute(transaction);
    const { rows } = await sql<{ version: number }>`select version from store_version`.execute(transaction);
    const version = rows[0]?.version;
    if (version !== undefined)
      return version === SCHEMA_VERSION ? success(null) : failure(describeOtherVersion(version));
    const bytes = engine.locksRows ? 'bytea' : 'blob';
    for (const [name, table] of Object.entries(tables))
      for (const statement of statementsOf(name, table, bytes)) await sql.raw(statement).execute(transaction);
    await sql`insert into store_version values (${SCHEMA_VERSION})`.execute(transaction);
    return success(null);
  });

function statementsOf(
  name: string,
  { columns, primaryKey, indexes }: Table,
  bytes: string,
): readonly string[] {
  const defined = Object.entries(columns).map(
    ([column, { sql: type }]) => `"${column}" ${type.replace('BYTES', bytes)}`,
  );
  const key = primaryKey === null ? [] : [`primary key (${primaryKey})`];
  return [
    `create table "${name}" (${[...defined, ...key].join(', ')})`,
    ...indexes.map((index) => `create ${index}`),
  ];
}

const describeOtherVersion = (version: number): string =>
  `The tables of the store are of version ${version}, and this release has version ${SCHEMA_VERSION}. Nothing in it was changed: let the release that wrote it deliver what is open, then start this one on another APPLY_STORE.`;

export interface Recognition {
  /**
   * For a file its inode; for Postgres its cluster and timeline (new after a point-in-time recovery or a failover),
   * database and table.
   */
  readonly place: string;
  readonly wait: DoubtWait;
  /** Whether the operator says that this is a restored copy. */
  readonly isRestored: boolean;
}

/**
 * Recognises whether this is the store of the last start or a restored copy. A copy is recognised by the mark of `backup`,
 * by the operator (`--restored`), or by another place. Everything open in it is doubted in the same transaction.
 *
 * @returns the number of doubted submissions; null if it is no copy
 */
export async function recognise(
  engine: Engine,
  { place, wait, isRestored }: Recognition,
): Promise<number | null> {
  const compare = async (database: StoreDatabase) => {
    const known = await database.selectFrom('store_copy').selectAll().executeTakeFirst();
    return known && { isSame: !isRestored && known.place === place && known.is_backup === 0 };
  };
  if ((await compare(engine.database))?.isSame) return null;
  return runAlone(engine, async (transaction) => {
    const last = await compare(transaction);
    if (last?.isSame) return null;
    await transaction.deleteFrom('store_copy').execute();
    await transaction.insertInto('store_copy').values({ place, is_backup: 0 }).execute();
    return last === undefined ? null : doubtAll(transaction, engine, wait);
  });
}

/**
 * Binds a new store to this mode: applications to an employer must never go to a sandbox, nor the sandbox's to an
 * employer.
 */
export const takeMode = (engine: Engine, mode: StoreMode): Promise<Outcome<null, string>> =>
  runAlone(engine, async (transaction) => {
    const known = await transaction.selectFrom('store_mode').select('mode').executeTakeFirst();
    if (known !== undefined)
      return known.mode === mode ? success(null) : failure(otherModeFaults[known.mode]);
    await transaction.insertInto('store_mode').values({ mode }).execute();
    return success(null);
  });

const otherModeFaults: Readonly<Record<StoreMode, string>> = {
  service:
    'APPLY_STORE is the store of a recruitment service, and this start is in sandbox mode: what it holds would go to the sandbox. Name the service (APPLY_SERVICE_URL, APPLY_SERVICE_KEY), or give the sandbox another APPLY_STORE.',
  sandbox:
    'APPLY_STORE is the store of a sandbox, and this start has a recruitment service: what was made up there would go to an employer. Start on another APPLY_STORE, or delete this one.',
};

/** Counts unfinished submissions that these secrets cannot open. */
export async function countUnopenable(
  database: StoreDatabase,
  { keyNames }: Pick<Cipher, 'keyNames'>,
): Promise<number> {
  // Sealed text begins with the name of its key. A wiped payload has none.
  const isSealedByOther = (column: string): RawBuilder<boolean> =>
    sql`substr(${sql.ref(column)}, 1, ${sql.lit(KEY_NAME)}) not in (${sql.join(keyNames)})`;
  // The application's id is sealed too, and its answers need it.
  const { rows } = await sql<{ count: number }>`select count(*) as count from (
    select tenant, subject from item where state <> 'delivered' and ${isSealedByOther('payload')}
    union select tenant, subject from item where question = '' and part = 0 and ${isSealedByOther('payload')}
      and (tenant, subject) in (select tenant, subject from submission where settled_at is null)
    union select tenant, subject from file where state = 'here' and held = 1 and ${isSealedByOther('about')}
  ) as unopenable`.execute(database);
  return rows[0]?.count ?? 0;
}

/**
 * The reason in the words of the system or the driver. An `AggregateError`, of several addresses, has no message itself.
 */
export const reasonOf = (error: unknown): string =>
  error instanceof AggregateError
    ? error.errors.map(reasonOf).join('; ')
    : (error instanceof Error ? error.message : String(error)).replace(/\.$/, '');
