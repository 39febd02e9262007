/** A server that is killed at random moments and started again at once. */
import { fileURLToPath } from 'node:url';
import type { Random } from '../../sandbox/faults/disturbance.ts';
import type { Herd, StartedProcess } from './herd.ts';

export interface Front {
  /** Of the server that is up, or of the next one. */
  address(): Promise<string>;
  /** Kills and restarts while there are kills to make; then the last server stays. */
  suffer(kills: Kills): Promise<void>;
}

/** How many are to be made, by all fronts together. */
export interface Kills {
  /** false: enough. */
  take(): boolean;
}

const main = fileURLToPath(new URL('../../server/main.ts', import.meta.url));

/** Share of kills that come before the server says that it is ready. */
const EARLY = 0.2;
/** Milliseconds from the start of the process. */
const EARLIEST = 700;
/** Milliseconds from its readiness. */
const LONGEST_LIFE = 2_000;

export function createFront(
  herd: Herd,
  environment: Readonly<Record<string, string>>,
  random: Random,
): Front {
  const start = (): StartedProcess =>
    herd.start({ args: ['--import', 'tsx', main], environment, ready: /Apply Form {2}(\S+)/ });
  let server = start();
  return {
    async address() {
      for (;;) {
        const [, address] = (await server.ready) ?? [];
        if (address !== undefined) return address;
        // Killed before it was ready: its successor is about to be started.
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    },
    async suffer(kills) {
      await readiness(server);
      while (kills.take()) {
        const isEarly = random() < EARLY;
        if (!isEarly) await readiness(server);
        await lifetime(server, random() * (isEarly ? EARLIEST : LONGEST_LIFE));
        await server.kill();
        server = start();
      }
      await readiness(server);
    },
  };
}

async function readiness(server: StartedProcess): Promise<void> {
  if ((await server.ready) === null) throw new Error(`The server does not start: ${server.complaint()}`);
}

/** Throws when it ends before we end it. */
async function lifetime(server: StartedProcess, milliseconds: number): Promise<void> {
  const over = new Promise<'over'>((resolve) => setTimeout(() => resolve('over'), milliseconds));
  if ((await Promise.race([over, server.ended])) !== 'over')
    throw new Error(`The server ended by itself: ${server.complaint()}`);
}
