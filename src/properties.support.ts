/** fast-check, with the number of random cases and the seed that a run of the suite asks for. */
import fc from 'fast-check';

/** A hundred cases of one seed every day; the deep suite sets more, of a new seed (`TEST_PROPERTY_RUNS`, `TEST_SEED`). */
fc.configureGlobal({
  numRuns: Number(process.env['TEST_PROPERTY_RUNS'] ?? 100),
  seed: Number(process.env['TEST_SEED'] ?? 1),
});

export * from 'fast-check';
export { default } from 'fast-check';
