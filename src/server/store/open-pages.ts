/**
 * All submissions of which something is not delivered, a few at a time: a statement over all of them would hold up
 * everything else on a file, where calls are synchronous.
 */
import { type RawBuilder, sql } from 'kysely';
import { subject, tenant } from '../../core/model/ids.ts';
import { giveTurn } from '../clock.ts';
import type { SubjectKey } from '../ports.ts';
import { needsAttention } from './read-records.ts';
import type { StoreDatabase, SubmissionRow } from './tables.ts';

/** Submissions of one page: with eleven items each they are read, or changed, in some 6 ms on a file. */
const PAGE = 100;

export interface OpenPage {
  readonly keys: readonly SubjectKey[];
  /** `attention`: settled or not; those that are not settled come as `open` as well. */
  readonly kind: 'open' | 'attention';
}

export async function eachOpenPage(
  database: StoreDatabase,
  act: (page: OpenPage) => Promise<void>,
): Promise<void> {
  for (const [kind, listAfter] of [
    ['open', listOpen],
    ['attention', listAttention],
  ] as const) {
    for (let last: Place = first, isLast = false; !isLast; ) {
      const keys = await listAfter(database, last);
      if (keys.length > 0) await act({ keys, kind });
      last = keys.at(-1) ?? last;
      isLast = keys.length < PAGE;
      await giveTurn();
    }
  }
}

type Place = SubjectKey & Pick<SubmissionRow, 'accepted_at'>;

/** Before every submission of the store. */
const first: Place = { tenant: tenant(''), accepted_at: -1, subject: subject('') };

const listOpen = (database: StoreDatabase, last: Place): Promise<readonly Place[]> =>
  database
    .selectFrom('submission')
    .select(['tenant', 'accepted_at', 'subject'])
    .where('settled_at', 'is', null)
    .where(
      sql<boolean>`(tenant, accepted_at, subject) > (${last.tenant}, ${last.accepted_at}, ${last.subject})`,
    )
    .orderBy('tenant')
    .orderBy('accepted_at')
    .orderBy('subject')
    .limit(PAGE)
    .execute();

const listAttention = (database: StoreDatabase, last: Place): Promise<readonly Place[]> =>
  database
    .selectFrom('item')
    .select(['tenant', 'subject', sql<number>`0`.as('accepted_at')])
    .distinct()
    .where(needsAttention)
    .where(sql<boolean>`(tenant, subject) > (${last.tenant}, ${last.subject})`)
    .orderBy('tenant')
    .orderBy('subject')
    .limit(PAGE)
    .execute();

/** Written out one by one: so each engine finds them by the key. */
export const isOneOf = (keys: readonly SubjectKey[]): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(
    keys.map(({ tenant, subject }) => sql`(tenant = ${tenant} and subject = ${subject})`),
    sql` or `,
  )})`;
