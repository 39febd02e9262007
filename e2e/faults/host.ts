/**
 * A process that can crash or stall at every step. After a crash none of the promises that its code awaits is ever
 * settled. During a stall everything waits, as on a paused machine.
 */
import type { Clock } from '../../src/server/clock.ts';
import * as faults from './faults-of-a-schedule.ts';
import { strikes, type World } from './world.ts';

export class Host {
  readonly name: string;
  readonly clock: Clock;
  readonly #world: World;
  readonly #ends = new Set<() => void>();
  #alive = true;
  #stillUntil = 0;

  constructor(world: World, name: string) {
    this.#world = world;
    this.name = name;
    const { timeline, random } = world;
    // Each process has its own monotonic clock, and none of them is the store's.
    const beginning = random.between(0, 1e9);
    this.clock = {
      now: () => beginning + timeline.now,
      monotonic: () => beginning + timeline.now,
      sleep: (milliseconds, signal) => this.#sleep(milliseconds, signal),
      every() {
        throw new Error("What is done again and again is the server's, which is not here.");
      },
    };
  }

  get alive(): boolean {
    return this.#alive;
  }

  onEnd(act: () => void): void {
    if (this.#alive) this.#ends.add(act);
    else act();
  }

  /** Removes a listener of `onEnd`. */
  forget(act: () => void): void {
    this.#ends.delete(act);
  }

  end(why: string): void {
    if (!this.#alive) return;
    this.#alive = false;
    this.#world.trace?.(this.name, why);
    for (const act of this.#ends) act();
  }

  /** Decides whether the process crashes at this step; true: it has ended. */
  mayEnd(share: number): boolean {
    if (this.#alive && strikes(this.#world, 'process', share / 2)) this.end('crashes');
    return !this.#alive;
  }

  mayStall(): void {
    const { timeline, random } = this.#world;
    if (!strikes(this.#world, 'process', faults.process.stall)) return;
    const pause = random.between(0, random.chance(0.5) ? 3_000 : faults.process.longestStall);
    this.#stillUntil = timeline.now + pause;
    this.#world.trace?.(this.name, `stands still for ${Math.round(pause)} ms`);
  }

  /** Calls `act` as soon as the process is not stalled, or never if it has ended. */
  reach(act: () => void): void {
    if (!this.#alive) return;
    const wait = this.#stillUntil - this.#world.timeline.now;
    if (wait > 0) this.#world.timeline.after(wait, () => this.reach(act));
    else act();
  }

  /** The same result, once it reaches this process. */
  receive<Value>(coming: Promise<Value>): Promise<Value> {
    return new Promise((resolve, reject) => {
      coming.then(
        (value) => this.reach(() => resolve(value)),
        (error) => this.reach(() => reject(error)),
      );
    });
  }

  #sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve) => {
      if (signal?.aborted === true) return resolve();
      const end = () => {
        alarm.run = null;
        signal?.removeEventListener('abort', end);
        resolve();
      };
      const alarm = this.#world.timeline.after(milliseconds, () => this.reach(end));
      signal?.addEventListener('abort', end);
    });
  }
}
