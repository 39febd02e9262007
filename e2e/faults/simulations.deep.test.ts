import { describe, expect, test } from 'vitest';
import { controls } from './controls.ts';
import { runSimulations } from './run-simulations.ts';

describe('the simulation would see it', () => {
  test.each(controls)('without %s it finds faults', async (control) => {
    const { faulty } = await runSimulations({ seed: 1, from: 1, to: 3_000, control });
    expect(faulty).toHaveLength(1);
  });

  test('twice the same schedules, twice the same figures', async () => {
    const simulations = { seed: 3, from: 1, to: 60, control: null };
    expect(await runSimulations(simulations)).toEqual(await runSimulations(simulations));
  });
});
