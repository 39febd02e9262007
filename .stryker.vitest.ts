import { defineConfig } from 'vitest/config';

/** The tests that mutants of the evaluator must not survive; random cases are left out, a score must not be luck. */
export default defineConfig({
  test: { include: ['src/core/conditions/**/*.test.ts'], exclude: ['**/*.properties.test.ts'] },
});
