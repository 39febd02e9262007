/** What is promised of a gateway of the examples, looked at one by one. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createRandom } from '../../src/sandbox/faults/disturbance.ts';
import { at } from '../../src/sandbox/json.ts';
import { apply, type World } from '../kills/applicant.ts';
import type { Processes, StartedProcess } from '../kills/processes.ts';
import { SANDBOX_KEY, type SandboxProcess, startSandbox } from '../kills/sandbox-process.ts';
import { openStore } from '../kills/store.ts';
import { programArguments } from '../support/programs/program-arguments.ts';
import { type Client, createClient } from './http2-client.ts';
import { freePort, type Gateway, type GatewayName, startGateway } from './start-gateway.ts';

export interface Looked {
  readonly what: string;
  /** null: as promised. */
  readonly fault: string | null;
}

const ADMIN_KEY = 'gateways-admin-gateways-admin-gateways';
const DRAIN_SECONDS = 2;
const RESTARTS = 2;
/** Milliseconds in which a gateway that asks each second knows that a server is ready. */
const NOTICED = 3_000;
const root = fileURLToPath(new URL('../../', import.meta.url));
const media = { 'content-type': 'application/vnd.api+json' };
const key = { authorization: `Bearer ${ADMIN_KEY}` };

interface Stand {
  readonly name: GatewayName;
  readonly gateway: Gateway;
  readonly client: Client;
  readonly world: World;
  /** Of its servers. */
  readonly places: readonly number[];
  /** Ends one server by SIGTERM and starts it again at the same port. */
  restart(place: number): Promise<void>;
}

export async function checkGateway(name: GatewayName, processes: Processes): Promise<readonly Looked[]> {
  const stand = await openStand(name, processes, 2);
  const looked: Looked[] = [];
  const look = async (what: string, check: () => Promise<string | null>) => {
    const fault = await check().catch((error: unknown) => String(error));
    looked.push({ what, fault });
  };
  for (const [what, check] of checks) await look(what, () => check(stand));
  const alone = await openStand(name, processes, 1);
  if (name === 'caddy')
    await look('while its only server restarts, what is read waits', () =>
      restartsUnseen(alone, isOfReading),
    );
  else
    await look('while its only server restarts, some are seen to fail (control)', () => restartsSeen(alone));
  return looked;
}

async function openStand(name: GatewayName, processes: Processes, count: number): Promise<Stand> {
  const [sandbox, store] = await Promise.all([
    startSandbox(processes, { seed: 1, control: false, duplicates: 'accept' }),
    openStore(processes, 'postgres', 'quick'),
  ]);
  const ports = await Promise.all(Array.from({ length: count }, freePort));
  const servers = new Map<number, StartedProcess>();
  const begin = async (place: number) => {
    const environment = environmentOf(sandbox, store.address, ports[place] ?? 0);
    const args = programArguments(join(root, 'src/server/app/main.ts'));
    const server = processes.start({ args, environment, ready: /Apply Form {2}(\S+)/ });
    if ((await server.ready) === null) throw new Error(`The server does not start: ${server.complaint()}`);
    servers.set(place, server);
  };
  for (const place of ports.keys()) await begin(place);
  const gateway = await startGateway(name, ports);
  processes.afterwards(gateway.stop);
  const client = createClient({ port: gateway.port, name: 'localhost' });
  processes.afterwards(async () => client.close());
  return {
    name,
    gateway,
    client,
    world: worldOf(client, sandbox),
    places: [...ports.keys()],
    async restart(place) {
      await servers.get(place)?.stop();
      await begin(place);
    },
  };
}

const environmentOf = (
  { address }: SandboxProcess,
  store: string,
  port: number,
): Readonly<Record<string, string>> => ({
  PORT: String(port),
  APPLY_SERVICE_URL: address,
  APPLY_SERVICE_KEY: SANDBOX_KEY,
  APPLY_SECRET: 'gateways-secret-gateways-secret-gateways',
  APPLY_ADMIN_KEY: ADMIN_KEY,
  APPLY_PUBLIC_JOBS: 'all',
  APPLY_PUBLIC_URL: 'https://localhost',
  APPLY_STORE: store,
  APPLY_TRUST_PROXY: '1',
  APPLY_DRAIN_SECONDS: String(DRAIN_SECONDS),
});

