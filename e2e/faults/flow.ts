/**
 * The time of one simulation whose store works in real time: while a call of the store is under way it passes as it
 * really does, so many times faster; else it is put forward to what is due next, so that waiting costs nothing.
 */
import type { Timeline } from './timeline.ts';

export class Flow {
  /** Milliseconds of the simulation that a real one is. */
  readonly scale: number;
  readonly #timeline: Timeline;
  /** Milliseconds since the simulation began, when it last began to pass. */
  #shown = 0;
  /** Real milliseconds at which it began to pass; null: it does not. */
  #since: number | null = null;
  #underWay = 0;

  constructor(timeline: Timeline, scale: number) {
    this.#timeline = timeline;
    this.scale = scale;
  }

  /** Milliseconds since the simulation began. It never goes back. */
  get now(): number {
    if (this.#since === null) return Math.max(this.#shown, this.#timeline.now);
    return this.#shown + (performance.now() - this.#since) * this.scale;
  }

  /** Whether the next alarm is yet to come, while calls are under way. */
  get isBusy(): boolean {
    return this.#since !== null && this.#timeline.next > this.now;
  }

  /** A call begins; true: with it time begins to pass, and the database is to be told which it is. */
  begin(): boolean {
    this.#underWay += 1;
    if (this.#since !== null) return false;
    this.#shown = this.now;
    this.#since = performance.now();
    return true;
  }

  end(): void {
    this.#underWay -= 1;
    if (this.#underWay > 0) return;
    this.#shown = this.now;
    this.#since = null;
  }
}
