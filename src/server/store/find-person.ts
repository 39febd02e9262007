/** Whose submissions are here: by reference, by the application at the service, or by the hash of an email. */
import { sql } from 'kysely';
import { unreachable } from '../../core/model/failure.ts';
import { type ApplicationId, subject, type Tenant } from '../../core/model/ids.ts';
import { giveTurn } from '../clock.ts';
import { keyNamesOf, MOST_UNFINDABLE } from '../ledger/email-hash.ts';
import type { LedgerStore, StoredRecord } from '../ledger/ledger-store.ts';
import type { PersonQuery } from '../people.ts';
import { readRecords } from './read-records.ts';
import type { Engine, StoreDatabase, SubmissionRow } from './tables.ts';

/** Submissions with all their items: of one address there may be hundreds. */
const READ_AT_ONCE = 20;

export const personStatements = ({
  database,
}: Engine): Pick<LedgerStore, 'findPerson' | 'countUnfindable'> => ({
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
    let count = 0;
    for (const gap of gapsBetween(keyNamesOf(hashes))) {
      count += await countGap(database, tenant, { ...gap, most: MOST_UNFINDABLE - count });
      await giveTurn();
    }
    return count;
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

interface Gap {
  /** Not before; null: there is no hash at all. */
  readonly from: string | null;
  /** Before; null: to the end. */
  readonly to: string | null;
}

/** What lies beside the hashes of these keys, so that what is found by an email is never counted through. */
function gapsBetween(names: readonly string[]): readonly Gap[] {
  const sorted = [...names].sort();
  const starts = ['', ...sorted.map((name) => `${name}/`)];
  const ends = [...sorted.map((name) => `${name}.`), null];
  return [{ from: null, to: null }, ...starts.map((from, place) => ({ from, to: ends[place] ?? null }))];
}

async function countGap(
  database: StoreDatabase,
  tenant: Tenant,
  { from, to, most }: Gap & { readonly most: number },
): Promise<number> {
  if (most <= 0) return 0;
  const rows = database
    .selectFrom('submission')
    .select('subject')
    .where('tenant', '=', tenant)
    .where(madeForJob)
    .$if(from === null, (query) => query.where('email_hash', 'is', null))
    .$if(from !== null, (query) => query.where('email_hash', '>=', from))
    .$if(to !== null, (query) => query.where('email_hash', '<', to))
    .limit(most);
  const row = await database
    .selectFrom(rows.as('unfindable'))
    .select((is) => is.fn.countAll<number>().as('count'))
    .executeTakeFirst();
  return Number(row?.count ?? 0);
}
