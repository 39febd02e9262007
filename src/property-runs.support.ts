import { configureGlobal } from 'fast-check';

/** Vitest set-up: the number of random cases per property; the deep run sets more (`APPLY_PROPERTY_RUNS`). */
configureGlobal({ numRuns: Number(process.env['APPLY_PROPERTY_RUNS'] ?? 100) });
