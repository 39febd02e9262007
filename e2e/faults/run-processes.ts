/** Divides the schedules among processes: each schedule is the same wherever it runs. */
import { fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { buildPrograms } from '../support/programs/build-programs.ts';
import type { FaultsCommand } from './faults-options.ts';
import { openStores, startPostgresServer } from './open-stores.ts';
import { runSchedules } from './run-schedules.ts';
import type { Trace } from './simulation.ts';
import { lineOf } from './tell-run.ts';
import { type Figures, isFaulty } from './verdict.ts';

/** @param lines what happened, where it is faulty and does not happen again in this order */
export type OnEnd = (schedule: number, figures: Figures, lines: readonly string[]) => void;

/** The part of the run that one process does. */
export interface Share extends Pick<FaultsCommand, 'schedules' | 'seed' | 'store' | 'control'> {
  /** Of so many processes, counted from 0: every n-th schedule is its own. */
  readonly place: number;
  readonly of: number;
  /** Of its database, where there is a server. */
  readonly address: string | null;
}

const PROGRAM = 'e2e/faults/faults-process.ts';

/** Fewer are done before a second process has loaded. */
const WORTH_A_PROCESS = { memory: 2_000, file: 100, postgres: 100 };

export async function runProcesses(command: FaultsCommand, onEnd: OnEnd): Promise<void> {
  const most = Math.min(
    availableParallelism(),
    Math.ceil(command.schedules / WORTH_A_PROCESS[command.store]),
  );
  const { schedules, seed, store, control } = command;
  const built = await buildPrograms([PROGRAM]);
  const server = await startPostgresServer(command).catch(async (error: unknown) => {
    await built.remove();
    throw error;
  });
  try {
    const places = Array.from({ length: most }, (_none, place) => place);
    const shares: Share[] = [];
    for (const place of places) {
      const address = server && (await server.addDatabase());
      shares.push({ schedules, seed, store, control, place, of: most, address });
    }
    await Promise.all(
      shares.map((share) => startProcess(join(built.folder, PROGRAM.replace(/\.ts$/, '.js')), share, onEnd)),
    );
  } finally {
    await built.remove();
    await server?.stop();
  }
}

export async function runShare(share: Share, onEnd: OnEnd): Promise<void> {
  const { store, seed, control, address } = share;
  const stores = await openStores(store, address);
  const told = new Map<number, string[]>();
  const go = (schedule: number, figures: Figures) => {
    onEnd(schedule, figures, isFaulty(figures) ? (told.get(schedule) ?? []) : []);
    told.delete(schedule);
    return true;
  };
  const traceOf = (schedule: number): Trace => {
    const lines: string[] = [];
    told.set(schedule, lines);
    return (...event) => lines.push(lineOf(...event));
  };
  const isTold = stores.isConcurrent && control === null;
  await runSchedules({
    seed,

    control,
    stores,
    schedules: numbersOf(share),
    traceOf: isTold ? traceOf : null,
    onEnd: go,
  });
  await stores.close();
}

function* numbersOf({ schedules, place, of }: Pick<Share, 'schedules' | 'place' | 'of'>) {
  for (let number = 1 + place; number <= schedules; number += of) yield number;
}

/** One result of a process. */
export interface Ended {
  readonly schedule: number;
  readonly figures: Figures;
  readonly lines: readonly string[];
}

/** MiB of each half of the young generation: with less, live objects of a simulation are copied again and again. */
const YOUNG = 64;

function startProcess(file: string, share: Share, onEnd: OnEnd): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = fork(file, [JSON.stringify(share)], { execArgv: [`--max-semi-space-size=${YOUNG}`] });
    child.on('message', (ended: readonly Ended[]) => {
      for (const { schedule, figures, lines } of ended) onEnd(schedule, figures, lines);
    });
    child.once('error', reject);
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`A process ended with ${code}.`)),
    );
  });
}
