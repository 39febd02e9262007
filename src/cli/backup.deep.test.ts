/** Real servers over real HTTP before the sandbox: what comes of a store that was copied while it delivered. */
import { cp, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Libsql from 'libsql';
import { afterAll, beforeAll, type ExpectStatic, test } from 'vitest';
import { seededRandom } from '../../e2e/bench/forms/seeded-random.ts';
import { apply as applyOnce, type Receipt, request } from '../../e2e/kills/applicant.ts';
import { judge } from '../../e2e/kills/judge.ts';
import { Processes, type StartedProcess } from '../../e2e/kills/processes.ts';
import { SANDBOX_KEY, type SandboxProcess, startSandbox } from '../../e2e/kills/sandbox-process.ts';
import { programArguments } from '../../e2e/support/programs/program-arguments.ts';
import { at } from '../sandbox/json.ts';
import { backup } from './backup.ts';
import { runCommand } from './run-command.support.ts';

const ADMIN = 'the-admin-key-of-the-server-to-back-up';
const main = fileURLToPath(new URL('../server/process/main.ts', import.meta.url));
const processes = new Processes();

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'apply-backup-'));
});
afterAll(async () => {
  await processes.end();
  await rm(folder, { recursive: true, force: true });
});

const storeAt = (path: string) => ({ APPLY_STORE: `file:${path}` });

const isDown = { disturb: [{ path: '/api/v1', method: 'POST', reply: 503, commit: 'none' }] };

const environmentOf = ({ address }: SandboxProcess, path: string) => ({
  ...storeAt(path),
  PORT: '0',
  APPLY_SERVICE_URL: address,
  APPLY_SERVICE_KEY: SANDBOX_KEY,
  APPLY_SECRET: 'the secret of the server to back up',
  APPLY_ADMIN_KEY: ADMIN,
  APPLY_PUBLIC_JOBS: 'all',
  APPLY_SEND_SECONDS: '10',
  APPLY_QUIET_SECONDS: '1',
  APPLY_DRAIN_SECONDS: '0',
});

async function applyTo(address: string, sandbox: SandboxProcess, count: number): Promise<readonly Receipt[]> {
  const ask = (path: string, call: Parameters<typeof request>[2]) => request(address, path, call);
  // From 0.5 on no request waits for the delivery.
  const random = seededRandom(7);
  const world = { ask, random: () => 0.5 + random() / 2, sandbox, adminKey: ADMIN };
  const promised: Receipt[] = [];
  for (let place = 0; place < count; place += 1) {
    const isJob = place % 2 === 0;
    let draws = 0;
    // The first draw decides whether there is an application already.
    const first = () => (draws++ === 0 && !isJob ? 0 : world.random());
    promised.push(await applyOnce({ ...world, random: first }));
  }
  return promised;
}

async function judgeAll(sandbox: SandboxProcess, promised: readonly Receipt[]) {
  const service = { stored: await sandbox.answers(), references: await sandbox.references() };
  const last = { state: 'complete', states: [], applicationState: null };
  const { faults, ...figures } = judge(
    promised.map((one) => ({ ...one, ...last })),
    service,
  );
  return { ...figures, faults };
}

/**
 * A service, and the server before it that is started, stopped and started again.
 * @param expect of the test: beside others that run at once, the global one forgets whose it is
 */
async function createScene(expect: ExpectStatic) {
  const sandbox: SandboxProcess = await startSandbox(processes);
  let server: StartedProcess | null = null;
  let address = '';

  async function start(path: string): Promise<void> {
    const environment = environmentOf(sandbox, path);
    server = processes.start({ args: programArguments(main), environment, ready: /Apply Form {2}(\S+)/ });
    const [, found] = (await server.ready) ?? [];
    if (found === undefined) throw new Error(server.errors);
    address = found;
  }

  async function stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
    if (server === null) return;
    process.kill(server.pid, signal);
    await server.ended;
    server = null;
  }

  async function setFaults(faults: object): Promise<void> {
    await fetch(`${sandbox.address}/_control/faults`, { method: 'PUT', body: JSON.stringify(faults) });
  }

  async function stateOf({ reference, token }: Receipt): Promise<string> {
    const reply = await request(address, `/submissions/${reference}`, { token });
    return String(at(reply?.body, 'data', 'attributes', 'state'));
  }

  /** As the receipts say. */
  const delivered = (promised: readonly Receipt[]) =>
    expect
      .poll(() => Promise.all(promised.map(stateOf)), { timeout: 90_000, interval: 300 })
      .toEqual(promised.map(() => 'complete'));

  return {
    sandbox,
    start,
    stop,
    setFaults,
    apply: (count: number) => applyTo(address, sandbox, count),
    stateOf,
    delivered,
    verdict: (promised: readonly Receipt[]) => judgeAll(sandbox, promised),
  };
}

const faultless = { lost: 0, duplicated: 0, parked: 0, faults: [] };

async function copy(from: string, to: string): Promise<void> {
  await cp(from, to);
  await cp(`${from}-files`, `${to}-files`, { recursive: true });
}

/** As though nothing told that it is a copy. */
async function forgetMark(path: string): Promise<void> {
  const { ino, birthtimeNs } = await stat(path, { bigint: true });
  const file = new Libsql(path);
  file.exec(`update store_copy set is_backup = 0, place = '${ino} ${birthtimeNs}'`);
  file.close();
}

test.concurrent('what a store was copied without is looked for, whichever way it was copied, and nothing goes twice', async ({
  expect,
}) => {
  const { sandbox, start, stop, setFaults, apply, delivered, verdict } = await createScene(expect);
  const path = join(folder, 'original', 'apply.db');
  await start(path);
  await setFaults(isDown);
  const promised = await apply(6);
  await setFaults({ disturb: [{ path: '/api/v1', delay: 100 }] });
  await expect.poll(async () => (await sandbox.answers()).length).toBeGreaterThan(2);
  // In the middle: by the command beside the running server, and by hand after it was stopped.
  const made = await runCommand(backup, ['--to', join(folder, 'backup')], { environment: storeAt(path) });
  expect(made).toMatchObject({ code: 0, stderr: '' });
  const byCommand = join(folder, 'backup', 'apply.db');
  await stop();
  const byHand = join(folder, 'by-hand.db');
  await copy(path, byHand);
  await copy(byCommand, join(folder, 'unmarked.db'));
  // The original delivers all the rest.
  await setFaults({});
  await start(path);
  await delivered(promised);
  await stop();
  const { answers } = await verdict(promised);
  expect(await verdict(promised)).toEqual({ answers, ...faultless });
  for (const restored of [byCommand, byHand]) {
    await start(restored);
    await delivered(promised);
    await stop();
    expect(await verdict(promised)).toEqual({ answers, ...faultless });
  }
  // The control: a copy that is not known as one.
  await forgetMark(join(folder, 'unmarked.db'));
  await start(join(folder, 'unmarked.db'));
  await delivered(promised);
  await stop();
  expect((await verdict(promised)).duplicated).toBeGreaterThan(0);
});
