/** Configures fast-check with the number of random cases and the seed of a run. */
import fc from 'fast-check';

/** A daily run uses a hundred cases of one seed; the deep suite sets more cases and a new seed (`TEST_PROPERTY_RUNS`, `TEST_SEED`). */
fc.configureGlobal({
  numRuns: Number(process.env['TEST_PROPERTY_RUNS'] ?? 100),
  seed: Number(process.env['TEST_SEED'] ?? 1),
});

export * from 'fast-check';
export { default } from 'fast-check';
