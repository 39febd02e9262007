/** fast-check, with the number of random cases and the seed that a run of the suite asks for. */
import fc from 'fast-check';

/** A hundred cases of one seed every day; the deep suite sets more, of a new seed (`APPLY_PROPERTY_RUNS`, `APPLY_SEED`). */
fc.configureGlobal({
  numRuns: Number(process.env['APPLY_PROPERTY_RUNS'] ?? 100),
  seed: Number(process.env['APPLY_SEED'] ?? 1),
});

export * from 'fast-check';
export { default } from 'fast-check';
