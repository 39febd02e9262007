import { describe, expect, test } from 'vitest';
import { runSimulations } from './run-simulations.ts';

/** Each control is in `simulations.deep.test.ts` with more schedules. */
test('in 200 schedules no answer is lost, doubled, sent though hidden, or left untold', async () => {
  const { answers, ...figures } = await runSimulations({ seed: 1, from: 1, to: 200, control: null });
  expect(figures).toMatchObject({
    schedules: 200,
    lost: 0,
    duplicated: 0,
    hidden: 0,
    untold: 0,
    mistaught: 0,
    kept: 0,
    unheard: 0,
    overheard: 0,
    faulty: [],
  });
  expect(answers).toBeGreaterThan(600);
});

describe('the simulation would see it', () => {
  /** With the first schedule of this seed that shows it. */
  const controls = [
    ['quiet', 64],
    ['lease', 8],
    ['mark', 19],
    ['version', 54],
    ['read-back', 7],
    ['proof', 89],
    ['documents', 10],
    ['lessons', 11],
    ['restore', 2],
    ['erase', 284],
    ['clock', 298],
    ['names', 1250],
    ['own-names', 1892],
    ['outbox', 8],
    ['event-ids', 12],
    ['erased-events', 52],
    ['restored-events', 101],
  ] as const;

  test.each(controls)('without %s schedule %i finds a fault', async (control, schedule) => {
    const { faulty } = await runSimulations({ seed: 1, from: schedule, to: schedule, control });
    expect(faulty).toEqual([schedule]);
  });

  /** A process leased what it had in hand itself, for ever. */
  test.each([1, 2, 3])('without lease schedule %i ends', async (schedule) => {
    const { schedules } = await runSimulations({ seed: 1, from: schedule, to: schedule, control: 'lease' });
    expect(schedules).toBe(1);
  });
});
