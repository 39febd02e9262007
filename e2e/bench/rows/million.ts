/**
 * What the server does over a million past submissions, on a file and on Postgres: the longest stop of its event loop
 * while it starts, sweeps, is backed up and is asked by the operator, and the slowest receipt meanwhile.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { openToRead } from '../../../src/server/delivery/stores/open-to-read.ts';
import { createProcesses, type Processes } from '../../kills/processes.ts';
import { startPostgres } from '../../support/postgres/start-postgres.ts';
import { type Measuring, measureStore, prepareStore, type Stop } from '../million/measure-store.ts';
import type { Measured, RowGroup } from '../row.ts';

/** Milliseconds (`src/README.md#budgets`). */
const LONGEST_STOP = 50;
const DAY = 86_400_000;
const filling = {
  count: 1_000_000,
  open: 1_000,
  attention: 2_000,
  secret: 'the secret of the measured server',
};

export const millionRow: RowGroup = {
  name: 'million',
  async measure() {
    const processes = createProcesses();
    const folder = await mkdtemp(join(tmpdir(), 'apply-bench-'));
    try {
      const onFile = await measure(processes, fileIn(folder));
      const onPostgres = await measure(processes, await postgresIn(processes));
      return [...rowsOf('file', onFile), ...rowsOf('Postgres', onPostgres)];
    } finally {
      await processes.end();
      await rm(folder, { recursive: true });
    }
  },
};

interface Store {
  readonly address: string;
  /** The one figure that a statement selects. */
  count(source: string): Promise<number>;
}

async function measure(processes: Processes, { address, count }: Store): Promise<readonly Stop[]> {
  const begun = Date.now();
  const isSwept = async () => (await count(overTimeAt(begun))) === 0;
  const measuring: Measuring = { processes, address, filling, isSwept };
  return measureStore(measuring, await prepareStore(measuring));
}

/** Tables of which something is left that was over its time at that moment. */
const overTimeAt = (now: number): string =>
  [
    `submission where accepted_at <= ${now - 30 * DAY}`,
    `session_code where expires_at <= ${now - DAY}`,
    `revoked_session where revoked_at <= ${now - 8 * DAY}`,
    `file where kept_until <= ${now}`,
  ]
    .map((rows) => `(select count(*) from (select 1 from ${rows} limit 1) as old)`)
    .join(' + ');

function fileIn(folder: string): Store {
  const path = join(folder, 'apply.db');
  return {
    address: `file:${path}`,
    async count(source) {
      const file = openToRead(path);
      const [row] = file.prepare(`select ${source} as count`).all();
      file.close();
      return Number(Object(row).count);
    },
  };
}

async function postgresIn(processes: Processes): Promise<Store> {
  const started = await startPostgres({ durability: 'durable' });
  if (!started.ok) throw new Error(started.error);
  const { address, stop } = started.value;
  processes.afterwards(stop);
  return {
    address,
    async count(source) {
      const client = new pg.Client(address);
      await client.connect();
      const { rows } = await client.query(`select ${source} as count`);
      await client.end();
      return Number(rows[0].count);
    },
  };
}

/** A start loads the programs as well, and no one is served before its end: for comparison the first one is of an empty store. */
const rowsOf = (store: string, stops: readonly Stop[]): readonly Measured[] => [
  ...stops.map((stop) => rowOf(store, stop)),
  {
    row: `a million on ${store}, submissions without a receipt`,
    widget: stops.reduce((sum, { receipts }) => sum + (receipts?.failed ?? 0), 0),
    handWritten: null,
    unit: '',
    budget: 0,
  },
];

const rowOf = (store: string, { during, longest, receipts, took }: Stop): Measured => ({
  row: `a million on ${store}, longest stop: ${during}`,
  widget: longest,
  handWritten: null,
  unit: 'ms',
  budget: during.startsWith('start') ? null : LONGEST_STOP,
  note: [
    `${took.toFixed(1)} s`,
    ...(receipts === null || !Number.isFinite(receipts.slowest)
      ? []
      : [`receipts p99 ${Math.round(receipts.p99)} ms, slowest ${Math.round(receipts.slowest)} ms`]),
  ].join('; '),
});
