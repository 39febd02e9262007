/** What refusals taught: every process that shares the store asks the same of the next visitors. */
import { type RawBuilder, sql } from 'kysely';
import { type FieldName, fieldNames } from '../../core/model/details.ts';
import type { JobId, Tenant } from '../../core/model/ids.ts';
import { LESSON_KEPT, type Lesson, type Lessons } from '../ports.ts';
import type { StoreClock } from './engine.ts';
import type { Engine, LessonRow } from './tables.ts';

type Parts = Pick<Engine, 'database' | 'clock'>;

export function createLessonStore({ database, clock }: Parts): Lessons {
  return {
    async list(tenant) {
      const rows = await database
        .selectFrom('lesson')
        .selectAll()
        .where('tenant', '=', tenant)
        .where('refused_at', '>', oldest(clock))
        .orderBy('learned_at')
        .orderBy('job')
        .orderBy('field')
        .execute();
      return rows.flatMap(lessonOf);
    },
    learn: (tenant, job, fields) => learn({ database, clock }, { tenant, job, fields }),
    async agree(tenant, job, field) {
      const agreed = await database
        .updateTable('lesson')
        .set({ agreed: 1 })
        .where((is) => is.and({ tenant, job, field }))
        .where('refused_at', '>', oldest(clock))
        .executeTakeFirst();
      return agreed.numUpdatedRows === 1n;
    },
    async clear(tenant, job, field) {
      const cleared = await database
        .deleteFrom('lesson')
        .where((is) => is.and({ tenant, job, ...(field === null ? {} : { field }) }))
        .where('refused_at', '>', oldest(clock))
        .executeTakeFirst();
      return cleared.numDeletedRows > 0n;
    },
  };
}

interface Taught {
  readonly tenant: Tenant;
  readonly job: JobId;
  readonly fields: readonly FieldName[];
}

/** One too old counts as none, so that what the operator agreed to then is asked of them again. */
const learn = ({ database, clock }: Parts, { tenant, job, fields }: Taught): Promise<readonly FieldName[]> =>
  database.transaction().execute(async (transaction) => {
    const now = clock.now();
    const fresh: FieldName[] = [];
    // In one order, so that two processes that learn the same never wait for each other.
    for (const field of fieldNames.filter((name) => fields.includes(name))) {
      const those = { tenant, job, field };
      await transaction
        .deleteFrom('lesson')
        .where((is) => is.and(those))
        .where('refused_at', '<=', oldest(clock))
        .execute();
      const added = await transaction
        .insertInto('lesson')
        .values({ ...those, learned_at: now, refused_at: now, agreed: 0 })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      if (added.numInsertedOrUpdatedRows === 1n) fresh.push(field);
      else
        await transaction
          .updateTable('lesson')
          .set({ refused_at: now })
          .where((is) => is.and(those))
          .execute();
    }
    return fresh;
  });

/** Milliseconds since 1970: what was refused last until then is forgotten. */
const oldest = (clock: StoreClock): RawBuilder<number> =>
  sql<number>`(${clock.now()} - ${sql.lit(LESSON_KEPT)})`;

/** A field that a later release has learned is unknown here. */
function lessonOf({ job, field, learned_at, refused_at, agreed }: LessonRow): readonly Lesson[] {
  if (!fieldNames.includes(field)) return [];
  return [{ job, field, learnedAt: learned_at, refusedAt: refused_at, agreed: agreed === 1 }];
}
