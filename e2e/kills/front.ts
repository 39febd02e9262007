/**
 * A server that is killed or stopped at random moments and started again at once, and the balancer before it, which
 * asks `/readyz` and keeps requests back while no server is up.
 */
import { fileURLToPath } from 'node:url';
import type { Random } from '../../src/sandbox/faults/disturbance.ts';
import { programArguments } from '../support/programs/program-arguments.ts';
import { type Ask, request } from './applicant.ts';
import type { Processes, StartedProcess } from './processes.ts';
import type { UsedStore } from './store.ts';

export interface Front {
  /** To the server that is up, or to the next one. */
  readonly ask: Ask;
  /** Resolves when a server is up. */
  ready(): Promise<void>;
  /** Its server takes requests, as far as the balancer has heard. */
  isUp(): boolean;
  /** Ends and restarts while there are kills to make; then the last server stays. */
  suffer(kills: Kills): Promise<void>;
  /** Requests that got no answer of a server that was not killed: it was stopped in order, or was up. */
  failed(): number;
  /** Servers that were stopped in order. */
  stops(): number;
}

/** How many are to be made, by all fronts together. */
export interface Kills {
  /** false: enough. */
  take(): boolean;
}

export interface FrontDependencies {
  readonly processes: Processes;
  readonly environment: Readonly<Record<string, string>>;
  /** Seconds between the signal to stop and the closing of the port. */
  readonly drain: number;
  /** A server may not start while it is away. */
  readonly store: Pick<UsedStore, 'kills' | 'isAway' | 'back'>;
  readonly random: Random;
  /** From 0 to 1: how many are stopped in order, of those that are up. */
  readonly stops: number;
}

const main = fileURLToPath(new URL('../../src/server/process/main.ts', import.meta.url));

/** Share of kills that come before the server says that it is ready. */
const EARLY = 0.2;
/** Milliseconds from the start of the process. */
const EARLIEST = 700;
/** Milliseconds from its readiness. */
const LONGEST_LIFE = 2_000;
/** Milliseconds between two health checks by the balancer of a server that is stopped. */
const CHECK_EACH = 50;
/** Milliseconds for requests that the balancer passed on before it heard. */
const LAST_REQUESTS = 200;

interface Server {
  readonly process: StartedProcess;
  /** Nothing is promised to those whose server is killed. */
  isKilled: boolean;
  /** Of its store, when it was started; null: that was away. */
  readonly storeKills: number | null;
  isReady: boolean;
  /** It has said that it takes nothing more. */
  isAway: boolean;
}

export function createFront(dependencies: FrontDependencies): Front {
  const { processes, drain, store, random, stops } = dependencies;
  const environment = { ...dependencies.environment, APPLY_DRAIN_SECONDS: String(drain) };
  const args = programArguments(main);
  const start = (): Server => {
    const started: Server = {
      process: processes.start({ args, environment, ready: /Apply Form {2}(\S+)/ }),
      storeKills: store.isAway() ? null : store.kills(),
      isKilled: false,
      isReady: false,
      isAway: false,
    };
    void started.process.ready.then((found) => {
      started.isReady = found !== null;
    });
    return started;
  };
  let server = start();
  const count = { failed: 0, stops: 0 };

  async function find(): Promise<{ readonly address: string; readonly from: Server }> {
    for (;;) {
      const from = server;
      const [, address] = (await from.process.ready) ?? [];
      if (address !== undefined && !from.isAway) return { address, from };
      // It is gone, or about to be: its successor comes.
      await pause(CHECK_EACH / 5);
    }
  }

  /** Throws when it ends before we end it, but for a start without its store. */
  async function lifetime(living: Server, milliseconds: number): Promise<void> {
    const over = pause(milliseconds).then(() => 'over' as const);
    if ((await Promise.race([over, living.process.ended])) === 'over') return;
    const isReady = (await living.process.ready) !== null;
    if (isReady || living.storeKills === store.kills())
      throw new Error(`The server ended by itself: ${living.process.complaint()}`);
  }

  /** As a supervisor does, one whose store went away while it started is started again. */
  async function readiness(): Promise<void> {
    while ((await server.process.ready) === null) {
      if (server.storeKills === store.kills())
        throw new Error(`The server does not start: ${server.process.complaint()}`);
      await store.back();
      server = start();
    }
  }

  return {
    async ask(path, call) {
      const { address, from } = await find();
      const reply = await request(address, path, call);
      if (reply === null && !from.isKilled) count.failed += 1;
      return reply;
    },
    ready: () => find().then(() => undefined),
    isUp: () => server.isReady && !server.isAway && !server.isKilled,
    async suffer(kills) {
      await readiness();
      while (kills.take()) {
        const isEarly = random() < EARLY;
        if (!isEarly) await readiness();
        await lifetime(server, random() * (isEarly ? EARLIEST : LONGEST_LIFE));
        if (!isEarly && random() < stops) {
          count.stops += 1;
          await stop(server, drain > 0);
        } else await kill(server);
        server = start();
      }
      await readiness();
    },
    failed: () => count.failed,
    stops: () => count.stops,
  };
}

function kill(server: Server): Promise<void> {
  server.isKilled = true;
  return server.process.kill();
}

/** Only the health checks tell the balancer, as with a real one; a second signal then ends the window, if there is one. */
async function stop(server: Server, hasWindow: boolean): Promise<void> {
  const ended = server.process.stop();
  const [, address] = (await server.process.ready) ?? [];
  while (!server.isAway) {
    const reply = await request(`${address}`, '/readyz', { token: '' });
    server.isAway = reply === null || reply.status === 503;
    if (!server.isAway) await pause(CHECK_EACH);
  }
  await pause(LAST_REQUESTS);
  if (hasWindow) void server.process.stop();
  return ended;
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