const worldOf = (client: Client, sandbox: SandboxProcess): World => ({
  ask: async (path, { method = 'GET', token, headers = {}, body }) =>
    client.ask(path, {
      method,
      headers: { ...headers, authorization: `Bearer ${token}` },
      ...(body === undefined ? {} : { body: body instanceof Uint8Array ? body : JSON.stringify(body) }),
    }),
  random: createRandom(1),
  sandbox,
  adminKey: ADMIN_KEY,
});

type Check = (stand: Stand) => Promise<string | null>;

const checks: readonly (readonly [what: string, check: Check])[] = [
  ['the form loads by HTTP/2, and may be framed', formLoads],
  ['plain HTTP leads to https', plainIsLed],
  ['an application is sent, with its files', sendsOne],
  ['a CV of 20 MB goes through, and one of 40 MB does not', bigFiles],
  ['files that never change say so', filesAreKept],
  ['what is the operator’s is closed to other networks', operatorsOwn],
  ['while two servers restart in turn, no request fails', restartsUnseen],
  ['limits count the client’s own address, whatever it writes', addressArrives],
];

async function formLoads({ client }: Stand): Promise<string | null> {
  // Caddy listens before its certificate is made.
  for (let tries = 0; tries < 100 && (await client.ask('/healthz'))?.status !== 200; tries += 1)
    await pause(100);
  const [form, script, frame] = await Promise.all(
    ['/form', '/apply-form.js', '/frame/default'].map((path) => client.ask(path)),
  );
  const states = [form?.status, script?.status, frame?.status];
  if (states.some((status) => status !== 200)) return `they answer ${states.join(', ')}`;
  if (frame?.headers['x-frame-options'] !== undefined) return 'the frame is kept from its hosts';
  const policy = String(frame?.headers['content-security-policy']);
  return policy.includes('frame-ancestors') ? null : 'the policy of the page is gone';
}

async function plainIsLed({ gateway }: Stand): Promise<string | null> {
  const reply = await fetch(`http://localhost:${gateway.plainPort}/form`, { redirect: 'manual' });
  const to = reply.headers.get('location') ?? '';
  return [301, 308].includes(reply.status) && to.startsWith('https://localhost')
    ? null
    : `${reply.status} ${to}`;
}

async function sendsOne({ world }: Stand): Promise<null> {
  await apply(world);
  return null;
}

async function bigFiles({ client }: Stand): Promise<string | null> {
  const body = JSON.stringify({
    data: { type: 'sessions', attributes: { job: '4712', tenant: 'default' } },
  });
  const made = await client.ask('/sessions', { method: 'POST', headers: { ...media, ...key }, body });
  const token = String(at(made?.body, 'data', 'attributes', 'token'));
  const put = (megabytes: number) =>
    client.ask(`/files/${crypto.randomUUID()}`, {
      method: 'PUT',
      headers: {
        authorization: `Bearer ${token}`,
        'content-disposition': "attachment; filename*=UTF-8''cv.pdf",
        'apply-for': 'cv',
      },
      body: Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(megabytes * 1_000_000, 'cv ')]),
    });
  const taken = await put(20);
  if (taken === null || taken.status >= 300) return `20 MB: ${JSON.stringify(taken)}`;
  const refused = await put(40);
  return refused === null || refused.status === 413 ? null : `40 MB: ${refused.status}`;
}

