/**
 * A store of an employer with a million past submissions: spread over the thirty days that they are kept, those of one
 * more day over their time; beside them what waits for the service, and what waits for the operator.
 */
import { open } from 'node:fs/promises';
import { Kysely, SqliteDialect, sql } from 'kysely';
import Libsql from 'libsql';
import { jobId, questionId, reference, revision, subject, tenant } from '../../../src/core/model/ids.ts';
import { createCipher } from '../../../src/server/delivery/cipher.ts';
import { applicationItem, sealAnswer, sealDestination } from '../../../src/server/delivery/payload.ts';
import { fillPast } from '../../../src/server/delivery/stores/past-submissions.support.ts';
import { withPatience } from '../../../src/server/delivery/stores/postgres.ts';
import { createSqlStore } from '../../../src/server/delivery/stores/sql-store.ts';
import { readClock } from '../../../src/server/delivery/stores/store-clock.ts';
import type { StoreDatabase, StoreTables } from '../../../src/server/delivery/stores/tables.ts';

export interface Filling {
  readonly count: number;
  /** Submissions that wait for the service. */
  readonly open: number;
  /** Those that wait for the operator. */
  readonly attention: number;
  readonly secret: string;
}

const DAY = 86_400_000;
/** Of one submission at the most, the item that makes its application included. */
const ITEMS = 11;
export const acme = tenant('acme');

/** @param address of a store that was opened before, and is closed */
export async function fillStore(address: string, filling: Filling): Promise<void> {
  if (address.startsWith('file:')) return fillFile(address.slice('file:'.length), filling);
  return withPatience(address, async (database) => {
    await fill(database, filling);
    await sql`vacuum analyze`.execute(database);
    await sql`checkpoint`.execute(database);
  });
}

/** Not as the server writes it: what is lost when the machine fails here is made anew. */
async function fillFile(path: string, filling: Filling): Promise<void> {
  const file = new Libsql(path);
  file.exec('pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -200000');
  const database = new Kysely<StoreTables>({ dialect: new SqliteDialect({ database: file }) });
  await fill(database, filling);
  await database.destroy();
  const written = await open(path, 'r+');
  // Gigabytes that wait for the disk would be waited for by the first receipt.
  await written.sync();
  await written.close();
}

async function fill(database: StoreDatabase, filling: Filling): Promise<void> {
  const step = Math.floor((31 * DAY) / filling.count);
  const from = Date.now() - filling.count * step;
  await fillPast(database, { count: filling.count, items: ITEMS, from, step });
  await addOpen(database, filling);
}

const detailsOf = (count: number) => ({
  first_name: 'Ada',
  last_name: 'Example',
  email: `ada${count}@example.com`,
});

/** With what is really sealed for them, so that it can be read and shown. */
async function addOpen(database: StoreDatabase, { open, attention, secret }: Filling): Promise<void> {
  const cipher = createCipher([secret]);
  const store = createSqlStore(
    { database, clock: readClock(Date.now), locksRows: false },
    async () => undefined,
  );
  for (let count = 0; count < open + attention; count += 1) {
    const key = { tenant: acme, subject: subject(crypto.randomUUID()) };
    const job = jobId('4712');
    const addressed = { key, reference: reference(`W${count}`), application: null, job };
    const answers = Array.from({ length: ITEMS - 1 }, (_, place) => ({
      ...{ question: questionId(`${2001 + place}`), part: 0, parent: null, fingerprint: 'f'.repeat(64) },
      ...{ title: 'What do you like?', type: 'long_text', isDistinct: true },
      value: { kind: 'text' as const, text: 'A sentence or two that an applicant may write. '.repeat(3) },
    }));
    const making = sealDestination(cipher, addressed, {
      kind: 'job',
      job,
      details: detailsOf(count),
      locale: null,
      source: null,
    });
    const items = [
      { ...applicationItem, parent: null, fingerprint: 'f'.repeat(64), payload: making, files: [] },
      ...answers.map((answer) => ({ ...answer, payload: sealAnswer(cipher, addressed, answer), files: [] })),
    ].map((item, place) => ({ ...item, place }));
    await store.insert({ ...addressed, fingerprint: 'f'.repeat(64), revision: revision('r'), items });
  }
  // Over the last eight days: of the oldest of them what was not delivered is wiped.
  await sql`update submission set settled_at = accepted_at, due_at = null,
    accepted_at = accepted_at - (cast(substr(reference, 2) as bigint) % 8) * ${sql.lit(DAY)}
    where settled_at is null and cast(substr(reference, 2) as bigint) >= ${sql.lit(open)}`.execute(database);
  await sql`update item set state = 'parked', code = 'unclear' where state <> 'delivered' and exists (
    select 1 from submission where submission.tenant = item.tenant and submission.subject = item.subject
      and settled_at is not null)`.execute(database);
}
