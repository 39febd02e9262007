import { defineConfig } from 'playwright/test';
import { findEngines } from './engines/engines.ts';

const executablePath = process.env['TEST_BROWSER'];
if (executablePath === undefined) {
  throw new Error('Run the browser specs with `npm test -- browser`: it finds a browser first.');
}

/** `npm test` runs all specs except files that end in `.deep.ts` and specs with the tag `@deep`. */
const daily = [{ name: 'daily', testMatch: 'specs/*.spec.ts', grepInvert: /@deep/ }];
const inEngines = 'specs/engines.deep.ts';
const deep = [
  { name: 'whole', testMatch: 'specs/*.deep.ts', testIgnore: inEngines },
  { name: 'tagged', testMatch: 'specs/*.spec.ts', grep: /@deep/ },
  ...findEngines().map(({ name }) => ({ name, testMatch: inEngines })),
];

export default defineConfig({
  testDir: '.',
  projects: process.env['TEST_DEEP'] === undefined ? daily : deep,
  outputDir: '../test-results',
  snapshotPathTemplate: '{testDir}/pictures/{arg}{ext}',
  fullyParallel: true,
  // The browser of one worker uses a whole core.
  workers: 2,
  retries: 0,
  // These limits end tests that hang. They are no budgets.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  forbidOnly: true,
  reporter: [[process.stdout.isTTY ? 'line' : 'dot'], ['json']],
  use: {
    // Recording takes a third of the time. To look into a failure: npm test -- e2e/specs/NAME.spec.ts --trace on
    trace: 'off',
    launchOptions: { executablePath, args: ['--no-sandbox', '--disable-gpu'] },
  },
});
