/** What a server does with a store of a million past submissions, one thing after the other, while applicants send. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { printError } from '../../../src/server/app/print.ts';
import type { Processes } from '../../kills/processes.ts';
import { percentile } from '../percentile.ts';
import { type Filling, fillStore } from './fill-store.ts';
import { type MeasuredServer, startMeasured } from './measured-server.ts';
import { ask, keepSending, openSessions, type Sending, type Visitors } from './visitors.ts';

export interface Stop {
  readonly during: string;
  /** Milliseconds, of the event loop. */
  readonly longest: number;
  /** Milliseconds, of the receipts meanwhile; null: none were asked for. */
  readonly receipts: { readonly failed: number; readonly slowest: number; readonly p99: number } | null;
  /** Seconds that it took. */
  readonly took: number;
}

export interface Measuring {
  readonly processes: Processes;
  readonly address: string;
  readonly filling: Filling;
  /** Looks whether something is left that is over its time. */
  readonly isSwept: () => Promise<boolean>;
  readonly preloads?: readonly string[];
}

export interface Prepared {
  readonly environment: Readonly<Record<string, string>>;
  readonly visitors: Visitors;
  readonly start: Stop;
}

const ADMIN_KEY = 'the-admin-key-of-the-measured-server';
/** Receipts a second. */
const RATE = 20;
/** Enough for five minutes; then each is sent once more, which gives the same receipt. */
const SESSIONS = 6_000;
/** Of those without a receipt. */
const MOST_TOLD = 3;
/** Milliseconds without anything else to do, for comparison. */
const REST = 5_000;
/** Milliseconds in which all that is over its time has to be gone. */
const MOST_SWEEPING = 600_000;

const script = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

/** An empty store gets its visitors, while the service is there, and then its past. */
export async function prepareStore({ processes, address, filling }: Measuring): Promise<Prepared> {
  const sandbox = processes.start({
    args: ['--import', 'tsx', script('src/cli/sandbox.ts'), '--port', '0'],
    ready: /Sandbox {2}(\S+)/,
  });
  const service = (await sandbox.ready)?.[1] ?? '';
  const environment = environmentOf(service, address, filling.secret);
  const empty = await startMeasured(environment);
  const start = await toldOf('start on an empty store', empty);
  const visitors = await openSessions(empty.address, ADMIN_KEY, SESSIONS);
  await empty.stop();
  await sandbox.kill();
  await fillStore(address, filling);
  return { environment, visitors, start };
}

export async function measureStore(
  measuring: Measuring,
  { environment, visitors, start }: Prepared,
): Promise<readonly Stop[]> {
  const stops = [start];
  const server = await startMeasured(environment, measuring.preloads);
  try {
    stops.push(await toldOf('start', server));
    stops.push(...(await measureWork(measuring, server, visitors)));
  } finally {
    await server.stop();
  }
  const again = await startMeasured(environment, measuring.preloads);
  stops.push(await toldOf('start, all swept', again));
  await again.stop();
  return stops;
}

const environmentOf = (service: string, store: string, secret: string): Readonly<Record<string, string>> => ({
  PORT: '0',
  APPLY_CONFIG: JSON.stringify({
    tenants: {
      acme: { serviceUrl: service, serviceKey: 'sandbox-key', adminKey: ADMIN_KEY, publicJobs: 'all' },
    },
  }),
  APPLY_SECRET: secret,
  APPLY_STORE: store,
  // Each applicant has an address of their own.
  APPLY_TRUST_PROXY: '1',
});

const toldOf = async (during: string, server: MeasuredServer): Promise<Stop> => ({
  during,
  longest: await server.longestStop(),
  receipts: null,
  took: server.startedIn / 1_000,
});

