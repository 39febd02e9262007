/**
 * The clock of a whole server in a test. Its time passes about as fast as real time, so that a test needs no code for
 * a short wait; `until` and `pass` let it pass as fast as the work allows.
 *
 * It passes only while all work waits for time, as `quiet` finds out, so a busy machine makes nothing late: work with a
 * time limit is either counted or continues within one turn of the event loop. A reply over a connection has no limit,
 * so only the sandbox, which has the same clock, can simulate silence.
 */
import { systemClock } from './clock.ts';
import { quiet } from './quiet.support.ts';
import { createVirtualClock, type VirtualClock } from './virtual-clock.support.ts';

export interface BenchClock extends VirtualClock {
  /**
   * Lets time pass until the check succeeds, and returns at once if it already does.
   *
   * @param check throws until it succeeds, as an expectation does
   */
  until<Value>(check: () => Value | Promise<Value>): Promise<Value>;
  /** Lets this many milliseconds pass. */
  pass(milliseconds: number): Promise<void>;
  /** Lets time pass until the work is done. */
  during<Value>(work: Promise<Value>): Promise<Value>;
  /** Stops the clock. */
  stop(): void;
}

/** Milliseconds of a step, which takes about as long in real time. */
const STEP = 20;
/** Milliseconds of its time after which a failing check fails the test. */
const LONGEST = 3_600_000;

export function createBenchClock(): BenchClock {
  const clock = createVirtualClock({ began: Date.now(), settle: quiet });
  let driving: Promise<void> | null = null;
  /** Runs one step at a time, because two steps at once would not wait for the work that the other one woke. */
  async function drive(milliseconds: (toNext: number) => number): Promise<void> {
    while (driving !== null) await driving;
    const now = clock.monotonic();
    driving = clock.run(now + milliseconds((clock.next() ?? now + STEP) - now));
    await driving.finally(() => {
      driving = null;
    });
  }
  const stop = systemClock.every(STEP, () => {
    if (driving === null) void drive(() => STEP);
  });
  async function until<Value>(check: () => Value | Promise<Value>): Promise<Value> {
    const end = clock.monotonic() + LONGEST;
    for (;;) {
      await quiet();
      try {
        return await check();
      } catch (error) {
        if (clock.monotonic() > end) throw error;
      }
      await drive((toNext) => toNext);
    }
  }
  return {
    ...clock,
    until,
    pass: (milliseconds) => drive(() => milliseconds),
    async during(work) {
      let isDone = false;
      const finish = () => {
        isDone = true;
      };
      work.then(finish, finish);
      await until(() => {
        if (!isDone) throw new Error('The work takes longer than an hour.');
      });
      return work;
    },
    stop,
  };
}
