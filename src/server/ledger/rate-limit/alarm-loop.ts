/** Does something whenever its time has come, and looks anew when it is woken. Sleeps for ever while there is nothing. */
import type { Clock } from '../../clock.ts';

export interface AlarmLoopDependencies {
  readonly clock: Clock;
  /** Milliseconds, monotonic; null: there is nothing to do. */
  nextAt(now: number): number | null;
  act(now: number): void;
}

export interface AlarmLoop {
  /** What `nextAt` says may have changed. */
  wake(): void;
}

export function createAlarmLoop({ clock, nextAt, act }: AlarmLoopDependencies): AlarmLoop {
  /** Ends the sleep. */
  let alarm = new AbortController();
  let isRunning = false;

  async function run(): Promise<void> {
    isRunning = true;
    for (let at = nextAt(clock.monotonic()); at !== null; at = nextAt(clock.monotonic())) {
      const now = clock.monotonic();
      if (at <= now) act(now);
      else {
        alarm = new AbortController();
        await clock.sleep(at - now, alarm.signal);
      }
    }
    isRunning = false;
  }

  return {
    wake() {
      if (isRunning) alarm.abort();
      else void run();
    },
  };
}
