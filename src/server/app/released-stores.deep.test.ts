import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { createAdaptorServer } from '@hono/node-server';
import Libsql from 'libsql';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import {
  ADMIN,
  ask,
  bearer,
  disturb,
  judge,
  KEY,
  MEDIA,
  member,
  type Sent,
  send,
  stateOf,
} from '../../../e2e/measure/written-store.ts';
import type { ReleasedStore } from '../../../e2e/release/make-store.ts';
import { loadPostgres } from '../../../e2e/release/postgres-dump.ts';
import { type RunningPostgres, startPostgres } from '../../../e2e/support/postgres/start-postgres.ts';
import packageFile from '../../../package.json' with { type: 'json' };
import { releasedVersions } from '../../build/released-versions.ts';
import { openDataFile } from '../../cli/sandbox-data/data-file.ts';
import { callerOf } from '../../sandbox/caller.ts';
import { createSandbox } from '../../sandbox/create-sandbox.ts';
import { epochFile } from '../delivery/stores/copy-epoch.ts';
import { migrations } from '../delivery/stores/migrations.ts';
import { type RunningServer, startServer } from './start-server.ts';

const stores = fileURLToPath(new URL('../delivery/stores/released/', import.meta.url));
const publicFolder = fileURLToPath(new URL('../../../public', import.meta.url));
const released = readdirSync(stores);
/** As `0.1.0/file`. */
const kept = released.flatMap((version) =>
  readdirSync(join(stores, version)).map((name) => `${version}/${name}`),
);

const settingsOf = (name: string): ReleasedStore =>
  JSON.parse(readFileSync(join(stores, name, 'settings.json'), 'utf8'));

const ends: (() => unknown)[] = [];

afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

let postgres: RunningPostgres | null = null;
afterAll(() => postgres?.stop());

async function newDatabase(): Promise<string> {
  if (postgres === null) {
    const started = await startPostgres();
    if (!started.ok) throw new Error(started.error);
    postgres = started.value;
  }
  return postgres.addDatabase();
}

/** A database has a clock of its own, which cannot be set back: the times in it are moved instead. */
async function unpackPostgres(folder: string, away: number): Promise<string> {
  const address = await newDatabase();
  const dump = gunzipSync(readFileSync(join(folder, 'postgres.json.gz'))).toString();
  await loadPostgres(address, JSON.parse(dump), away);
  return address;
}

function unpackFile(folder: string): string {
  const store = join(folder, 'apply.db');
  writeFileSync(store, gunzipSync(readFileSync(`${store}.gz`)));
  stayInPlace(store);
  return `file:${store}`;
}

/** A copy of the store as the release left it, in the minute after, and the service that it was before. */
async function unpack(version: string): Promise<{ store: string; service: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'apply-released-'));
  ends.push(() => rmSync(folder, { recursive: true, force: true }));
  cpSync(join(stores, version), folder, { recursive: true });
  const away = Date.now() - settingsOf(version).writtenAt - 60_000;
  const now = Date.now.bind(Date);
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() - away);
  ends.push(() => clock.mockRestore());
  const isFile = existsSync(join(folder, 'apply.db.gz'));
  const store = isFile ? unpackFile(folder) : await unpackPostgres(folder, away);
  const data = await openDataFile(join(folder, 'service.json'));
  if (!data.ok) throw new Error(data.error);
  const sandbox = createSandbox({ key: KEY, samples: true, kept: data.value.kept ?? undefined });
  const inner = createAdaptorServer({
    fetch: (request, { incoming }) => sandbox.fetch(request, callerOf(incoming)),
  });
  const service = createServer((request, response) => void inner.emit('request', request, response));
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  ends.push(() => close(service));
  return { store, service: `http://127.0.0.1:${member(service.address(), 'port')}` };
}

/** As an upgrade on the same machine finds it; elsewhere it would be a restored copy. Releases before 0.2.0 knew none. */
function stayInPlace(store: string): void {
  if (!existsSync(epochFile(store))) return;
  const { ino, birthtimeNs } = statSync(store, { bigint: true });
  const file = new Libsql(store);
  file.exec(`update store_copy set place = '${ino} ${birthtimeNs}'`);
  file.close();
}

function close(server: Server): void {
  server.closeAllConnections();
  server.close();
}

interface Begin {
  readonly store: string;
  readonly service: string;
  readonly secret?: string;
}

function start(version: string, { store, service, secret }: Begin): ReturnType<typeof startServer> {
  const { environment } = settingsOf(version);
  const silent = { warn: () => undefined, error: () => undefined, note: () => undefined };
  return startServer(
    {
      ...environment,
      APPLY_SERVICE_URL: service,
      APPLY_STORE: store,
      ...(secret === undefined ? {} : { APPLY_SECRET: secret }),
    },
    { log: silent },
  );
}

