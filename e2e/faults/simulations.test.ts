import { describe, expect, test } from 'vitest';
import { type Control, controls } from './controls.ts';
import { numbersTo, runSchedules } from './run.ts';

const common = { seed: 1, store: 'memory', trace: null } as const;

/** Each part takes about three seconds of processor time. */
test.each([1, 2, 3, 4])(
  'part %i of 200 schedules loses no answer, sends none twice or though hidden, and leaves no applicant uninformed',
  async (part) => {
    const schedules = numbersTo(200, part, 4);
    const { total, faulty } = await runSchedules({ ...common, schedules, control: null });
    expect(faulty).toEqual([]);
    expect(total).toMatchObject({ schedules: 50, lost: 0, duplicated: 0, hidden: 0, untold: 0 });
    expect(total.answers).toBeGreaterThan(150);
  },
);

test('the same schedules give the same figures', async () => {
  const run = () => runSchedules({ ...common, schedules: numbersTo(10), control: null });
  expect(await run()).toEqual(await run());
});

describe('without one mechanism', () => {
  /** The first schedule of this seed in which each control has an effect. */
  const first: Readonly<Record<Control, number>> = {
    quiet: 10,
    lease: 3,
    mark: 1,
    version: 174,
    'read-back': 2,
    restore: 1,
    clock: 14,
    outbox: 1,
    'event-ids': 9,
  };

  test.each(controls)('%s: its first schedule finds faults', async (control) => {
    const { faulty } = await runSchedules({ ...common, schedules: [first[control]], control });
    expect(faulty).toEqual([first[control]]);
  });
});
