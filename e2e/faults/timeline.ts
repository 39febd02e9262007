/**
 * Time of one simulated world. It stands still while code runs, and jumps to the next thing that waits for it: an
 * hour of waiting costs nothing.
 */
export interface Alarm {
  readonly at: number;
  /** Order of setting, for those at the same time. */
  readonly order: number;
  /** null: it was called off. */
  ring: (() => void) | null;
}

export class Timeline {
  #now = 0;
  #count = 0;
  /** A heap: each is due no later than the two below it. */
  readonly #alarms: Alarm[] = [];

  /** Milliseconds since this world began. */
  get now(): number {
    return this.#now;
  }

  after(milliseconds: number, ring: () => void): Alarm {
    const alarm = { at: this.#now + Math.max(0, milliseconds), order: this.#count++, ring };
    this.#push(alarm);
    return alarm;
  }

  /** Resolves after so many milliseconds. */
  pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      this.after(milliseconds, resolve);
    });
  }

  /** Rings the next alarm; false: nothing waits for anything any more. */
  step(): boolean {
    for (let alarm = this.#pop(); alarm !== undefined; alarm = this.#pop()) {
      const { ring } = alarm;
      if (ring === null) continue;
      this.#now = alarm.at;
      ring();
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
