/** Frequent queries on a store with many completed submissions use indexes and read few rows. */

import { join } from 'node:path';
import { Kysely, type LogEvent, PostgresDialect, SqliteDialect } from 'kysely';
import Libsql from 'libsql';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import type { PrefillStore } from '../../core/model/details.ts';
import { applicationId, jobId, questionId, sessionId, subject } from '../../core/model/ids.ts';
import { deepUnless } from '../../deep-unless.support.ts';
import { createCipher } from '../ledger/cipher.ts';
import type { LedgerStore } from '../ledger/ledger-store.ts';
import { doubtAll, SWEPT_AT_ONCE } from './ageing.ts';
import { open, useFolder, usePostgres } from './engines.support.ts';
import * as files from './files.ts';
import { endLeases } from './open-store.ts';
import { fillPast, fillQueue } from './past-submissions.support.ts';
import { readClock } from './records.ts';
import { acme, keyOf } from './samples.support.ts';
import { createSessionStore } from './sessions.ts';
import { openToRead } from './sqlite.ts';
import { countUnopenable } from './start.ts';
import { createSqlStore } from './submissions.ts';
import type { Engine, StoreTables } from './tables.ts';

const DAY = 86_400_000;
const COUNT = 1_000;
const ITEMS = 3;
const began = 100 * DAY;
const folder = useFolder();
const postgres = usePostgres();
let stores = 0;

interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

interface Bench {
  readonly engine: Engine;
  readonly statements: Statement[];
  /** Returns the steps of its plan that read a whole large table, or all rows of an index. */
  wholeReads(statement: Statement): Promise<readonly string[]>;
  close(): Promise<void>;
}

let now = began;

function recorder(statements: Statement[]) {
  return (event: LogEvent) => {
    const { query } = event;
    if (event.level === 'error') throw event.error;
    statements.push({ sql: query.sql, parameters: query.parameters });
  };
}

async function fill(address: string): Promise<void> {
  const store = await open(address, { now: () => began });
  await fillPast(store.engine.database, { count: COUNT, items: ITEMS, from: 50 * DAY, step: 1_000 });
  await store.close();
}

const large = [
  'submission',
  'item',
  'file',
  'file_piece',
  'session_code',
  'revoked_session',
  'session_prefill',
  'consent',
  'webhook_event',
];
/** Indexes that contain only open work. */
const small =
  /INDEX (submission_due|submission_visitor|submission_open|item_open|item_attention|file_size|file_here|webhook_event_due|webhook_event_stopped)\b/;

async function fileBench(): Promise<Bench & { planOf(statement: Statement): Promise<readonly string[]> }> {
  const path = join(folder, `${++stores}.db`);
  await fill(`file:${path}`);
  const statements: Statement[] = [];
  const dialect = new SqliteDialect({ database: new Libsql(path) });
  const database = new Kysely<StoreTables>({ dialect, log: recorder(statements) });
  // `explain` leaves a transaction open, so it needs a connection of its own.
  const plans = openToRead(path);
  const planOf = async ({ sql: source, parameters }: Statement) => {
    const rows: unknown[] = plans.prepare(`explain query plan ${source}`).all(parameters);
    return rows.map((row) => String(Object(row).detail));
  };
  return {
    engine: { database, clock: readClock(() => now), locksRows: false },
    statements,
    planOf,
    async wholeReads(statement) {
      const isScan = (line: string) => large.some((table) => new RegExp(`^SCAN ${table}\\b`).test(line));
      return (await planOf(statement)).filter((line) => isScan(line) && !small.test(line));
    },
    async close() {
      await database.destroy();
      plans.close();
    },
  };
}

const planSchema = z.object({
  'Node Type': z.string(),
  'Relation Name': z.string().default(''),
  'Index Name': z.string().default(''),
  'Index Cond': z.string().default(''),
  get Plans() {
    return z.array(planSchema).default([]);
  },
});
type PlanNode = z.output<typeof planSchema>;

const nodesOf = (node: PlanNode | undefined): readonly PlanNode[] =>
  node === undefined ? [] : [node, ...node.Plans.flatMap(nodesOf)];

