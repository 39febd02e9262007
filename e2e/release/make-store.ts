/**
 * Stores of a release as its own server leaves them, in a file and in Postgres, with what is open and what is delivered,
 * and next to each what the service had then. `src/server/app/released-stores.deep.test.ts` goes on from them.
 */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import Libsql from 'libsql';
import { type Environment, type Program, pause } from '../measure/checkout.ts';
import {
  answer,
  ask,
  disturb,
  environment,
  type FilledIn,
  fillIn,
  KEY,
  MEDIA,
  type Places,
  PORT,
  type Sent,
  type Settings,
  send,
  startSandbox,
  startServer,
  stateOf,
} from '../measure/written-store.ts';
import { startPostgres } from '../support/postgres/start-postgres.ts';
import { dumpPostgres } from './postgres-dump.ts';

export interface ReleasedStore extends Settings {
  /** Milliseconds since 1970. */
  readonly writtenAt: number;
  /** Filled in with staged files, and not sent. */
  readonly unsent: FilledIn;
}

/** Milliseconds. */
const PATIENCE = 60_000;

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + PATIENCE;
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error('It does not come so far.');
    await pause(100);
  }
}

type Begun = Omit<Sent, 'state'>;

/** How a store is taken along. */
interface Engine {
  readonly name: 'file' | 'postgres';
  /** Of the server. */
  readonly settings: Environment;
  keep(store: string, folder: string): Promise<void>;
}

const file: Engine = {
  name: 'file',
  settings: {},
  async keep(store, folder) {
    shrink(join(store, 'apply.db'));
    writeFileSync(join(folder, 'apply.db.gz'), gzipSync(readFileSync(join(store, 'apply.db'))));
    // The last one is that by which a release from 0.2.0 knows that it is no copy.
    for (const name of ['apply.db-files', 'apply.db.epoch']) keepPart(store, folder, name);
  },
};

const postgresAt = (address: string): Engine => ({
  name: 'postgres',
  settings: { APPLY_STORE: address },
  async keep(_store, folder) {
    const dump = JSON.stringify(await dumpPostgres(address));
    writeFileSync(join(folder, 'postgres.json.gz'), gzipSync(dump));
  },
});

function keepPart(store: string, folder: string, name: string): void {
  if (existsSync(join(store, name))) cpSync(join(store, name), join(folder, name), { recursive: true });
}

/** @param folder replaced */
export async function makeStores(checkout: string, folder: string): Promise<readonly unknown[]> {
  rmSync(folder, { recursive: true, force: true });
  const postgres = await startPostgres();
  if (!postgres.ok) throw new Error(postgres.error);
  try {
    const states = [];
    for (const engine of [file, postgresAt(postgres.value.address)])
      states.push(...(await makeStore(checkout, folder, engine)));
    return states;
  } finally {
    await postgres.value.stop();
  }
}

async function makeStore(checkout: string, folder: string, engine: Engine): Promise<readonly unknown[]> {
  const store = mkdtempSync(join(tmpdir(), 'apply-released-'));
  const sandbox = await startSandbox(checkout, store, PORT);
  try {
    const server = await startServer(checkout, store, { ...environment, ...engine.settings });
    const places: Places = { server: server.address, sandbox: sandbox.address, largestFile: 2_000 };
    const { sent, unsent } = await fillStore(places);
    const states = await Promise.all(sent.map((one) => stateOf(places, one)));
    await server.stop();
    await stopSandbox(sandbox);
    const settings: ReleasedStore = {
      writtenAt: Date.now(),
      port: PORT,
      environment,
      sent: sent.map((one, place) => ({ ...one, state: states[place] })),
      unsent,
    };
    const kept = join(folder, engine.name);
    mkdirSync(kept, { recursive: true });
    await engine.keep(store, kept);
    for (const name of ['service.json', 'service.json.files']) keepPart(store, kept, name);
    writeFileSync(join(kept, 'settings.json'), `${JSON.stringify(settings, null, 1)}\n`);
    return states;
  } finally {
    await stopSandbox(sandbox);
    rmSync(store, { recursive: true, force: true });
  }
}

async function fillStore(places: Places): Promise<{ sent: readonly Begun[]; unsent: FilledIn }> {
  const disturbing = (faults: readonly object[]) =>
    ask(`${places.sandbox}/_control/faults`, 'PUT', MEDIA, { disturb: faults });
  const silent = disturb.slice(-2);
  // Before the trouble begins, as forms are read from the service.
  let count = 0;
  const filledIn = (isJob: boolean) => fillIn(places, ++count, isJob);
  const [first, second] = [await filledIn(false), await filledIn(true)];
  const contradicted = await filledIn(false);
  const answering = await filledIn(false);
  const creating = [await filledIn(true), await filledIn(true)];
  const waiting = [await filledIn(false), await filledIn(true)];
  const unsent = await filledIn(false);
  const sent: Begun[] = [];
  /** @param state a word of how it has come so far */
  const sendOne = async (one: FilledIn, state = ''): Promise<void> => {
    const receipt = await send(places, one);
    await until(async () => JSON.stringify(await stateOf(places, receipt)).includes(state));
    sent.push(receipt);
  };
  await sendOne(first, 'complete');
  await sendOne(second, 'complete');
  await contradict(places, contradicted);
  await sendOne(contradicted, 'attention');
  // Some were stored and some were not, and the server knows of none which; of one application neither.
  await disturbing(disturb.filter(({ method }) => method === 'POST'));
  await sendOne(answering, 'checking');
  await disturbing(disturb);
  for (const one of creating) await sendOne(one);
  await pause(1_500);
  await disturbing(silent);
  for (const one of waiting) await sendOne(one);
  return { sent, unsent };
}

/** Another value stands at the service when its answers come to be delivered. */
async function contradict({ sandbox }: Places, { application }: FilledIn): Promise<void> {
  const { type, attributes, relationships } = answer('2002', { text_answer: 'Of a recruiter' });
  const answerable = { data: { type: 'applications', id: application } };
  const data = { type, attributes, relationships: { ...relationships, answerable } };
  await ask(`${sandbox}/api/v1/answers`, 'POST', { ...MEDIA, 'x-api-key': KEY }, { data });
}

const stopped = new WeakSet<Program>();

async function stopSandbox(sandbox: Program): Promise<void> {
  if (stopped.has(sandbox)) return;
  stopped.add(sandbox);
  await sandbox.stop();
}

/** What is in the log goes to the file itself, and what is free is left out. */
function shrink(file: string): void {
  const database = new Libsql(file);
  database.exec('pragma wal_checkpoint(truncate); vacuum; pragma wal_checkpoint(truncate)');
  database.close();
}
