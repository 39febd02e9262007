/** What a store with many submissions that are done is asked at a start, and again and again: by indexes, a few rows at a time. */

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

interface Asked {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

interface Bench {
  readonly engine: Engine;
  readonly asked: Asked[];
  /** Of its plan, what reads a large table whole, or by an index of all its rows. */
  wholeReads(asked: Asked): Promise<readonly string[]>;
  close(): Promise<void>;
}

let now = began;

function recorder(asked: Asked[]) {
  return (event: LogEvent) => {
    const { query } = event;
    if (event.level === 'error') throw event.error;
    asked.push({ sql: query.sql, parameters: query.parameters });
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
/** Indexes that hold only what is still to be done. */
const small =
  /INDEX (submission_due|submission_visitor|submission_open|item_open|item_attention|file_size|file_here|webhook_event_due|webhook_event_stopped)\b/;

async function fileBench(): Promise<Bench & { planOf(asked: Asked): Promise<readonly string[]> }> {
  const path = join(folder, `${++stores}.db`);
  await fill(`file:${path}`);
  const asked: Asked[] = [];
  const dialect = new SqliteDialect({ database: new Libsql(path) });
  const database = new Kysely<StoreTables>({ dialect, log: recorder(asked) });
  // What is explained holds a transaction open on its connection.
  const plans = openToRead(path);
  const planOf = async ({ sql: source, parameters }: Asked) => {
    const rows: unknown[] = plans.prepare(`explain query plan ${source}`).all(parameters);
    return rows.map((row) => String(Object(row).detail));
  };
  return {
    engine: { database, clock: readClock(() => now), locksRows: false },
    asked,
    planOf,
    async wholeReads(asked) {
      const isWhole = (line: string) => large.some((table) => new RegExp(`^SCAN ${table}\\b`).test(line));
      return (await planOf(asked)).filter((line) => isWhole(line) && !small.test(line));
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

/** No statistics: nothing has looked at these tables yet. */
async function postgresBench(): Promise<Bench> {
  const address = await postgres().addDatabase();
  const plain = new pg.Client(address);
  plain.on('error', () => undefined);
  await plain.connect();
  await (await open(address, { now: () => began })).close();
  for (const table of large) await plain.query(`alter table ${table} set (autovacuum_enabled = false)`);
  await fill(address);
  const asked: Asked[] = [];
  const getTypeParser: typeof pg.types.getTypeParser = (oid, format) =>
    oid === 20 ? Number : pg.types.getTypeParser(oid, format);
  const pool = new pg.Pool({ connectionString: address, types: { getTypeParser } });
  // Connections that rest when the server is stopped.
  pool.on('error', () => undefined);
  const database = new Kysely<StoreTables>({ dialect: new PostgresDialect({ pool }), log: recorder(asked) });
  const explain = async (options: string, { sql: source, parameters }: Asked) => {
    const { rows } = await plain.query(`explain (${options}) ${source}`, [...parameters]);
    return nodesOf(z.array(z.object({ Plan: planSchema })).parse(rows[0]['QUERY PLAN'])[0]?.Plan);
  };
  return {
    engine: { database, clock: readClock(() => now), locksRows: true },
    asked,
    // Whether an index could answer: which of two ways is quicker on a small table is the server's to say.
    async wholeReads(asked) {
      await plain.query('set enable_seqscan = off');
      const nodes = await explain('format json', asked);
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

    /** The statements of what is done, and those of them that read a large table whole. */
    async function ask(act: () => Promise<unknown>) {
      bench.asked.length = 0;
      await act();
      const asked = bench.asked.filter(({ sql: source }) => /^\s*(with|select|update|delete)/.test(source));
      const whole = new Set<string>();
      const different = new Map(asked.map((one) => [one.sql, one]));
      for (const one of different.values())
        for (const read of await bench.wholeReads(one)) whole.add(`${read}: ${one.sql.slice(0, 300)}`);
      return { count: asked.length, whole: [...whole] };
    }

    async function sweepAll(): Promise<readonly number[]> {
      const sizes: number[] = [];
      for (;;) {
        const { length } = await ledger.sweep();
        if (length === 0) return sizes;
        sizes.push(length);
      }
    }

    const atStart: Readonly<Record<string, () => Promise<unknown>>> = {
      'leases are ended': () => endLeases(bench.engine.database),
      'what is open is asked whether the secret opens it': () =>
        countUnopenable(bench.engine.database, createCipher(['s'.repeat(32)])),
      'old files are looked for': () => files.listOld(bench.engine),
      'the bytes of files are summed': () => files.sumFiles(bench.engine),
      'the next work is taken': () => ledger.lease({ owner: 'one', duration: 1, most: 8, tenants: [acme] }),
      'the next work of known applicants is taken': () =>
        ledger.lease({ owner: 'one', duration: 1, most: 8, tenants: [acme], isKnownOnly: true }),
      'the next time is looked for': () => ledger.nextDue([acme]),
      'what visitors queued is counted': () => ledger.countVisitors(),
      'the backlog is counted': () => ledger.backlog(),
      'what needs attention is listed': () => ledger.listAttention(acme, null),
      'a person is looked for by an email': () =>
        ledger.findPerson(acme, { kind: 'email', hashes: ['key.hash', 'older.hash'] }),
      'those that no email finds are counted': () => ledger.countUnfindable(acme, ['other.hash']),
      'a person is looked for by an application': () =>
        ledger.findPerson(acme, { kind: 'application', application: applicationId('7') }),
      'the retention is applied where nothing is old enough': () => sweepAll(),
      'prefill is found': () => prefills.find(acme, sessionId('3')),
      'prefill of a session that is renewed stays': () => prefills.extend(acme, sessionId('none'), 1),
      'prefill of a session that is revoked goes': () => prefills.removeSession(acme, sessionId('none')),
      'prefill of a form that is sent goes': () => prefills.removeSubject(acme, subject('none')),
      'what webhooks are to be told is looked for': () => ledger.webhooks.listDue([acme]),
      'what webhooks are to be told is taken': () =>
        ledger.webhooks.take({ tenant: acme, only: null, except: [jobId('1')] }, { most: 8, holdFor: 1 }),
      'what webhooks were not told in time is looked for': () => ledger.webhooks.expire(acme, 1),
      'what webhooks were not told is listed': () => ledger.webhooks.listSubjects(acme, null),
      'what webhooks were not told is counted': () => ledger.webhooks.count(acme),
      'an answer is settled of which nothing is told': () =>
        ledger.changeItem(
          keyOf('none'),
          { question: questionId('1'), part: 0, version: 0 },
          { state: 'delivered' },
        ),
    };

    test.each(Object.keys(atStart))('no table of what is done is read whole when %s', async (name) => {
      now = 51 * DAY;
      const { count, whole } = await ask(atStart[name] ?? (() => Promise.reject(new Error(name))));
      expect(count).toBeGreaterThan(0);
      expect(whole).toEqual([]);
    });

    test('control: what no index holds is looked for in the whole table', async () => {
      const asked = { sql: 'select count(*) from file where about is not null', parameters: [] };
      expect(await bench.wholeReads(asked)).toHaveLength(1);
    });

    test('what is over its time goes in batches of a bounded size, and nothing of it stays', {
      tags: 'deep',
    }, async () => {
      now = began;
      const sizes: number[][] = [];
      const { whole } = await ask(async () => sizes.push([...(await sweepAll())]));
      expect(whole).toEqual([]);
      const swept = sizes.flat();
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

/** What one lease looks at, where ten thousand submissions of visitors are due. */
test('the next turns are found by their index, without sorting what waits', async () => {
  const bench = await fileBench();
  const ledger = createSqlStore(bench.engine, async () => undefined);
  await fillQueue(bench.engine.database, 10_000, 51 * DAY);
  now = 52 * DAY;
  bench.asked.length = 0;
  for (const kind of ['known', 'visitor', undefined] as const)
    await ledger.lease({ owner: 'one', duration: 1, most: 8, tenants: [acme], ...(kind && { kind }) });
  const leases = bench.asked.filter(({ sql: source }) => source.startsWith('with'));
  const plans = await Promise.all(leases.map(bench.planOf));
  expect(plans).toHaveLength(3);
  for (const plan of plans) {
    expect(plan.join('\n')).toContain('USING INDEX submission_due');
    expect(plan.filter((line) => line.includes('TEMP B-TREE'))).toEqual([]);
  }
  await bench.close();
});

test('a restored file is doubted without a look at what is done', async () => {
  const bench = await fileBench();
  await bench.engine.database
    .transaction()
    .execute((transaction) => doubtAll(transaction, bench.engine, { answer: 1, file: 1 }));
  const whole = await Promise.all(bench.asked.map(bench.wholeReads));
  expect(whole.length).toBeGreaterThan(4);
  expect(whole.flat()).toEqual([]);
  await bench.close();
});