function isWhole({ Plans: _, ...node }: PlanNode): boolean {
  if (!large.includes(node['Relation Name']) || node['Node Type'].startsWith('Bitmap')) return false;
  if (node['Node Type'] === 'Seq Scan') return true;
  const isLimitedByItself = small.test(`INDEX ${node['Index Name']}`);
  return node['Index Name'] !== '' && node['Index Cond'] === '' && !isLimitedByItself;
}

/** A Postgres that has no statistics of its tables yet. */
async function postgresBench(): Promise<Bench> {
  const address = await postgres().addDatabase();
  const plain = new pg.Client(address);
  plain.on('error', () => undefined);
  await plain.connect();
  await (await open(address, { now: () => began })).close();
  for (const table of large) await plain.query(`alter table ${table} set (autovacuum_enabled = false)`);
  await fill(address);
  const statements: Statement[] = [];
  const getTypeParser: typeof pg.types.getTypeParser = (oid, format) =>
    oid === 20 ? Number : pg.types.getTypeParser(oid, format);
  const pool = new pg.Pool({ connectionString: address, types: { getTypeParser } });
  // Idle connections fail when the server stops.
  pool.on('error', () => undefined);
  const database = new Kysely<StoreTables>({
    dialect: new PostgresDialect({ pool }),
    log: recorder(statements),
  });
  const explain = async ({ sql: source, parameters }: Statement) => {
    const { rows } = await plain.query(`explain (format json) ${source}`, [...parameters]);
    return nodesOf(z.array(z.object({ Plan: planSchema })).parse(rows[0]['QUERY PLAN'])[0]?.Plan);
  };
  return {
    engine: { database, clock: readClock(() => now), locksRows: true },
    statements,
    // Asks whether an index could answer, because the server may prefer to scan a small table.
    async wholeReads(statement) {
      await plain.query('set enable_seqscan = off');
      const nodes = await explain(statement);
      await plain.query('reset enable_seqscan');
      return nodes.filter(isWhole).map((node) => JSON.stringify(node));
    },
    async close() {
      await database.destroy();
      await plain.end();
    },
  };
}

