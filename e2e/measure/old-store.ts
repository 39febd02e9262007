/**
 * A store that an earlier checkout wrote, with receipts that are still open, opens in a later one and is delivered.
 *   node --import tsx e2e/measure/old-store.ts make STORE [CHECKOUT]
 *   node --import tsx e2e/measure/old-store.ts drain STORE [CHECKOUT]
 * `drain` works on a copy. It exits 1 unless the service holds every answer once.
 */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pause } from './checkout.ts';
import {
  ADMIN,
  apply,
  ask,
  bearer,
  disturb,
  environment,
  judge,
  MEDIA,
  member,
  type Places,
  PORT,
  renewed,
  type Sent,
  type Settings,
  startSandbox,
  startServer,
  stateOf,
} from './written-store.ts';

const out = (line: string) => process.stdout.write(`${line}\n`);

async function make(store: string, checkout: string): Promise<void> {
  mkdirSync(store, { recursive: true });
  const sandbox = await startSandbox(checkout, store, PORT);
  let server = await startServer(checkout, store, environment);
  const places = (): Places => ({ server: server.address, sandbox: sandbox.address });
  const faults = (value: object) => ask(`${sandbox.address}/_control/faults`, 'PUT', MEDIA, value);
  const sent: Omit<Sent, 'state'>[] = [];
  for (const isJob of [false, true]) sent.push(await apply(places(), sent.length + 1, isJob));
  await pause(4_000);
  // Of some an application is made already, and one answer was taken.
  await faults({ disturb: [{ path: '/api/v1/answers', method: 'POST', reply: 503, commit: 'none' }] });
  sent.push(await apply(places(), sent.length + 1, true));
  await pause(1_500);
  const started = async (isJob: boolean) => sent.push(await apply(places(), sent.length + 1, isJob));
  await started(false);
  await server.stop();
  server = await startServer(checkout, store, environment);
  // The forms are read before the trouble begins.
  const token = bearer(ADMIN);
  await ask(`${server.address}/readyz`, 'GET', token);
  for (const isJob of [false, false, false, false, true, true]) {
    await faults({ disturb });
    await started(isJob).catch(async () => faults({}).then(() => started(isJob)));
  }
  await faults({ disturb: disturb.slice(-2) });
  for (const isJob of [true, true]) await started(isJob);
  await pause(2_500);
  const states = await Promise.all(sent.map((one) => stateOf(places(), one)));
  await server.stop();
  await sandbox.stop();
  const all = sent.map((one, place): Sent => ({ ...one, state: states[place] }));
  const settings: Settings = { port: PORT, environment, sent: all };
  writeFileSync(join(store, 'settings.json'), `${JSON.stringify(settings, null, 1)}\n`);
  for (const state of states) out(JSON.stringify(state));
}

/** Milliseconds. */
const PATIENCE = 180_000;

async function drain(kept: string, checkout: string): Promise<number> {
  const store = mkdtempSync(join(tmpdir(), 'apply-old-store-'));
  cpSync(kept, store, { recursive: true });
  const settings: Settings = JSON.parse(readFileSync(join(store, 'settings.json'), 'utf8'));
  const sandbox = await startSandbox(checkout, store, settings.port);
  try {
    const server = await startServer(checkout, store, settings.environment);
    const places = { server: server.address, sandbox: sandbox.address };
    const sent = await Promise.all(settings.sent.map((one) => renewed(places, one)));
    const until = Date.now() + PATIENCE;
    let open = sent.length;
    while (open > 0 && Date.now() < until) {
      const states = await Promise.all(sent.map((one) => stateOf(places, one)));
      open = states.filter((state) => member(state, 'state') !== 'complete').length;
      await pause(500);
    }
    const states = await Promise.all(sent.map((one) => stateOf(places, one)));
    for (const state of states) out(JSON.stringify(state));
    const verdict = await judge(sandbox.address, sent);
    await server.stop();
    out(JSON.stringify({ submissions: sent.length, open, ...verdict }));
    return open + verdict.missing + verdict.tooMany;
  } finally {
    await sandbox.stop();
    rmSync(store, { recursive: true, force: true });
  }
}

const [command, store, checkout = '.'] = process.argv.slice(2);
if (store === undefined || (command !== 'make' && command !== 'drain')) {
  process.stderr.write('old-store.ts make|drain STORE [CHECKOUT]\n');
  process.exit(2);
}
if (command === 'make') await make(resolve(store), resolve(checkout));
else process.exit((await drain(resolve(store), resolve(checkout))) === 0 ? 0 : 1);
