/** The disk or the database under the servers. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Crash, type Durability, startPostgres } from '../support/postgres/start-postgres.ts';
import type { KillsCommand } from './options.ts';
import type { Processes } from './processes.ts';

export interface UsedStore {
  /** The value for `APPLY_STORE`. */
  readonly address: string;
  /** Kills it under its servers and starts it again, one kill after the other. Nothing where it is a file. */
  kill(way: Crash): void;
  /** Resolves when it can be used. */
  back(): Promise<void>;
  /** Kills that have begun. */
  kills(): number;
  isAway(): boolean;
}

/** It is removed when all processes have ended. */
export async function openStore(
  processes: Processes,
  kind: KillsCommand['store'],
  durability: Durability = 'durable',
): Promise<UsedStore> {
  if (kind === 'file') {
    const folder = await mkdtemp(join(tmpdir(), 'apply-form-kills-'));
    processes.afterwards(() => rm(folder, { recursive: true, force: true }));
    return killable(`file:${join(folder, 'apply.db')}`, null);
  }
  const started = await startPostgres({ durability });
  if (!started.ok) throw new Error(started.error);
  const { address, crash, stop } = started.value;
  const store = killable(address, crash);
  // One that is just being killed has to be there again before it can be stopped.
  processes.afterwards(() => store.back().then(stop, stop));
  return store;
}

function killable(address: string, crash: ((way: Crash) => Promise<void>) | null): UsedStore {
  let kills = 0;
  let under = 0;
  let last = Promise.resolve();
  return {
    address,
    kill(way) {
      if (crash === null) return;
      kills += 1;
      under += 1;
      last = last
        .then(() => crash(way))
        .finally(() => {
          under -= 1;
        });
      // Those who wait for it are told.
      last.catch(() => undefined);
    },
    back: () => last,
    kills: () => kills,
    isAway: () => under > 0,
  };
}
