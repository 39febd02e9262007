/** Whose submissions are here, by reference, by the application at the service or by the hash of an email; and what was consented to. */
import { sql, type Transaction } from 'kysely';
import { unreachable } from '../../core/model/failure.ts';
import { type ApplicationId, subject, type Tenant } from '../../core/model/ids.ts';
import { giveTurn } from '../clock.ts';
import type { LedgerStore } from '../ledger/ledger-store.ts';
import { type Consenting, distinctConsents, type StoredRecord } from '../ledger/record.ts';
import type { PersonQuery } from '../people.ts';
import { readRecords } from './queries.ts';
import { keyOf } from './rows.ts';
import type { Engine, StoreDatabase, StoreTables, SubmissionRow } from './tables.ts';

/** Submissions that are counted at the most: with a million of them the store would stand still meanwhile. */
const MOST_UNFINDABLE = 10_000;
/** Submissions with all their items: of one address there may be hundreds. */
const READ_AT_ONCE = 20;

export const personQueries = ({ database }: Engine): Pick<LedgerStore, 'findPerson' | 'countUnfindable'> => ({
  async findPerson(tenant, query) {
    const rows = await findRows(database, tenant, query);
    const records: StoredRecord[] = [];
    for (let start = 0; start < rows.length; start += READ_AT_ONCE) {
      records.push(...(await readRecords(database, rows.slice(start, start + READ_AT_ONCE))));
      await giveTurn();
    }
    return records;
  },
  async countUnfindable(tenant, hashes) {
    const names = [...new Set(hashes.map((hash) => hash.slice(0, hash.indexOf('.') + 1)))];
    const isOfKey = (name: string) => sql`substr(email_hash, 1, ${sql.lit(name.length)}) = ${name}`;
    const found = names.length === 0 ? sql`1 = 0` : sql.join(names.map(isOfKey), sql` or `);
    const { rows } = await sql<{ count: number }>`select count(*) as count from (
      select subject from submission where tenant = ${tenant} and ${madeForJob}
      and (email_hash is null or not (${found})) limit ${sql.lit(MOST_UNFINDABLE)}) as unfindable`.execute(
      database,
    );
    return Number(rows[0]?.count ?? 0);
  },
});

const submissionsOf = (database: StoreDatabase, tenant: Tenant) =>
  database
    .selectFrom('submission')
    .selectAll()
    .where('tenant', '=', tenant)
    .orderBy('accepted_at')
    .orderBy('subject');

async function findRows(
  database: StoreDatabase,
  tenant: Tenant,
  query: PersonQuery,
): Promise<readonly SubmissionRow[]> {
  const all = submissionsOf(database, tenant);
  switch (query.kind) {
    case 'reference':
      return all.where('reference', '=', query.reference).execute();
    case 'application': {
      const subjects = [
        subject(query.application),
        ...(await findMakers(database, tenant, query.application)),
      ];
      return all.where('subject', 'in', subjects).execute();
    }
    case 'email':
      return query.hashes.length === 0
        ? []
        : all.where('email_hash', 'in', query.hashes).where(madeForJob).execute();
    default:
      return unreachable(query);
  }
}

/** Written out, without parameters: so libsql sees that its index `submission_email` holds all of these. */
const madeForJob = sql<boolean>`job is not null`;

/** Subjects whose submissions made this application. */
async function findMakers(database: StoreDatabase, tenant: Tenant, application: ApplicationId) {
  const rows = await database
    .selectFrom('item')
    .select('subject')
    .where('tenant', '=', tenant)
    .where('service_id', '=', application)
    .where(sql<boolean>`question = ''`)
    .execute();
  return rows.map((row) => row.subject);
}

export const consentQueries = ({ database }: Engine): Pick<LedgerStore, 'findConsents'> => ({
  async findConsents(tenant, of) {
    const rows = await database
      .selectFrom('consent')
      .selectAll()
      .where((is) => is.and({ tenant, ...of }))
      .orderBy('given_at')
      .orderBy('id')
      .execute();
    return rows.map(({ tenant: _tenant, given_at, ...consent }) => ({ ...consent, givenAt: given_at }));
  },
});

interface Keeping {
  readonly given: Consenting | null;
  /** Only these are given from now on; false: each takes the place of one of its id. */
  readonly isAnew: boolean;
  readonly now: number;
}

/** Those of an earlier submission of this subject stay: they were given before this one was accepted. */
export async function keepConsents(
  transaction: Transaction<StoreTables>,
  { key, reference, acceptedAt }: Pick<StoredRecord, 'key' | 'reference' | 'acceptedAt'>,
  { given, isAnew, now }: Keeping,
): Promise<void> {
  const consents = distinctConsents(given);
  if (consents.length === 0 && !isAnew) return;
  const ids = consents.map(({ id }) => id);
  await transaction
    .deleteFrom('consent')
    .where((is) => is.and(keyOf(key)))
    .where('given_at', '>=', acceptedAt)
    .$if(!isAnew, (query) => query.where('id', 'in', ids))
    .execute();
  if (consents.length === 0) return;
  // Not before the acceptance, even where the clock was set back since.
  const given_at = Math.max(now, acceptedAt);
  const rows = consents.map((consent) => ({ ...keyOf(key), ...consent, reference, given_at }));
  await transaction.insertInto('consent').values(rows).execute();
}
