/** The disk or the database of the servers. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Crash, type Durability, startPostgres } from '../support/postgres/start-postgres.ts';
import type { Processes } from './processes.ts';

export type StoreKind = 'file' | 'postgres';

export class UsedStore {
  /** The value for `APPLY_STORE`. */
  readonly address: string;
  /** The number of kills so far. */
  kills = 0;
  /** Resolves when the store is available. */
  back: Promise<void> = Promise.resolve();
  isAway = false;
  readonly #crash: ((way: Crash) => Promise<void>) | null;

  constructor(address: string, crash: ((way: Crash) => Promise<void>) | null) {
    this.address = address;
    this.#crash = crash;
  }

  /** Kills and restarts Postgres, one kill after the other. Does nothing to a file. */
  kill(way: Crash): void {
    const crash = this.#crash;
    if (crash === null) return;
    this.kills += 1;
    this.isAway = true;
    const back = this.back.then(() => crash(way));
    this.back = back;
    // Callers that await it handle the failure.
    const settle = () => {
      this.isAway = this.back !== back;
    };
    back.then(settle, settle);
  }
}

/** Opens a store that is removed when all processes have ended. */
export async function openStore(
  processes: Processes,
  kind: StoreKind,
  durability: Durability = 'durable',
): Promise<UsedStore> {
  if (kind === 'file') {
    const folder = await mkdtemp(join(tmpdir(), 'apply-form-kills-'));
    processes.afterwards(() => rm(folder, { recursive: true, force: true }));
    return new UsedStore(`file:${join(folder, 'apply.db')}`, null);
  }
  const started = await startPostgres({ durability });
  if (!started.ok) throw new Error(started.error);
  const { address, crash, stop } = started.value;
  const store = new UsedStore(address, crash);
  // Postgres has to be restarted after a kill before it can be stopped.
  processes.afterwards(() => store.back.then(stop, stop));
  return store;
}
