import { expect, test } from 'vitest';
import { runAtPace } from './pace.ts';

/** Milliseconds. */
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

test.each([30, 120])(
  'a limit of %i requests a minute is used to 85 percent, with at most 2 percent refused',
  async (requests) => {
    const options = { applicants: 15 * requests, sentWithin: 0, awayFor: 0, until: 25 * MINUTE };
    const run = await runAtPace({ ...options, rate: { requests, seconds: 60 } });
    const settled = run.minutes.slice(5, Math.floor(run.lastAt / MINUTE));
    const taken = settled.reduce((sum, minute) => sum + minute.taken, 0);
    const refused = settled.reduce((sum, minute) => sum + minute.refused, 0);
    expect(taken / (requests * settled.length)).toBeGreaterThan(0.85);
    expect(refused / (taken + refused)).toBeLessThan(0.02);
  },
);

test('after an outage of an hour everything is delivered once, and few requests were sent during it', async () => {
  const options = { applicants: 150, sentWithin: HOUR, awayFor: HOUR, until: 3 * HOUR };
  const run = await runAtPace({ ...options, rate: null });
  expect(run).toMatchObject({ lost: 0, duplicated: 0 });
  expect(run.triedWhileAway).toBeLessThan(120);
  expect(run.lastAt).toBeLessThan(HOUR + 15 * MINUTE);
});
