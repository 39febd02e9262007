import { defineConfig } from 'playwright/test';

const executablePath = process.env['APPLY_BROWSER'];
if (executablePath === undefined) {
  throw new Error('Run the browser specs with `npm run test:browser`: it finds or installs a browser first.');
}

export default defineConfig({
  testDir: '.',
  // `*.deep.ts` are for the deep run (e2e/suite/deep-suite.ts).
  testMatch: process.env['APPLY_DEEP'] === undefined ? 'specs/*.spec.ts' : 'specs/*.deep.ts',
  outputDir: '../test-results',
  snapshotPathTemplate: '{testDir}/pictures/{arg}{ext}',
  fullyParallel: true,
  // Many specs wait for a while: on two cores, three workers take 5 min 13 s, two 7 min 6 s.
  workers: 3,
  timeout: 30_000,
  forbidOnly: true,
  reporter: [[process.stdout.isTTY ? 'line' : 'dot'], ['json']],
  use: {
    // Recording takes a third of the time. To look into a failure: npm run test:browser -- NAME --trace on
    trace: 'off',
    launchOptions: { executablePath, args: ['--no-sandbox', '--disable-gpu'] },
  },
});
