import { configureGlobal } from 'fast-check';

/** Vitest set-up: how many random cases each property sees; the deep run asks for more (`APPLY_PROPERTY_RUNS`). */
configureGlobal({ numRuns: Number(process.env['APPLY_PROPERTY_RUNS'] ?? 100) });
