import { expect, test } from 'vitest';
import { runSimulations } from './run-simulations.ts';

/** The other half of the 5,000 schedules runs in parallel, in `more-simulations.deep.test.ts`. */
test('in 2,500 schedules no answer is lost, doubled, sent though hidden, or left untold', {
  timeout: 900_000,
}, async () => {
  const { answers, changes, beside, events, ...figures } = await runSimulations({
    seed: 1,
    from: 1,
    to: 2_500,
    control: null,
  });
  expect(figures).toMatchObject({
    schedules: 2_500,
    lost: 0,
    duplicated: 0,
    hidden: 0,
    untold: 0,
    mistaught: 0,
    kept: 0,
    overwritten: 0,
    crowded: 0,
    disordered: 0,
    unheard: 0,
    overheard: 0,
    faulty: [],
  });
  expect(answers).toBeGreaterThan(7_500);
  expect(changes).toBeGreaterThan(90);
  expect(beside).toBeGreaterThan(10);
  expect(events).toBeGreaterThan(330);
});
