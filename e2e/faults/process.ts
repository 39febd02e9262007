/**
 * A process that may be killed or stand still at every step. Once it is killed none of the promises that its code awaits
 * is ever settled.
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
    // Each has its own monotonic clock, and none of them is the store's.
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

  /** Decides whether it is killed at this step; true: it has ended. */
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

  /** Acts as soon as it does not stand still; never if it has ended. */
  reach(act: () => void): void {
    if (!this.#isAlive) return;
    const wait = this.#stillUntil - this.#world.clock.monotonic();
    if (wait > 0) this.#world.after(wait, () => this.reach(act));
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

  /** A step of its work outside: it may be killed before it, or while it is under way. */
  step<Value>(work: () => Promise<Value>): Promise<Value> {
    const { killed } = chances.process;
    if (this.mayEnd(killed)) return never();
    const done = work();
    const coming = this.receive(done);
    return this.mayEnd(killed) ? never() : coming;
  }
}

/** The result of every call of a process that has ended. */
export const never = <Value>(): Promise<Value> => new Promise(() => undefined);
