/** What processes have used of the processor, as the system counts it. Linux only. */
import { readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';

/** A clock tick of `/proc` (proc(5), USER_HZ), in milliseconds. */
const TICK = 10;
/** Places of `utime` and `stime` behind the name of the program, which may hold anything. */
const [USER, SYSTEM] = [11, 12];

/** User and system time since their start, of all together, in milliseconds. */
export async function processorTimeOf(pids: readonly number[]): Promise<number> {
  const times = await Promise.all(
    pids.map(async (pid) => {
      const text = await readFile(`/proc/${pid}/stat`, 'utf8');
      const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
      return (Number(fields[USER]) + Number(fields[SYSTEM])) * TICK;
    }),
  );
  return times.reduce((sum, time) => sum + time, 0);
}

/** Milliseconds between two looks, and below which a process is idle in between. */
const [LOOK, IDLE] = [500, 60];
const MOST_LOOKS = 120;

/** Resolves when they have nothing to do any more, a minute later at the latest. */
export async function idle(pids: readonly number[]): Promise<void> {
  let before = await processorTimeOf(pids);
  for (let looks = 0; looks < MOST_LOOKS; looks += 1) {
    await setTimeout(LOOK);
    const now = await processorTimeOf(pids);
    if (now - before <= IDLE * pids.length) return;
    before = now;
  }
}