async function measureWork(
  { processes, address: store, isSwept }: Measuring,
  server: MeasuredServer,
  visitors: Visitors,
): Promise<readonly Stop[]> {
  const stops: Stop[] = [];
  const sending = keepSending(server.address, visitors, RATE);
  const during = async (name: string, act: () => Promise<unknown>) => {
    stops.push(await measureOne({ server, sending }, name, act));
  };
  await during('sweep at a start, of a day', () => untilSwept(isSwept));
  await during('nothing else', () => setTimeout(REST));
  for (const [name, act] of Object.entries(actsOf(server.address))) await during(name, act);
  if (store.startsWith('file:')) await during('backup', () => backUp(processes, store));
  await during('after it', () => setTimeout(REST));
  sending.end();
  return stops;
}

async function measureOne(
  { server, sending }: { readonly server: MeasuredServer; readonly sending: Sending },
  during: string,
  act: () => Promise<unknown>,
): Promise<Stop> {
  await server.longestStop();
  await sending.take();
  const begun = performance.now();
  await act();
  const took = (performance.now() - begun) / 1_000;
  const longest = await server.longestStop();
  const { waits, failures } = await sending.take();
  for (const failure of failures.slice(0, MOST_TOLD)) printError(`${during}: ${String(failure)}`);
  const slowest = Math.max(...waits);
  const receipts = { failed: failures.length, slowest, p99: percentile(waits, 0.99) };
  return { during, longest, receipts, took };
}

async function untilSwept(isSwept: () => Promise<boolean>): Promise<void> {
  const until = performance.now() + MOST_SWEEPING;
  while (!(await isSwept())) {
    if (performance.now() > until) throw new Error('The sweep does not end.');
    await setTimeout(1_000);
  }
}

/** As the commands of an operator ask. */
function actsOf(server: string): Readonly<Record<string, () => Promise<unknown>>> {
  const read = (path: string) => ask(server, path, { token: ADMIN_KEY });
  const people = (attributes: object) => {
    const body = { data: { type: 'people', attributes } };
    const headers = { 'content-type': 'application/vnd.api+json' };
    return ask(server, '/people', { method: 'POST', token: ADMIN_KEY, headers, body });
  };
  const times = (count: number, act: (number: number) => Promise<unknown>) => async () => {
    for (let number = 1; number <= count; number += 1) await act(number);
  };
  return {
    'attention, five pages of 100': times(5, (page) =>
      read(`/attention?page[size]=100&page[number]=${page}`),
    ),
    'attention, a page of 1,000': () => read('/attention?page[size]=1000&page[number]=2'),
    'export of what needs attention': times(2, (page) =>
      read(`/attention?include=answers&page[size]=1000&page[number]=${page}`),
    ),
    'find by email, 20 times': times(20, (count) =>
      people({ action: 'find', email: `ada${count}@example.com` }),
    ),
    'find an email that is not there, 20 times': times(20, (count) =>
      people({ action: 'find', email: `eve${count}@example.com` }),
    ),
    'find by the email of hundreds': () => people({ action: 'find', email: 'ada@example.com' }),
    'find by reference and application': times(20, async (count) => {
      await people({ action: 'find', reference: `W${count}` });
      await people({ action: 'find', application: `${count * 12}` });
    }),
    'export of a person, 20 times': times(20, (count) =>
      people({ action: 'export', email: `ada${count}@example.com` }),
    ),
    'erasure of a person, 20 times': times(20, (count) =>
      people({ action: 'erase', reference: `W${count}` }),
    ),
    'metrics, 20 times': times(20, () => read('/metrics')),
    'readyz, 20 times': times(20, () => read('/readyz')),
  };
}

async function backUp(processes: Processes, store: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'apply-bench-backup-'));
  try {
    const command = processes.start({
      args: ['--import', 'tsx', script('src/cli/backup.ts'), '--to', folder],
      environment: { APPLY_STORE: store },
      ready: /To restore/,
    });
    if ((await command.ready) === null) throw new Error(`The backup fails: ${command.complaint()}`);
    await command.ended;
  } finally {
    await rm(folder, { recursive: true });
  }
}
