/** For tests and measurements: a store with many submissions that are long done, made in a few statements. */
import { type RawBuilder, sql } from 'kysely';
import type { StoreDatabase } from './tables.ts';

export interface Past {
  readonly count: number;
  readonly items: number;
  /** Milliseconds since 1970, of the first; each other one is a step later. */
  readonly from: number;
  /** Milliseconds. */
  readonly step: number;
}

/** Of each: a submission with its items, all delivered, a consent, a delivered file, a code of a link, and a revoked session. */
export async function fillPast(database: StoreDatabase, { count, items, from, step }: Past): Promise<void> {
  const numbers = (name: string, most: number) =>
    sql`${sql.raw(name)}(i) as (select 0 union all select i + 1 from ${sql.raw(name)} where i + 1 < ${sql.lit(most)})`;
  const at = sql`${sql.lit(from)} + cast(past.i as bigint) * ${sql.lit(step)}`;
  const tenant = sql`'acme'`;
  const name = (prefix: string): RawBuilder<unknown> => sql`${sql.lit(prefix)} || past.i`;
  await sql`insert into submission (tenant, subject, reference, fingerprint, revision, application, accepted_at,
      version, due_at, waiting_since, preflight_at, settled_at, audited_at)
    with recursive ${numbers('past', count)}
    select ${tenant}, ${name('past ')}, ${name('R')}, 'fingerprint', 'revision', ${name('')}, ${at}, 0, null,
      ${at}, ${at}, ${at}, ${at} from past`.execute(database);
  await sql`insert into item (tenant, subject, question, part, place, fingerprint, payload, state, service_id)
    with recursive ${numbers('past', count)}, ${numbers('of', items)}
    select ${tenant}, ${name('past ')}, cast(of.i as text), 0, of.i, 'fingerprint', null, 'delivered', ${name('')}
    from past cross join of`.execute(database);
  await sql`insert into consent (tenant, subject, reference, id, version, hash, language, given_at)
    with recursive ${numbers('past', count)}
    select ${tenant}, ${name('past ')}, ${name('R')}, 'pool', '1', 'hash', 'en', ${at} from past`.execute(
    database,
  );
  await sql`insert into file (upload, tenant, subject, file, state, about, size, held, has_bytes, kept_until)
    with recursive ${numbers('past', count)}
    select ${name('upload ')}, ${tenant}, ${name('past ')}, ${name('file ')}, 'delivered', null, 1000, 1, 0,
      ${at} + 2592000000 from past`.execute(database);
  await sql`insert into session_code (hash, tenant, session, once, sealed, made_at, expires_at, spent_at, attempt)
    with recursive ${numbers('past', count)}
    select ${name('hash ')}, ${tenant}, ${name('session ')}, 1, 'sealed', ${at}, ${at}, null, null
    from past`.execute(database);
  await sql`insert into revoked_session (tenant, session, revoked_at)
    with recursive ${numbers('past', count)}
    select ${tenant}, ${name('session ')}, ${at} from past`.execute(database);
}
