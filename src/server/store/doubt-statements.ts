/** A restored copy: everything that is open becomes unclear, in one transaction (`LedgerStore.doubt`). */
import { type RawBuilder, sql } from 'kysely';
import type { DoubtWait, LedgerStore } from '../ledger/ledger-store.ts';
import { SLOWEST_CARRIAGE } from '../service/send-request.ts';
import type { StoreClock } from './engine.ts';
import type { Engine, StoreDatabase } from './tables.ts';

export const doubtStatements = ({ database, clock }: Engine): Pick<LedgerStore, 'doubt'> => ({
  doubt: (wait) => database.transaction().execute((transaction) => doubtAll(transaction, clock, wait)),
});

/** Written out, without parameters: so libsql sees that its index `item_open` holds all of these. */
const mayHaveGone = sql<boolean>`item.state <> 'delivered' and item.state <> 'parked'`;

/**
 * @param database within a transaction: nothing is sent between the first statement and the last
 * @returns the submissions that are open
 */
export async function doubtAll(database: StoreDatabase, clock: StoreClock, wait: DoubtWait): Promise<number> {
  const now = clock.now();
  const after = (milliseconds: number) => sql<number>`${now} + ${Math.round(milliseconds)}`;
  await database
    .updateTable('submission')
    .set({ lease_owner: null, lease_until: 0 })
    .where('lease_owner', 'is not', null)
    .where('due_at', 'is not', null)
    .execute();
  await putOff(database, after(wait.answer));
  await database.updateTable('store_copy').set({ restored_at: now }).execute();
  // Which of them were used since is not known.
  await database
    .updateTable('session_code')
    .set({ spent_at: now })
    .where('expires_at', '>', now)
    .where('once', '=', 1)
    .where('spent_at', 'is', null)
    .execute();
  const reopened = await reopenAll(database, after(wait.answer), now);
  await database
    .updateTable('item')
    .set((is) => ({
      state: 'unclear',
      code: null,
      fields: '[]',
      failures: 0,
      // Of the last POST nothing is known: what is found is none that came late.
      marked_at: null,
      version: is('version', '+', 1),
      due_at: is
        .case()
        .when('item.file', 'is', null)
        .then(after(wait.answer))
        .else(sql<number>`${now} + ${waitOfFile(wait)}`)
        .end(),
    }))
    .where(mayHaveGone)
    .execute();
  return reopened;
}

/** Tags, and what webhooks are to be told. */
async function putOff(database: StoreDatabase, until: RawBuilder<number>): Promise<void> {
  await database
    .updateTable('submission')
    .set((is) => ({
      tag_due_at: is.case().when('tag_due_at', '>', until).then(is.ref('tag_due_at')).else(until).end(),
    }))
    .where('due_at', 'is not', null)
    .where('tagged_at', 'is', null)
    .where('tag_due_at', 'is not', null)
    .execute();
  // The copy may hold a person who was erased since: the operator has this time to say so again.
  await database
    .updateTable('webhook_event')
    .set((is) => ({
      due_at: is.case().when('due_at', '>', until).then(is.ref('due_at')).else(until).end(),
    }))
    .where('due_at', 'is not', null)
    .execute();
}

/** As long as its POST may take with all its files, where their sizes are known. */
export const waitOfFile = ({ answer, file }: DoubtWait) => sql<number>`(
    select case when count(*) = ${filesOfItem}
      then ${sql.lit(Math.round(answer))} + cast(sum(carried.size) as bigint) * 1000 / ${sql.lit(SLOWEST_CARRIAGE)}
      else ${sql.lit(Math.round(file))} end
    from (
      select max(file.size) as size from file
      where file.tenant = item.tenant and file.subject = item.subject
        and ' ' || item.file || ' ' like '% ' || file.file || ' %'
      group by file.file
    ) as carried
  )`;

/** Its column lists them with a space in between. */
const filesOfItem = sql<number>`length(item.file) - length(replace(item.file, ' ', '')) + 1`;

async function reopenAll(
  database: StoreDatabase,
  dueAt: ReturnType<StoreClock['now']>,
  now: ReturnType<StoreClock['now']>,
): Promise<number> {
  const result = await database
    .updateTable('submission')
    .set((is) => ({
      version: is('version', '+', 1),
      due_at: dueAt,
      // Of what came after a restore, that one counts: the look for its application goes back from there.
      doubted_at: is
        .case()
        .when('doubted_at', '<=', is.ref('accepted_at'))
        .then(is.ref('doubted_at'))
        .else(now)
        .end(),
      // The look at all that is open is the look before the first POST, too.
      preflight_at: now,
      settled_at: null,
      audited_at: null,
    }))
    .where((is) =>
      is(is.refTuple('tenant', 'subject'), 'in', (items) =>
        items
          .selectFrom('item')
          .select(['item.tenant', 'item.subject'])
          .where(mayHaveGone)
          .$asTuple('tenant', 'subject'),
      ),
    )
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}
