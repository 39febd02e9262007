/** Divides the schedules among threads: each schedule is the same wherever it runs. */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { FaultsCommand } from './faults-options.ts';
import { openShelf } from './open-shelf.ts';
import { runSchedules } from './run-schedules.ts';
import type { Figures } from './verdict.ts';

export type OnEnd = (schedule: number, figures: Figures) => void;

/** What a thread is given. */
export interface Share extends Pick<FaultsCommand, 'schedules' | 'seed' | 'store' | 'control'> {
  /** Of so many threads, counted from 0: every n-th schedule is its own. */
  readonly thread: number;
  readonly threads: number;
}

/** Fewer are done before a second thread has loaded. */
const WORTH_A_THREAD = 2_000;

export async function runThreads(command: FaultsCommand, onEnd: OnEnd): Promise<void> {
  const most = Math.min(availableParallelism(), Math.ceil(command.schedules / WORTH_A_THREAD));
  const { schedules, seed, store, control } = command;
  const share = (thread: number, threads: number) => ({ schedules, seed, store, control, thread, threads });
  if (most <= 1) return runShare(share(0, 1), onEnd);
  await Promise.all(Array.from({ length: most }, (_none, thread) => startThread(share(thread, most), onEnd)));
}

export async function runShare({ store, seed, control, ...share }: Share, onEnd: OnEnd): Promise<void> {
  const shelf = await openShelf(store);
  const go = (schedule: number, figures: Figures) => {
    onEnd(schedule, figures);
    return true;
  };
  await runSchedules({ seed, control, shelf, schedules: numbersOf(share), trace: null, onEnd: go });
  await shelf.close();
}

function* numbersOf({ schedules, thread, threads }: Omit<Share, 'store' | 'seed' | 'control'>) {
  for (let number = 1 + thread; number <= schedules; number += threads) yield number;
}

/** One result of a thread. */
export interface Ended {
  readonly schedule: number;
  readonly figures: Figures;
}

function startThread(share: Share, onEnd: OnEnd): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./faults-thread.ts', import.meta.url), { workerData: share });
    worker.on('message', (ended: readonly Ended[]) => {
      for (const { schedule, figures } of ended) onEnd(schedule, figures);
    });
    worker.once('error', reject);
    worker.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`A thread ended with ${code}.`)),
    );
  });
}
