import { expect, test } from 'vitest';
import { steadyTime } from './sqlite.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

function watch() {
  const set = { by: 0, passed: 0 };
  const began = Date.UTC(2026, 0, 1);
  const wall = () => began + set.passed + set.by;
  const read = steadyTime({ now: wall, monotonic: () => set.passed });
  return { set, wall, read };
}

test.each([HOUR, -HOUR])(
  'time keeps its pace when the clock is set by %i ms, and is right again within a day',
  (by) => {
    const { set, wall, read } = watch();
    const before = read();
    set.by = by;
    expect(read()).toBe(before);
    set.passed += MINUTE;
    expect(Math.abs(read() - before - MINUTE)).toBeLessThanOrEqual(0.05 * MINUTE);
    set.passed += 24 * HOUR;
    expect(read()).toBe(wall());
  },
);
