/** Two servers on one Postgres, restarted in turn by SIGTERM while applicants send through a balancer. */
import { fileURLToPath } from 'node:url';
import { createRandom } from '../../src/sandbox/faults/disturbance.ts';
import { type Ask, apply, request, type World } from '../kills/applicant.ts';
import type { Processes, StartedProcess } from '../kills/processes.ts';
import { SANDBOX_KEY, type SandboxProcess, startSandbox } from '../kills/sandbox-process.ts';
import { openStore } from '../kills/store.ts';
import { programArguments } from '../support/programs/program-arguments.ts';
import { type Balancer, startBalancer } from './balancer.ts';

export interface RollingWish {
  /** Of each of the two servers. */
  readonly restarts: number;
  /** `APPLY_DRAIN_SECONDS` of both. */
  readonly drain: number;
}

export interface RollingResult {
  readonly restarts: number;
  readonly requests: number;
  readonly receipts: number;
  /** Requests of applicants that got no answer, or one of 5xx. */
  readonly failed: number;
}

const PLACES = [0, 1] as const;
const APPLICANTS = 8;
/** How often each reads the receipt, without a pause: kept connections are busy when a server goes. */
const LOOKS = 50;
const ADMIN_KEY = 'rolling-admin-rolling-admin-rolling';

const main = fileURLToPath(new URL('../../src/server/app/main.ts', import.meta.url));

export async function rollServers(
  processes: Processes,
  { restarts, drain }: RollingWish,
): Promise<RollingResult> {
  const [sandbox, store, balancer] = await Promise.all([
    startSandbox(processes, { seed: 1, control: false, duplicates: 'accept' }),
    openStore(processes, 'postgres'),
    startBalancer(PLACES.length),
  ]);
  processes.afterwards(balancer.close);
  const environment = environmentOf(sandbox, store.address, drain);
  const start = () =>
    processes.start({ args: programArguments(main), environment, ready: /Apply Form {2}(\S+)/ });
  const servers = new Map<number, StartedProcess>();
  const begin = async (place: number) => {
    const server = start();
    servers.set(place, server);
    await receiveFile(balancer, place, server);
  };
  // One after the other: the first makes the tables.
  for (const place of PLACES) await begin(place);
  const load = startLoad(balancer, sandbox);
  await load.isUnderWay();
  for (let round = 0; round < restarts; round += 1)
    for (const place of PLACES) {
      await servers.get(place)?.stop();
      await begin(place);
    }
  return { restarts: restarts * PLACES.length, ...(await load.end()) };
}

async function receiveFile(balancer: Balancer, place: number, server: StartedProcess): Promise<void> {
  const address = (await server.ready)?.[1];
  if (address === undefined) throw new Error(`The server does not start: ${server.complaint()}`);
  balancer.place(place, address);
  await balancer.isUp(place);
}

const environmentOf = (
  { address }: SandboxProcess,
  store: string,
  drain: number,
): Readonly<Record<string, string>> => ({
  PORT: '0',
  APPLY_SERVICE_URL: address,
  APPLY_SERVICE_KEY: SANDBOX_KEY,
  APPLY_SECRET: 'rolling-rolling-rolling-rolling-rolling',
  APPLY_ADMIN_KEY: ADMIN_KEY,
  APPLY_PUBLIC_JOBS: 'all',
  APPLY_STORE: store,
  APPLY_DRAIN_SECONDS: String(drain),
});

interface Load {
  /** Resolves when the first applicants have their receipts. */
  isUnderWay(): Promise<void>;
  /** Everybody who began ends. */
  end(): Promise<Pick<RollingResult, 'requests' | 'receipts' | 'failed'>>;
}

/** Applicants over kept connections, one after the other at each of several places. */
function startLoad({ address }: Balancer, sandbox: SandboxProcess): Load {
  const count = { requests: 0, receipts: 0, failed: 0 };
  let isOver = false;
  const ask: Ask = async (path, call) => {
    count.requests += 1;
    const reply = await request(address, path, call);
    if (reply === null || reply.status >= 500) count.failed += 1;
    return reply;
  };
  const world: World = { ask, random: createRandom(1), sandbox, adminKey: ADMIN_KEY };
  const applicant = async () => {
    while (!isOver) {
      const { reference, token } = await apply(world);
      count.receipts += 1;
      for (let looks = 0; looks < LOOKS; looks += 1) await ask(`/submissions/${reference}`, { token });
    }
  };
  const all = Promise.all(Array.from({ length: APPLICANTS }, applicant));
  return {
    async isUnderWay() {
      const begun = async () => {
        while (count.receipts < APPLICANTS) await new Promise((resolve) => setTimeout(resolve, 50));
      };
      await Promise.race([begun(), all]);
    },
    async end() {
      isOver = true;
      await all;
      return count;
    },
  };
}
