/**
 * A server that is killed or stopped at random moments and restarted at once, and the balancer before it, which requests
 * `/readyz` and holds requests while the server is not up.
 */
import { fileURLToPath } from 'node:url';
import { programArguments } from '../support/programs/program-arguments.ts';
import { type ApplicantOptions, request } from './applicant.ts';
import type { Processes, StartedProcess } from './processes.ts';
import type { UsedStore } from './store.ts';

export interface ReplicaOptions {
  readonly processes: Processes;
  readonly environment: Readonly<Record<string, string>>;
  /** A server may fail to start while its store is down. */
  readonly store: UsedStore;
  readonly random: () => number;
  /** The share of ends by SIGTERM, from 0 to 1. */
  readonly stops: number;
  /** Seconds between the signal to stop and the closing of the port. */
  readonly drain: number;
}

interface Server {
  readonly process: StartedProcess;
  /** The number of kills of the store when the server started; null if the store was down. */
  readonly storeKills: number | null;
  isReady: boolean;
  /** Whether the server was killed, so that requests may stay unanswered. */
  isKilled: boolean;
  /** Whether the balancer sends it no further requests. */
  isDrained: boolean;
}

const main = fileURLToPath(new URL('../../src/server/process/main.ts', import.meta.url));

/** The share of servers that are killed before they say that they are ready. */
const EARLY = 0.2;
/** The longest time from the start of a process to an early kill, in milliseconds. */
const LONGEST_EARLY_LIFE = 700;
/** The longest time from its readiness to any other end, in milliseconds. */
const LONGEST_LIFE = 2_000;
/** Milliseconds between two health checks by the balancer. */
const CHECK_INTERVAL = 200;
/** Milliseconds for the requests that the balancer sent before it noticed the stop. */
const LAST_REQUESTS = 200;

export class Replica {
  /** Requests without an answer, although the server was not killed. */
  failed = 0;
  /** The number of stops by SIGTERM. */
  restarts = 0;
  readonly #options: ReplicaOptions;
  #server: Server;

  constructor(options: ReplicaOptions) {
    this.#options = options;
    this.#server = this.#start();
  }

  /** Whether the balancer believes that the server takes requests. */
  get isUp(): boolean {
    return this.#server.isReady && !this.#server.isDrained && !this.#server.isKilled;
  }

  /** Sends a request to the running server, or to the next one. */
  readonly ask: ApplicantOptions['ask'] = async (path, call) => {
    const server = this.#server;
    const address = (await server.process.ready)?.[1];
    if (address === undefined || server.isDrained) {
      // The server has ended or is about to end, so wait for the next one.
      await pause(CHECK_INTERVAL / 20);
      return this.ask(path, call);
    }
    const reply = await request(address, path, call);
    if (reply === null && !server.isKilled) this.failed += 1;
    return reply;
  };

  /** Restarts a server whose store went down during its start, as a supervisor does. */
  async ready(): Promise<void> {
    const { store } = this.#options;
    while ((await this.#server.process.ready) === null) {
      if (this.#server.storeKills === store.kills)
        throw new Error(`The server did not start: ${this.#server.process.output}`);
      await store.back;
      this.#server = this.#start();
    }
  }

  /** Ends and restarts the server until all kills are made; the last server stays. */
  async disturb(takeKill: () => boolean): Promise<void> {
    await this.ready();
    while (takeKill()) {
      await this.#end();
      this.#server = this.#start();
    }
    await this.ready();
  }

  #start(): Server {
    const { processes, environment, drain, store } = this.#options;
    const started = processes.start({
      args: programArguments(main),
      environment: { ...environment, APPLY_DRAIN_SECONDS: String(drain) },
      ready: /Apply Form {2}(\S+)/,
    });
    const storeKills = store.isAway ? null : store.kills;
    const server = { process: started, storeKills, isReady: false, isKilled: false, isDrained: false };
    void started.ready.then((found) => {
      server.isReady = found !== null;
    });
    return server;
  }

  async #end(): Promise<void> {
    const { random, stops } = this.#options;
    const isEarly = random() < EARLY;
    if (!isEarly) await this.ready();
    await this.#live(random() * (isEarly ? LONGEST_EARLY_LIFE : LONGEST_LIFE));
    if (!isEarly && random() < stops) return this.#stop();
    this.#server.isKilled = true;
    return this.#server.process.end('SIGKILL');
  }

  /** Throws when the server ends by itself, unless its store was down at the start. */
  async #live(milliseconds: number): Promise<void> {
    const server = this.#server;
    const ended = server.process.ended.then(() => true);
    if (!(await Promise.race([ended, pause(milliseconds).then(() => false)]))) return;
    if (server.isReady || server.storeKills === this.#options.store.kills)
      throw new Error(`The server ended by itself: ${server.process.output}`);
  }

  /** Stops the server. The balancer notices it only by the health checks; a second signal then ends the drain window, if there is one. */
  async #stop(): Promise<void> {
    const server = this.#server;
    this.restarts += 1;
    const ended = server.process.end('SIGTERM');
    const address = (await server.process.ready)?.[1] ?? '';
    while (!server.isDrained) {
      await pause(CHECK_INTERVAL);
      const reply = await request(address, '/readyz', { token: '' });
      server.isDrained = reply === null || reply.status === 503;
    }
    await pause(LAST_REQUESTS);
    if (this.#options.drain > 0) void server.process.end('SIGTERM');
    return ended;
  }
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
