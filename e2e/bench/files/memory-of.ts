/** The memory of a process as the system sees it from outside, in MiB. Linux only. */
import { readFile, writeFile } from 'node:fs/promises';

export interface Memory {
  readonly now: number;
  /** The most since the last `forgetPeak`. */
  readonly peak: number;
}

export async function memoryOf(pid: number): Promise<Memory> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const kibibytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]);
  return { now: kibibytes('VmRSS') / 1024, peak: kibibytes('VmHWM') / 1024 };
}

/** `5` is what the system calls it (proc(5), clear_refs). */
export const forgetPeak = (pid: number): Promise<void> => writeFile(`/proc/${pid}/clear_refs`, '5');

/** Milliseconds between two readings, and how many in a row must differ by less than a MiB. */
const PAUSE = 100;
const STEADY = 10;
const MOST_READINGS = 200;

/** The memory of the idle process. */
export async function idleMemoryOf(pid: number): Promise<number> {
  let [last, unchanged] = [0, 0];
  for (let reading = 0; reading < MOST_READINGS && unchanged < STEADY; reading += 1) {
    const { now } = await memoryOf(pid);
    unchanged = Math.abs(now - last) < 1 ? unchanged + 1 : 0;
    last = now;
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
  return last;
}
