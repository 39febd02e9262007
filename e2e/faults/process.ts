/**
 * A process that may be killed or suspended at every step. After a kill, no promise that its code awaits is ever settled.
 */
import type { Clock } from '../../src/server/clock.ts';
import * as chances from './chances.ts';
import { strikes, type Wall, type World } from './world.ts';

export class Process {
  readonly name: string;
  readonly clock: Clock;
  readonly #world: World;
  readonly #ends = new Set<() => void>();
  #isAlive = true;
  #stillUntil = 0;

  constructor(world: World, wall: Wall, name: string) {
    this.#world = world;
    this.name = name;
    const { clock } = world;
    // Each process has its own monotonic clock, different from the store's.
    const beginning = world.random.between(0, 1e9);
    this.clock = {
      now: wall.now,
      monotonic: () => beginning + clock.monotonic(),
      sleep: (milliseconds, signal) => this.receive(clock.sleep(milliseconds, signal)),
      every: clock.every,
    };
  }

  get isAlive(): boolean {
    return this.#isAlive;
  }

  onEnd(act: () => void): void {
    this.#ends.add(act);
  }

  end(why: string): void {
    if (!this.#isAlive) return;
    this.#isAlive = false;
    this.#world.trace?.(this.name, why);
    for (const act of this.#ends) act();
  }

  /** Decides whether the process is killed at this step; returns true if it has ended. */
  mayEnd(share: number): boolean {
    if (this.#isAlive && strikes(this.#world, 'process', share / 2)) this.end('is killed');
    return !this.#isAlive;
  }

  mayStall(): void {
    const { clock, random } = this.#world;
    if (!strikes(this.#world, 'process', chances.process.stall)) return;
    const pause = random.between(0, random.chance(0.5) ? 3_000 : chances.process.longestStall);
    this.#stillUntil = clock.monotonic() + pause;
    this.#world.trace?.(this.name, `stands still for ${Math.round(pause)} ms`);
  }

  /** Acts as soon as the process is not suspended; never if it has ended. */
  reach(act: () => void): void {
    if (!this.#isAlive) return;
    const wait = this.#stillUntil - this.#world.clock.monotonic();
    if (wait > 0) this.#world.after(wait, () => this.reach(act));
    else act();
  }

  /** Delays a result until it reaches this process. */
  receive<Value>(coming: Promise<Value>): Promise<Value> {
    return new Promise((resolve, reject) => {
      coming.then(
        (value) => this.reach(() => resolve(value)),
        (error) => this.reach(() => reject(error)),
      );
    });
  }

  /** Runs an outside call of the process, which may be killed before or during it. */
  step<Value>(work: () => Promise<Value>): Promise<Value> {
    const { killed } = chances.process;
    if (this.mayEnd(killed)) return never();
    const done = work();
    const coming = this.receive(done);
    return this.mayEnd(killed) ? never() : coming;
  }
}

/** A promise that never settles: the result of every call of a process that has ended. */
export const never = <Value>(): Promise<Value> => new Promise(() => undefined);
