/**
 * The virtual time of one simulation. It stands still while code runs and then jumps to the next timer, so that an hour
 * of waiting costs nothing.
 */
export interface Alarm {
  readonly at: number;
  /** Keeps timers of the same time in the order in which they were set. */
  readonly order: number;
  /** null: cancelled. */
  run: (() => void) | null;
}

export class Timeline {
  #now = 0;
  #count = 0;
  /** A binary heap: each is due no later than the two below it. */
  readonly #alarms: Alarm[] = [];

  /** Milliseconds since the simulation began. */
  get now(): number {
    return this.#now;
  }

  after(milliseconds: number, run: () => void): Alarm {
    return this.at(this.#now + Math.max(0, milliseconds), run);
  }

  /** @param at no earlier than now, in milliseconds since the simulation began */
  at(at: number, run: () => void): Alarm {
    const alarm = { at: Math.max(at, this.#now), order: this.#count++, run };
    this.#push(alarm);
    return alarm;
  }

  /** When the next alarm is due; infinity: there is none. */
  get next(): number {
    for (let [first] = this.#alarms; first !== undefined; [first] = this.#alarms) {
      if (first.run !== null) return first.at;
      this.#pop();
    }
    return Number.POSITIVE_INFINITY;
  }

  /** Resolves after so many milliseconds. */
  pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      this.after(milliseconds, resolve);
    });
  }

  /** Runs the next alarm; false: there is none. */
  step(): boolean {
    for (let alarm = this.#pop(); alarm !== undefined; alarm = this.#pop()) {
      const { run } = alarm;
      if (run === null) continue;
      this.#now = alarm.at;
      run();
      return true;
    }
    return false;
  }

  #push(alarm: Alarm): void {
    const heap = this.#alarms;
    let place = heap.length;
    heap.push(alarm);
    while (place > 0) {
      const above = (place - 1) >> 1;
      const other = heap[above];
      if (other === undefined || isBefore(other, alarm)) break;
      heap[place] = other;
      place = above;
    }
    heap[place] = alarm;
  }

  #pop(): Alarm | undefined {
    const heap = this.#alarms;
    const first = heap[0];
    const last = heap.pop();
    if (first === undefined || last === undefined || first === last) return first;
    this.#sink(last);
    return first;
  }

  #sink(alarm: Alarm): void {
    const heap = this.#alarms;
    let place = 0;
    while (true) {
      const left = heap[2 * place + 1];
      const right = heap[2 * place + 2];
      if (left === undefined) break;
      const goesRight = right !== undefined && isBefore(right, left);
      const lower = goesRight ? right : left;
      if (isBefore(alarm, lower)) break;
      heap[place] = lower;
      place = 2 * place + (goesRight ? 2 : 1);
    }
    heap[place] = alarm;
  }
}

const isBefore = (one: Alarm, other: Alarm): boolean =>
  one.at < other.at || (one.at === other.at && one.order < other.order);
