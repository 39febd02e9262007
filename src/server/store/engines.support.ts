/** For tests: an empty store on each engine. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, onTestFinished } from 'vitest';
import { createMapLessons, createMapStore } from '../../../e2e/support/map-store.ts';
import { type RunningPostgres, startPostgres } from '../../../e2e/support/postgres/start-postgres.ts';
import { startPooledPostgres } from '../../../e2e/support/postgres/transaction-pooler.ts';
import type { Outcome } from '../../core/model/failure.ts';
import { type OpenStore, openStore, type StoreDependencies } from './open-store.ts';
import { tables } from './tables.ts';

export interface StoreBench<Store> {
  /** Returns an empty store with this clock. */
  fresh(now: () => number): Promise<Store>;
  close(): Promise<void>;
}

type Engine<Store> = readonly [name: string, start: () => Promise<StoreBench<Store>>];

export const storedEngines: readonly Engine<OpenStore>[] = [
  ['a libsql file', fileBench],
  ['Postgres', () => postgresBench(startPostgres)],
  // The deep suite runs the contract of the ledger’s store on this engine, too (`store-contract.deep.test.ts`).
  ...(process.env['TEST_DEEP'] === '1' ? [behindPooler()] : []),
];

function behindPooler(): Engine<OpenStore> {
  return ['Postgres behind a transaction pooler', () => postgresBench(startPooledPostgres)];
}

export const engines: readonly Engine<Pick<OpenStore, 'ledger' | 'lessons'>>[] = [
  ['memory', memoryBench],
  ...storedEngines,
];

async function memoryBench(): Promise<StoreBench<Pick<OpenStore, 'ledger' | 'lessons'>>> {
  return {
    fresh: async (now) => ({ ledger: createMapStore({ now }), lessons: createMapLessons(now) }),
    close: async () => undefined,
  };
}

async function fileBench(): Promise<StoreBench<OpenStore>> {
  const folder = mkdtempSync(join(tmpdir(), 'apply-store-'));
  const opened: OpenStore[] = [];
  return {
    async fresh(now) {
      const store = await open(`file:${folder}/${opened.length}.db`, { now });
      opened.push(store);
      return store;
    },
    async close() {
      for (const store of opened) await store.close();
      rmSync(folder, { recursive: true });
    },
  };
}

const emptiedTables = Object.keys(tables).filter((name) => !name.startsWith('store_'));

async function postgresBench(start: () => ReturnType<typeof startPostgres>): Promise<StoreBench<OpenStore>> {
  const server = need(await start());
  let clock = () => 0;
  const store = await open(server.address, { now: () => clock() });
  const { database } = store.engine;
  return {
    async fresh(now) {
      clock = now;
      await sql`truncate ${sql.join(emptiedTables.map((name) => sql.table(name)))}`.execute(database);
      await sql`update store_copy set restored_at = null`.execute(database);
      return store;
    },
    async close() {
      await store.close();
      await server.stop();
    },
  };
}

/** Opens an empty store for each test. */
export function useFresh<Store>(
  { start, now }: { readonly start: () => Promise<StoreBench<Store>>; readonly now: () => number },
  take: (store: Store) => void,
): void {
  let bench: StoreBench<Store>;
  beforeAll(async () => {
    bench = await start();
  });
  afterAll(() => bench.close());
  beforeEach(async () => take(await bench.fresh(now)));
}

/** Starts a Postgres for the tests of a file. */
export function usePostgres(): () => RunningPostgres {
  let server: Outcome<RunningPostgres, string> = { ok: false, error: 'Postgres has not started yet.' };
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => need(server).stop());
  return () => need(server);
}

/** Creates a folder, and removes it after the tests of a file. */
export function useFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'apply-store-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  return folder;
}

export const need = <Value>(outcome: Outcome<Value, string>): Value => {
  if (!outcome.ok) throw new Error(outcome.error);
  return outcome.value;
};

export const open = async (address: string, dependencies: StoreDependencies = {}): Promise<OpenStore> =>
  need(await openStore(address, dependencies));

/** Opens a store that is closed at the end of the test. */
export async function openInTest(address: string, dependencies: StoreDependencies = {}): Promise<OpenStore> {
  const store = await open(address, dependencies);
  onTestFinished(() => store.close());
  return store;
}
