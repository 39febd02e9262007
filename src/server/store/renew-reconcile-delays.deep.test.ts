/** A clock that was set while no process ran makes no quiet time shorter, and none much longer. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningPostgres, startPostgres } from '../../../e2e/support/postgres/start-postgres.ts';
import { applicationId, fileId, questionId, reference, revision, tenant } from '../../core/model/ids.ts';
import { began, createFakeService } from '../ledger/fake-service.support.ts';
import { answer, createScene, key, pass, submission } from '../ledger/ledger.support.ts';
import { createLedger } from '../ledger/ledger.ts';
import type { Item, NewItem } from '../ledger/ledger-store.ts';
import { WANTED_AGAIN } from '../ledger/next-step.ts';
import { type OpenStore, openStore } from './open-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'apply-clock-'));
let postgres: RunningPostgres;

beforeAll(async () => {
  const started = await startPostgres();
  if (!started.ok) throw new Error(started.error);
  postgres = started.value;
});
afterAll(async () => {
  await postgres.stop();
  rmSync(folder, { recursive: true });
});

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
let files = 0;
const engines = [
  ['a libsql file', async () => `file:${join(folder, `${++files}.db`)}`],
  ['Postgres', () => postgres.addDatabase()],
] as const;

async function open(address: string, now: () => number): Promise<OpenStore> {
  const opened = await openStore(address, { now, doubtFor: { answer: 75_000, file: 195_000 } });
  if (!opened.ok) throw new Error(opened.error);
  return opened.value;
}

const one = tenant('t');
const held = { key, owner: 'first' };
const item = (name: string, change: Partial<NewItem> = {}): NewItem => ({
  question: questionId(name),
  part: 0,
  place: Number(name),
  parent: null,
  fingerprint: name,
  payload: null,
  files: [],
  ...change,
});

const names = ['sending', 'with a file', 'unclear', 'wanted', 'queued'];

/** What five items wait for, a second before the process ends and another one starts after the clock was set. */
async function restart(address: string, clockSetBy: number, learned = 0) {
  let now = began;
  const first = await open(address, () => now);
  const items = names.map((_name, place) => item(`${place}`, place === 1 ? { files: [fileId('f')] } : {}));
  const destination = { application: applicationId('99'), job: null, revision: revision('r') };
  await first.ledger.insert({ key, reference: reference('R'), fingerprint: 'f', ...destination, items });
  await first.ledger.lease({ owner: 'first', duration: 120_000, most: 1, tenants: [one] });
  for (const place of [0, 1, 2, 3])
    await first.ledger.mark(held, { ...item(`${place}`), version: 0 }, 75_000);
  await first.ledger.settle(key, { ...item('2'), version: 1 }, { state: 'unclear' });
  await first.ledger.settle(key, { ...item('3'), version: 1 }, { state: 'unclear', dueAt: WANTED_AGAIN });
  if (learned > 0) await first.ledger.learnReconcileDelay(one, learned);
  const { version = 0 } = (await first.ledger.find(key))?.items[4] ?? {};
  await first.ledger.settle(key, { ...item('4'), version }, { state: 'queued', dueAt: now + 30_000 });
  await first.ledger.release(held, { version: 0, dueAt: now + 75_000 });
  await first.close();
  now += 1_000 + clockSetBy;
  const second = await open(address, () => now);
  const record = await second.ledger.find(key);
  const due = await second.ledger.nextDue([one]);
  await second.close();
  const waits = (record?.items ?? []).map(({ dueAt }: Item, place) => [
    names[place],
    dueAt === 0 ? 0 : dueAt - now,
  ]);
  return { waits: Object.fromEntries(waits), due: (due ?? 0) - now };
}

describe.each(engines)('on %s', (_name, addressOf) => {
  const whole = { sending: 75_000, 'with a file': 195_000, unclear: 75_000, wanted: 0 };

  test.each([
    ['set forward by an hour', HOUR],
    ['not set', 0],
    ['set back by a day', -DAY],
  ])(
    'what waits for a look waits its whole time from the start of a process, the clock %s',
    async (_how, by) => {
      const { waits, due } = await restart(await addressOf(), by);
      expect(waits).toMatchObject(whole);
      expect(due).toBeLessThanOrEqual(75_000);
    },
  );

  test('what had failed and waits for its turn waits no longer than before, the clock set back by a day', async () => {
    const { waits } = await restart(await addressOf(), -DAY);
    expect(waits['queued']).toBe(0);
  });

  test('what was learned of the service comes on top', async () => {
    const { waits } = await restart(await addressOf(), HOUR, 300_000);
    expect(waits).toMatchObject({ sending: 375_000, 'with a file': 495_000, unclear: 375_000 });
  });

  test('a clock that is set forward within the quiet time, across a restart, makes no second answer', async () => {
    const address = await addressOf();
    const scene = createScene();
    const service = createFakeService(scene.clock);
    let ahead = 0;
    const now = () => began + scene.clock.monotonic() + ahead;
    const run = async (owner: string, store: OpenStore) => {
      const ledger = createLedger({
        ...scene.dependencies,
        store: store.ledger,
        gatewayOf: () => service,
        owner,
      });
      ledger.start();
      return ledger;
    };
    /** Calls of Postgres take real time, in which the scene's stands still. */
    const until = (isSo: () => boolean, step = 100) =>
      expect.poll(async () => pass(scene, step).then(isSo), { interval: 5 }).toBe(true);
    service.fates.push({ late: 40_000 });
    const first = await open(address, now);
    const ledger = await run('first', first);
    await ledger.accept(submission([answer('1')]), 0);
    await until(() => service.asked.includes('1'));
    const drained = ledger.drain(1_000);
    await until(() => scene.clock.monotonic() > 3_000);
    await drained;
    await first.close();
    ahead = HOUR;
    const second = await open(address, now);
    const next = await run('second', second);
    await until(() => scene.clock.monotonic() > 150_000, 1_000);
    expect(service.held).toHaveLength(1);
    const ended = next.drain(1_000);
    await until(() => true, 5_000);
    await ended;
    await second.close();
  });
});

test('a process that starts beside another one puts off no look: the other has seen the clock go on', async () => {
  const address = await postgres.addDatabase();
  let now = began;
  const first = await open(address, () => now);
  const destination = { application: applicationId('99'), job: null, revision: revision('r') };
  const items = [item('0')];
  await first.ledger.insert({ key, reference: reference('R'), fingerprint: 'f', ...destination, items });
  await first.ledger.lease({ owner: 'first', duration: 120_000, most: 1, tenants: [one] });
  await first.ledger.mark(held, { ...item('0'), version: 0 }, 75_000);
  now += 60_000;
  const seen = () => first.engine.database.selectFrom('store_copy').select('epoch').executeTakeFirst();
  await expect.poll(seen).toMatchObject({ epoch: expect.stringContaining(`${now} `) });
  const second = await open(address, () => now);
  const record = await second.ledger.find(key);
  expect((record?.items[0]?.dueAt ?? 0) - now).toBe(15_000);
  await Promise.all([first.close(), second.close()]);
});
