/**
 * The clock of a whole server in a test. Its time passes by itself, about as fast as real time, so that a short wait
 * needs no words; `until` and `pass` let it pass as fast as the work allows.
 *
 * It passes only while nothing is under way but waiting for time, as `quiet` counts it. So a busy machine makes
 * nothing late: whatever has a time limit here is either counted or goes on within one turn of the event loop. A reply
 * over a connection is waited for without a limit, so silence is for the sandbox, which has the same clock.
 */
import { systemClock } from './clock.ts';
import { quiet } from './quiet.support.ts';
import { createVirtualClock, type VirtualClock } from './virtual-clock.support.ts';

export interface BenchClock extends VirtualClock {
  /**
   * Lets time pass until the check holds: at once what need not wait.
   *
   * @param check throws, as an expectation does, while it does not hold
   */
  until<Value>(check: () => Value | Promise<Value>): Promise<Value>;
  /** Lets so many milliseconds pass. */
  pass(milliseconds: number): Promise<void>;
  /** Lets time pass until the work is done. */
  during<Value>(work: Promise<Value>): Promise<Value>;
  /** Its time stops from now on. */
  stop(): void;
}

/** Milliseconds that pass by themselves in as many real ones. */
const STEP = 20;
/** Milliseconds of its time after which a check that does not hold fails the test. */
const LONGEST = 3_600_000;

export function createBenchClock(): BenchClock {
  const clock = createVirtualClock({ began: Date.now(), settle: quiet });
  let driving: Promise<void> | null = null;
  /** One at a time: what the other one has just woken would not be waited for. */
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
