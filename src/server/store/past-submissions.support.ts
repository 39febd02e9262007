/** For tests and measurements: fills a store with many completed submissions in a few statements. */
import { sql } from 'kysely';
import type { StoreDatabase } from './tables.ts';

export interface Past {
  readonly count: number;
  /** The most items of a submission, with the one that creates its application; each has at least 3. */
  readonly items: number;
  /** The time of the first submission, in milliseconds since 1970. */
  readonly from: number;
  /** Milliseconds between two submissions. */
  readonly step: number;
}

/**
 * Adds delivered submissions with a consent and a webhook event each. Every second one has a delivered file, and every
 * tenth one the code of a link, a revoked session and a prefill. Like random keys, the keys are scattered.
 */
export async function fillPast(database: StoreDatabase, { count, items, from, step }: Past): Promise<void> {
  const numbers = (name: string, most: number) =>
    sql`${sql.raw(name)}(i) as (select 0 union all select i + 1 from ${sql.raw(name)} where i + 1 < ${sql.lit(most)})`;
  const at = sql`${sql.lit(from)} + cast(past.i as bigint) * ${sql.lit(step)}`;
  const tenant = sql`'acme'`;
  // Multiplies by an odd number modulo a power of two, so that both engines compute the same distinct keys.
  const scattered = sql`((cast(past.i as bigint) + 1) * 2654435761 % 4294967296)`;
  const name = (prefix: string) => sql`${sql.lit(prefix)} || ${scattered} || '-4b1d-4c1a-9d1e-0123456789ab'`;
  const hash = sql`'5e884898da28047151d0e56f8dc6292773603d0d6aabbdd62a11ef7' || ${scattered}`;
  // Both engines recognise bytes only in the values of a row.
  await sql`insert into file (upload, tenant, subject, file, state, about, size, held, kept_until)
    values ('first', ${tenant}, 'first', 'first', 'delivered', ${Buffer.alloc(120)}, 0, 0, ${sql.lit(from)})`.execute(
    database,
  );
  const sealed = sql`(select about from file where upload = 'first')`;
  await sql`insert into submission (tenant, subject, reference, fingerprint, revision, job, accepted_at,
      version, due_at, served_at, preflight_at, settled_at, audited_at, forget_at, email_hash)
    with recursive ${numbers('past', count)}
    select ${tenant}, ${name('')}, ${name('R')}, ${hash}, ${hash}, '4712', ${at}, 0, null,
      ${at}, ${at}, ${at}, ${at}, ${at} + 2592000000, 'key.' || ${hash} from past`.execute(database);
  await sql`insert into item (tenant, subject, question, part, place, fingerprint, payload, state, service_id)
    with recursive ${numbers('past', count)}, ${numbers('of', items)}
    select ${tenant}, ${name('')}, case when of.i = 0 then '' else cast(2000 + of.i as text) end, 0, of.i, ${hash},
      case when of.i = 0 then ${sealed} end, 'delivered', cast(${scattered} * 12 + of.i as text)
    from past cross join of where of.i < 3 + past.i % ${sql.lit(items - 2)}`.execute(database);
  await sql`insert into consent (tenant, subject, reference, id, version, hash, language, given_at)
    with recursive ${numbers('past', count)}
    select ${tenant}, ${name('')}, ${name('R')}, 'pool', '1', ${hash}, 'en', ${at} from past`.execute(
    database,
  );
  await sql`insert into webhook_event (tenant, subject, sequence, id, state, reference, job, accepted_at, happened_at,
      expires_at, tries)
    with recursive ${numbers('past', count)}
    select ${tenant}, ${name('')}, 1, ${name('msg')}, 'received', ${name('R')}, '4712', ${at}, ${at}, ${at}, 1
    from past`.execute(database);
  await sql`insert into file (upload, tenant, subject, file, state, about, size, held, kept_until)
    with recursive ${numbers('past', count)}
    select ${name('1')}, ${tenant}, ${name('')}, ${name('2')}, 'delivered', ${sealed}, 1000, 1,
      ${at} + 2592000000 from past where past.i % 2 = 0`.execute(database);
  await sql`insert into session_code (hash, tenant, session, once, sealed, made_at, expires_at, spent_at, attempt)
    with recursive ${numbers('past', count)}
    select ${hash}, ${tenant}, ${name('3')}, 1, ${hash} || ${hash} || ${hash} || ${hash}, ${at}, ${at}, null, null
    from past where past.i % 10 = 0`.execute(database);
  await sql`insert into revoked_session (tenant, session, revoked_at)
    with recursive ${numbers('past', count)}
    select ${tenant}, ${name('3')}, ${at} from past where past.i % 10 = 0`.execute(database);
  await sql`insert into session_prefill (tenant, session, subject, sealed, expires_at)
    with recursive ${numbers('past', count)}
    select ${tenant}, ${name('3')}, ${name('')}, ${hash} || ${hash}, ${at} + 604800000
    from past where past.i % 10 = 0`.execute(database);
}

/** Adds due submissions of visitors, without items. */
export async function fillQueue(database: StoreDatabase, count: number, at: number): Promise<void> {
  await sql`insert into submission (tenant, subject, reference, fingerprint, revision, job, accepted_at, version,
      due_at, served_at, forget_at, visitor)
    with recursive queue(i) as (select 0 union all select i + 1 from queue where i + 1 < ${sql.lit(count)})
    select 'acme', 'visitor ' || i, 'Q' || i, 'fingerprint', 'revision', '1', ${sql.lit(at)}, 0, ${sql.lit(at)},
      ${sql.lit(at)}, ${sql.lit(at)} + 2592000000, 1 from queue`.execute(database);
}