for (const [name, makeBench] of [
  ['a libsql file', fileBench],
  ['Postgres without statistics', postgresBench],
] as const)
  describe(`on ${name}`, deepUnless(makeBench !== postgresBench), () => {
    let bench: Bench;
    let ledger: LedgerStore;
    let prefills: PrefillStore;

    beforeAll(async () => {
      bench = await makeBench();
      ledger = createSqlStore(bench.engine, async () => undefined);
      prefills = createSessionStore(bench.engine).prefills;
    });
    afterAll(() => bench.close());

    /** Counts the statements of an action, and returns those that read a whole large table. */
    async function ask(act: () => Promise<unknown>) {
      bench.statements.length = 0;
      await act();
      const statements = bench.statements.filter(({ sql: source }) =>
        /^\s*(with|select|update|delete)/.test(source),
      );
      const whole = new Set<string>();
      const different = new Map(statements.map((statement) => [statement.sql, statement]));
      for (const statement of different.values())
        for (const read of await bench.wholeReads(statement))
          whole.add(`${read}: ${statement.sql.slice(0, 300)}`);
      return { count: statements.length, whole: [...whole] };
    }

    async function sweepAll(): Promise<readonly number[]> {
      const sizes: number[] = [];
      for (;;) {
        const { length } = await ledger.sweep();
        if (length === 0) return sizes;
        sizes.push(length);
      }
    }

    const actions: Readonly<Record<string, () => Promise<unknown>>> = {
      'it ends leases': () => endLeases(bench.engine.database),
      'it checks whether the secret opens open payloads': () =>
        countUnopenable(bench.engine.database, createCipher(['s'.repeat(32)])),
      'it lists old files': () => files.listOld(bench.engine),
      'it sums the bytes of files': () => files.sumFiles(bench.engine),
      'it leases the next submissions': () =>
        ledger.lease({ owner: 'one', duration: 1, most: 8, tenants: [acme] }),
      'it leases the next submissions of known applicants': () =>
        ledger.lease({ owner: 'one', duration: 1, most: 8, tenants: [acme], isKnownOnly: true }),
      'it finds the next due time': () => ledger.nextDue([acme]),
      'it counts the queued submissions of visitors': () => ledger.countVisitors(),
      'it counts the backlog': () => ledger.backlog(),
      'it lists submissions that need attention': () => ledger.listAttention(acme, null),
      'it finds a person by email': () =>
        ledger.findPerson(acme, { kind: 'email', hashes: ['key.hash', 'older.hash'] }),
      'it counts submissions that no email finds': () => ledger.countUnfindable(acme, ['other.hash']),
      'it finds a person by application': () =>
        ledger.findPerson(acme, { kind: 'application', application: applicationId('7') }),
      'it applies the retention and nothing is old enough': () => sweepAll(),
      'it finds a prefill': () => prefills.find(acme, sessionId('3')),
      'it extends the prefill of a renewed session': () => prefills.extend(acme, sessionId('none'), 1),
      'it removes the prefill of a revoked session': () => prefills.removeSession(acme, sessionId('none')),
      'it removes the prefill of a sent form': () => prefills.removeSubject(acme, subject('none')),
      'it lists the tenants with due webhook events': () => ledger.webhooks.listDue([acme]),
      'it takes due webhook events': () =>
        ledger.webhooks.take({ tenant: acme, only: null, except: [jobId('1')] }, { most: 8, holdFor: 1 }),
      'it finds expired webhook events': () => ledger.webhooks.expire(acme, 1),
      'it lists stopped webhook events': () => ledger.webhooks.listSubjects(acme, null),
      'it counts undelivered webhook events': () => ledger.webhooks.count(acme),
      'it settles an answer without a webhook event': () =>
        ledger.changeItem(
          keyOf('none'),
          { question: questionId('1'), part: 0, version: 0 },
          { state: 'delivered' },
        ),
    };

    test.each(Object.keys(actions))('the store reads no large table in full when %s', async (name) => {
      now = 51 * DAY;
      const { count, whole } = await ask(actions[name] ?? (() => Promise.reject(new Error(name))));
      expect(count).toBeGreaterThan(0);
      expect(whole).toEqual([]);
    });

    test('control: a query without an index reads the whole table', async () => {
      const statement = { sql: 'select count(*) from file where about is not null', parameters: [] };
      expect(await bench.wholeReads(statement)).toHaveLength(1);
    });

    test('the retention deletes expired rows in batches of a limited size and leaves none', {
      tags: 'deep',
    }, async () => {
      now = began;
      const swept: number[] = [];
      const { whole } = await ask(async () => swept.push(...(await sweepAll())));
      expect(whole).toEqual([]);
      expect(Math.max(...swept)).toBe(SWEPT_AT_ONCE);
      expect(swept.reduce((sum, size) => sum + size, 0)).toBe(COUNT);
      expect(swept.length).toBeLessThan(COUNT / SWEPT_AT_ONCE + 5);
      const tables = ['submission', 'item', 'webhook_event', 'session_code', 'revoked_session'] as const;
      for (const table of [...tables, 'session_prefill'] as const) {
        const left = await bench.engine.database.selectFrom(table).selectAll().execute();
        expect(left).toEqual([]);
      }
    });
  });

/** Leases while ten thousand submissions of visitors are due. */
test('finds the next due submissions through an index, without sorting the queue', async () => {
  const bench = await fileBench();
  const ledger = createSqlStore(bench.engine, async () => undefined);
  await fillQueue(bench.engine.database, 10_000, 51 * DAY);
  now = 52 * DAY;
  bench.statements.length = 0;
  for (const isKnownOnly of [true, false])
    await ledger.lease({ owner: 'one', duration: 1, most: 8, tenants: [acme], isKnownOnly });
  const leases = bench.statements.filter(({ sql: source }) => source.startsWith('with'));
  const plans = await Promise.all(leases.map(bench.planOf));
  expect(plans).toHaveLength(2);
  for (const plan of plans) {
    expect(plan.join('\n')).toContain('USING INDEX submission_due');
    expect(plan.filter((line) => line.includes('TEMP B-TREE'))).toEqual([]);
  }
  await bench.close();
});

test('doubts a restored file without reading completed submissions', async () => {
  const bench = await fileBench();
  await bench.engine.database
    .transaction()
    .execute((transaction) => doubtAll(transaction, bench.engine, { answer: 1, file: 1 }));
  const whole = await Promise.all(bench.statements.map(bench.wholeReads));
  expect(whole.length).toBeGreaterThan(4);
  expect(whole.flat()).toEqual([]);
  await bench.close();
});
