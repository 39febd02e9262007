import { expect, test } from 'vitest';
import { runSimulations } from './run-simulations.ts';

/** The other half of the 8,000 schedules runs in parallel, in `more-simulations.test.ts`. */
test('in 4,000 schedules no answer is lost, doubled, sent though hidden, or left untold', {
  timeout: 900_000,
}, async () => {
  const { answers, ...figures } = await runSimulations({ seed: 1, from: 1, to: 4_000, control: null });
  expect(figures).toMatchObject({
    schedules: 4_000,
    lost: 0,
    duplicated: 0,
    hidden: 0,
    untold: 0,
    mistaught: 0,
    kept: 0,
    faulty: [],
  });
  expect(answers).toBeGreaterThan(12_000);
});
