/** Empty stores for the receipts: files, or databases of one Postgres that brings each commit to disk. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Libsql from 'libsql';
import pg from 'pg';
import { at } from '../../../src/sandbox/json.ts';
import type { Processes } from '../../kills/processes.ts';
import { startPostgres } from '../../support/postgres/start-postgres.ts';

export interface Stores {
  /** The value for `APPLY_STORE`. */
  add(): Promise<string>;
}

export type StoreKind = 'file' | 'postgres';

export const openStores = (processes: Processes, kind: StoreKind): Promise<Stores> =>
  kind === 'file' ? openFiles(processes) : openDatabases(processes);

async function openFiles(processes: Processes): Promise<Stores> {
  const folder = await mkdtemp(join(tmpdir(), 'apply-bench-'));
  processes.afterwards(() => rm(folder, { recursive: true, force: true }));
  let count = 0;
  return {
    async add() {
      count += 1;
      return `file:${join(folder, `${count}.db`)}`;
    },
  };
}

async function openDatabases(processes: Processes): Promise<Stores> {
  const started = await startPostgres({ durability: 'durable' });
  if (!started.ok) throw new Error(started.error);
  processes.afterwards(() => started.value.stop());
  return { add: () => started.value.addDatabase() };
}

const query = 'select reference from submission';

/** References of everything that has a receipt, when its servers have ended. */
export async function referencesIn(store: string): Promise<ReadonlySet<string>> {
  const rows: readonly unknown[] = store.startsWith('file:')
    ? new Libsql(store.slice('file:'.length)).prepare(query).all()
    : await queryPostgres(store);
  return new Set(rows.map((row) => String(at(row, 'reference'))));
}

async function queryPostgres(address: string): Promise<readonly unknown[]> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  const { rows } = await client.query(query);
  await client.end();
  return rows;
}
