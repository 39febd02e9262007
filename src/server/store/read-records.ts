/** Reading submissions whole: each with its items as they were at one moment. */
import { CompiledQuery, sql } from 'kysely';
import { type Reference, subject, type Tenant, tenant } from '../../core/model/ids.ts';
import type { LedgerStore, StoredRecord } from '../ledger/ledger-store.ts';
import type { SubjectKey } from '../ports.ts';
import { itemOf, recordOf } from './rows.ts';
import type { Engine, StoreDatabase, SubmissionRow } from './tables.ts';

/** Keys in one statement: the engines bound the number of its parameters. */
const CHUNK = 100;
/** Keys that one look at what needs attention gives: some 3 ms on a file. */
export const LISTED_AT_ONCE = 250;

export function readStatements({
  database,
}: Engine): Pick<LedgerStore, 'find' | 'findByReference' | 'listAttention'> {
  // Each request of a form asks for its submission, and compiling this takes longer than running it.
  const findText = database
    .selectFrom('submission')
    .selectAll()
    .where('tenant', '=', tenant(''))
    .where('subject', '=', subject(''))
    .compile().sql;
  return {
    async find({ tenant, subject }) {
      const query = CompiledQuery.raw(findText, [tenant, subject]);
      const { rows } = await database.executeQuery<SubmissionRow>(query);
      return readOne(database, rows[0]);
    },
    async findByReference(tenant: Tenant, reference: Reference) {
      const found = database
        .selectFrom('submission')
        .selectAll()
        .where((is) => is.and({ tenant, reference }));
      return readOne(database, await found.executeTakeFirst());
    },
    listAttention: (tenant, after) =>
      database
        .selectFrom('item')
        .innerJoin('submission', (join) =>
          join
            .onRef('submission.tenant', '=', 'item.tenant')
            .onRef('submission.subject', '=', 'item.subject'),
        )
        .select(['item.subject', 'submission.accepted_at as acceptedAt'])
        .distinct()
        .where('item.tenant', '=', tenant)
        .where('submission.erased_at', 'is', null)
        .where('item.subject', '>', after ?? subject(''))
        .where(needsAttention)
        .orderBy('item.subject')
        .limit(LISTED_AT_ONCE)
        .execute(),
  };
}

/** Written out, without parameters: so libsql sees that its index `item_attention` holds all of these. */
export const needsAttention = sql<boolean>`item.state in ('refused', 'parked')`;

async function readOne(
  database: StoreDatabase,
  row: SubmissionRow | undefined,
): Promise<StoredRecord | null> {
  if (row === undefined) return null;
  const [record] = await readRecords(database, [row]);
  return record ?? null;
}

/** In the order of the rows. */
export async function readRecords(
  database: StoreDatabase,
  rows: readonly SubmissionRow[],
): Promise<readonly StoredRecord[]> {
  const found = new Map<string, StoredRecord>();
  for (let start = 0; start < rows.length; start += CHUNK)
    for (const record of await readWhole(database, rows.slice(start, start + CHUNK)))
      found.set(nameOfKey(record.key), record);
  // One without items is not among them: the form asked nothing.
  return rows.map((row) => found.get(nameOfKey(row)) ?? recordOf(row, []));
}

const nameOfKey = ({ tenant, subject }: SubjectKey) => JSON.stringify([tenant, subject]);

/** One statement, so that no item is older or newer than its submission. */
async function readWhole(
  database: StoreDatabase,
  keys: readonly SubjectKey[],
): Promise<readonly StoredRecord[]> {
  const rows = await database
    .selectFrom('submission')
    .innerJoin('item', (join) =>
      join.onRef('item.tenant', '=', 'submission.tenant').onRef('item.subject', '=', 'submission.subject'),
    )
    .selectAll('item')
    .select([
      'reference',
      'revision',
      'application',
      'job',
      'accepted_at',
      'lease_owner',
      'lease_until',
      'waiting_since',
      'preflight_at',
      'settled_at',
      'audited_at',
      'tagged_at',
      'tag_due_at',
      'tag_tries',
      'doubted_at',
      'email_hash',
      'erased_at',
      'consented',
      'visitor',
      'submission.fingerprint as whole_fingerprint',
      'submission.version as whole_version',
      'submission.due_at as whole_due_at',
    ])
    .where((is) =>
      is.or(
        keys.map(({ tenant, subject }) =>
          is.and({ 'submission.tenant': tenant, 'submission.subject': subject }),
        ),
      ),
    )
    .orderBy('submission.subject')
    .orderBy('place')
    .orderBy('part')
    .execute();
  return groupByKey(rows).map(([first, ...others]) => {
    const { whole_fingerprint: fingerprint, whole_version: version, whole_due_at: due_at } = first;
    return recordOf({ ...first, fingerprint, version, due_at }, [first, ...others].map(itemOf));
  });
}

function groupByKey<Row extends SubjectKey>(rows: readonly Row[]): readonly (readonly [Row, ...Row[]])[] {
  const groups = new Map<string, [Row, ...Row[]]>();
  for (const row of rows) {
    const group = groups.get(nameOfKey(row));
    if (group === undefined) groups.set(nameOfKey(row), [row]);
    else group.push(row);
  }
  return [...groups.values()];
}