async function running(version: string, begin: Begin): Promise<RunningServer> {
  const started = await start(version, begin);
  if (!started.ok) throw new Error(started.error.join());
  ends.push(() => started.value.close());
  return started.value;
}

const wasOpen = ({ state }: Sent) => /received|delivering/.test(String(member(state, 'state')));
/** Whatever has become of them. */
const answersIn = (state: unknown): number =>
  Object.values(Object(member(state, 'answers'))).reduce<number>((sum, count) => sum + Number(count), 0);
const wasParked = ({ state }: Sent) => member(state, 'state') === 'attention';

test('the stores of every release before this one are kept', () => {
  for (const version of ['0.1.0', ...releasedVersions(publicFolder)])
    expect(kept).toEqual(expect.arrayContaining([`${version}/file`, `${version}/postgres`]));
});

describe.each(kept)('the store of %s', (version) => {
  const { sent, unsent, environment } = settingsOf(version);
  const open = sent.filter(wasOpen);

  test('holds some of each: delivered, open, begun, unclear, parked', () => {
    const states = sent.map(({ state }) => JSON.stringify(state)).join('\n');
    for (const word of ['complete', 'attention', 'received', 'delivering', 'checking', 'parked'])
      expect(states).toContain(word);
    expect(open.map(({ application }) => application === null)).toEqual(
      expect.arrayContaining([true, false]),
    );
  });

  test('opens: each receipt says what it said, all that was open is delivered, nothing twice', async () => {
    const places = await unpack(version);
    const { address } = await running(version, places);
    const there = { server: address, sandbox: places.service };
    for (const one of sent.filter((each) => !wasOpen(each)))
      expect(await stateOf(there, one)).toEqual(one.state);
    // Filled in before the upgrade, with files that were staged then. In a restored copy, as a dump is one, it would wait.
    const isCopy = version.endsWith('postgres') && !version.startsWith('0.1.0');
    const later = isCopy ? [] : [await send(there, unsent)];
    const all = [...open, ...later];
    const states = () => Promise.all(all.map(async (one) => member(await stateOf(there, one), 'state')));
    await expect.poll(states, { timeout: 100_000 }).toEqual(all.map(() => 'complete'));
    const whole = [
      ...sent.filter((one) => !wasParked(one)),
      ...later.map((one) => ({ ...one, state: null })),
    ];
    expect(await judge(places.service, whole)).toEqual({ answers: 8 * whole.length, missing: 0, tooMany: 0 });
  }, 120_000);

  test('keeps what waits for the operator, who finds it in the list', async () => {
    const places = await unpack(version);
    const { address } = await running(version, places);
    const data = member(await ask(`${address}/attention`, 'GET', bearer(ADMIN)), 'data');
    if (!Array.isArray(data)) throw new Error('The server gives no list.');
    const parked = sent.filter(wasParked).map(({ reference }) => reference);
    expect(data.map((one) => member(one, 'id'))).toEqual(parked);
    expect(JSON.stringify(data)).toContain('conflict');
  });

  test('is refused with another secret, and is as it was', async () => {
    const places = await unpack(version);
    const secret = 'another secret of very many characters';
    const refused = await start(version, { ...places, secret });
    expect(refused).toMatchObject({
      ok: false,
      error: [expect.stringContaining('APPLY_SECRET cannot open')],
    });
    // As it was when the store was written, so that what is open stays open.
    const silent = { disturb: disturb.slice(-2) };
    await ask(`${places.service}/_control/faults`, 'PUT', MEDIA, silent);
    const { address } = await running(version, {
      ...places,
      secret: `${secret},${environment['APPLY_SECRET']}`,
    });
    const there = { server: address, sandbox: places.service };
    for (const one of sent) {
      const state = await stateOf(there, one);
      if (!wasOpen(one)) expect(state).toEqual(one.state);
      else expect([wasOpen({ ...one, state }), answersIn(state)]).toEqual([true, answersIn(one.state)]);
    }
  }, 30_000);

  test('control: before the start the service lacks what is open', async () => {
    const { service } = await unpack(version);
    for (const one of open) expect((await judge(service, [one])).missing).toBeGreaterThan(0);
  });
});

test('control: a file of 0.1.0 whose tables are left as they were does not open', async () => {
  const places = await unpack('0.1.0/file');
  const file = new Libsql(places.store.replace('file:', ''));
  file.exec(`update store_version set version = ${migrations.length}`);
  file.close();
  expect(await start('0.1.0/file', places)).toMatchObject({ ok: false });
});

test(`no store is kept that is newer than ${packageFile.version}`, () => {
  const newest = [...released, packageFile.version].sort((one, other) =>
    one.localeCompare(other, 'en', { numeric: true }),
  );
  expect(newest.at(-1)).toBe(packageFile.version);
});
