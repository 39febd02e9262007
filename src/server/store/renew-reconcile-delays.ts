/**
 * The clock of the store may have been set while no process looked at it: forward by an hour, and a quiet time that has
 * only begun would seem over. So at a start what waits for a look waits its whole time again, counted from there: each
 * POST of it was begun before.
 */
import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { DoubtWait } from '../ledger/ledger-store.ts';
import { WANTED_AGAIN } from '../ledger/next-step.ts';
import { LONGEST_PAUSE as LONGEST_PAUSE_OF_WEBHOOKS } from '../ledger/webhooks/webhook-event.ts';
import { waitOfFile } from './doubt-statements.ts';
import { eachOpenPage, isOneOf } from './open-pages.ts';
import type { Engine, StoreTables } from './tables.ts';

const waitsForReconcile = sql<boolean>`item.state in ('sending', 'unclear')`;
const isQueued = sql<boolean>`item.state = 'queued'`;
/** Milliseconds: four times what of a service's `Retry-After` is believed, and no pause of our own is longer. */
const LONGEST_PAUSE = 3_600_000;

/** @param wait of a process that has learned nothing: what was learned of the service comes on top */
export async function renewReconcileDelays(
  transaction: Transaction<StoreTables>,
  clock: Engine['clock'],
  wait: DoubtWait,
): Promise<void> {
  const now = clock.now();
  const answerTime = sql<number>`${now} + ${Math.round(wait.answer)}`;
  await eachOpenPage(transaction, async ({ keys }) => {
    await transaction
      .updateTable('item')
      .set((is) => ({
        due_at: is
          .case()
          .when('item.file', 'is', null)
          .then(sql<number>`${answerTime} + ${learned('item')}`)
          .else(sql<number>`${now} + ${waitOfFile(wait)} + ${learned('item')}`)
          .end(),
      }))
      .where(isOneOf(keys))
      .where(waitsForReconcile)
      // The operator has looked, and wants it at once.
      .where('item.due_at', '<>', WANTED_AGAIN)
      .execute();
    // After a clock that was set back nothing waits for the time that was.
    await transaction
      .updateTable('item')
      .set({ due_at: now })
      .where(isOneOf(keys))
      .where(isQueued)
      .where('due_at', '>', sql<number>`${now} + ${LONGEST_PAUSE}`)
      .execute();
  });
  // A tag that was sent is looked for, too.
  await transaction
    .updateTable('submission')
    .set({ tag_due_at: sql<number>`${answerTime} + ${learned('submission')}` })
    .where('due_at', 'is not', null)
    .where('tagged_at', 'is', null)
    .where('tag_due_at', 'is not', null)
    .where('tag_tries', '>', 0)
    .execute();
  await transaction
    .updateTable('submission')
    .set({ doubted_at: now })
    .where('due_at', 'is not', null)
    .where('doubted_at', '>', now)
    .execute();
  await transaction
    .updateTable('submission')
    .set({ due_at: answerTime })
    .where('due_at', '>', answerTime)
    .execute();
  await renewEvents(transaction, now, answerTime);
}

/** An event of a copy that was restored by a clock that was ahead: the operator has this time to erase a person again. */
async function renewEvents(
  transaction: Transaction<StoreTables>,
  now: RawBuilder<number>,
  answerTime: RawBuilder<number>,
): Promise<void> {
  await transaction
    .updateTable('webhook_event')
    .set({ due_at: answerTime })
    .where('due_at', 'is not', null)
    .where('due_at', '>', sql<number>`${now} + ${sql.lit(LONGEST_PAUSE_OF_WEBHOOKS)}`)
    .execute();
}

const learned = (table: 'item' | 'submission'): RawBuilder<number> =>
  sql<number>`coalesce((select milliseconds from learned_quiet
    where learned_quiet.tenant = ${sql.ref(`${table}.tenant`)}), 0)`;