async function filesAreKept({ client, name, gateway }: Stand): Promise<string | null> {
  const file = readdirSync(join(root, 'dist/site/assets')).find((one) => one.endsWith('.js')) ?? '';
  const [first, second] = [await client.ask(`/assets/${file}`), await client.ask(`/assets/${file}`)];
  if (first?.status !== 200 || second?.status !== 200) return `${first?.status}, ${second?.status}`;
  if (!String(second.headers['cache-control']).includes('immutable')) return 'nothing says so';
  if (name === 'caddy') return null;
  return readdirSync(join(gateway.folder, 'cache')).length > 0 ? null : 'nginx keeps nothing';
}

async function operatorsOwn({ client, gateway }: Stand): Promise<string | null> {
  const stranger = createClient({ port: gateway.port, name: 'localhost', from: '127.0.0.2' });
  const paths = ['/attention', '/attention/K7M2-Q9XD-40TB', '/people', '/metrics'];
  const strange = await Promise.all(paths.map((path) => stranger.ask(path, { headers: key })));
  const [form, own] = [await stranger.ask('/form'), await client.ask('/metrics', { headers: key })];
  stranger.close();
  const states = strange.map((reply) => reply?.status);
  if (states.some((status) => status !== 403)) return `to others they answer ${states.join(', ')}`;
  return form?.status === 200 && own?.status === 200 ? null : `${form?.status}, ${own?.status}`;
}

/** Wrong keys are held to 60 a minute and address: from another address of this machine they are counted anew. */
async function addressArrives({ gateway }: Stand): Promise<string | null> {
  const guess = async (from: string, count: number) => {
    const client = createClient({ port: gateway.port, name: 'localhost', from });
    const states: (number | undefined)[] = [];
    for (let time = 0; time < count; time += 1) {
      const written = { 'x-forwarded-for': `198.51.100.${time}`, forwarded: `for=198.51.100.${time}` };
      const headers = { ...media, ...written, authorization: `Bearer wrong-${time}` };
      const reply = await client.ask('/sessions', { method: 'POST', headers, body: '{"data":{}}' });
      states.push(reply?.status);
    }
    client.close();
    return states;
  };
  const first = await guess('127.0.0.3', 130);
  if (!first.includes(429)) return `what the client writes counts: ${first.at(-1)}`;
  const [other] = await guess('127.0.0.4', 1);
  return other === 429 ? 'all clients are one address' : null;
}

/** Asks without a pause while each server restarts. */
async function failuresOf({ client, places, restart }: Stand): Promise<readonly string[]> {
  const failed: string[] = [];
  let isOver = false;
  let count = 0;
  const visitor = async () => {
    while (!isOver) {
      count += 1;
      const body = JSON.stringify({
        data: { type: 'sessions', attributes: { job: '4712', tenant: 'default' } },
      });
      const asked = { method: 'POST', headers: { ...media, ...key }, body };
      const isRead = count % 2 === 0;
      const reply = await (isRead ? client.ask('/form') : client.ask('/sessions', asked));
      if (reply === null || reply.status >= 500)
        failed.push(
          `${isRead ? 'GET' : 'POST'} ${reply?.status ?? 'no reply'} ${JSON.stringify(reply?.body)}`,
        );
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const visitors = Array.from({ length: 4 }, visitor);
  for (let round = 0; round < RESTARTS; round += 1)
    for (const place of places) {
      await restart(place);
      await new Promise((resolve) => setTimeout(resolve, NOTICED));
    }
  isOver = true;
  await Promise.all(visitors);
  return count < 10 ? [`only ${count} requests were made`] : failed;
}

/** Caddy 2.6 lets a POST wait for no server; the form sends it again by itself. */
const isOfReading = (failed: string) => !failed.startsWith('POST');

async function restartsUnseen(stand: Stand, counts = (_failed: string) => true): Promise<string | null> {
  const failed = (await failuresOf(stand)).filter(counts);
  return failed.length === 0 ? null : `${failed.length} failed: ${failed.slice(0, 5).join(', ')}`;
}

async function restartsSeen(stand: Stand): Promise<string | null> {
  return (await failuresOf(stand)).length > 0 ? null : 'none failed';
}
