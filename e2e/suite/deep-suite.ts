/**
 * `npm run test:deep`: what is too slow for every day. Mutants of the evaluator (the score is checked), the
 * properties with a hundred times as many random cases, and in the browser every combination of which `npm test`
 * looks at pairs. A word after `--` runs the steps that have it in their name.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { locateBrowser } from '../../src/cli/browser/locate-browser.ts';
import { fetchOldBrowsers, oldBrowsers } from '../../src/cli/browser/old-browsers.ts';
import { print, printError } from '../../src/server/app/print.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const wantedScore = 90;

function run(
  script: string,
  parameters: readonly string[],
  environment: Record<string, string> = {},
): boolean {
  const options = { cwd: root, stdio: 'inherit' as const, env: { ...process.env, ...environment } };
  return spawnSync(process.execPath, [`${root}node_modules/${script}`, ...parameters], options).status === 0;
}

/** Share of killed mutants in percent, from Stryker's report; no mutant at all is a score of 0. */
function mutationScore(): number {
  const text = readFileSync(`${root}reports/mutation/mutation.json`, 'utf8');
  const statuses = [...text.matchAll(/"status":\s*"(Killed|Timeout|Survived|NoCoverage)"/g)].map(
    (match) => match[1],
  );
  const killed = statuses.filter((status) => status === 'Killed' || status === 'Timeout').length;
  return statuses.length === 0 ? 0 : (100 * killed) / statuses.length;
}

function mutants(): boolean {
  if (!run('../e2e/node_modules/@stryker-mutator/core/bin/stryker.js', ['run', '.stryker.json']))
    return false;
  const score = mutationScore();
  print(`mutation score of the evaluator: ${score.toFixed(1)} % (wanted: ${wantedScore} %)`);
  return score >= wantedScore;
}

const properties = () =>
  run('vitest/vitest.mjs', ['run', '--testTimeout=900000', 'propert'], { APPLY_PROPERTY_RUNS: '10000' });

const build = () =>
  run('vite/bin/vite.js', ['build', '--logLevel', 'warn']) &&
  spawnSync(process.execPath, ['--import', 'tsx', 'src/build/npm-packages.ts'], {
    cwd: root,
    stdio: 'inherit',
  }).status === 0;

/** Against the build: `build` comes before. */
async function specs(file: string): Promise<boolean> {
  const browser = await locateBrowser(root);
  if (!browser.ok) {
    printError(browser.error);
    return false;
  }
  const report = { PLAYWRIGHT_JSON_OUTPUT_FILE: `${root}reports/playwright-deep.json` };
  const parameters = ['test', '--config', 'e2e/playwright.config.ts', file];
  return run('playwright/cli.js', parameters, { ...browser.value, ...report, APPLY_DEEP: '1' });
}

/** The specs of every day, in all old browsers. */
async function inOldBrowsers(): Promise<boolean> {
  const [browser, old] = [await locateBrowser(root), fetchOldBrowsers(root, oldBrowsers)];
  if (!browser.ok || !old.ok) {
    printError(browser.ok ? (old.ok ? '' : old.error) : browser.error);
    return false;
  }
  const parameters = ['test', '--config', 'e2e/playwright.config.ts', 'old-chrome.spec.ts'];
  return run('playwright/cli.js', parameters, { ...browser.value, ...old.value });
}

/** Random faults over the real ledger, with another seed than the daily test. */
function faults(schedules: number, store: string, ...more: readonly string[]): boolean {
  const parameters = ['--schedules', String(schedules), '--seed', '2', '--store', store, ...more];
  const command = ['--import', 'tsx', `${root}e2e/faults/faults.ts`, ...parameters];
  return spawnSync(process.execPath, command, { cwd: root, stdio: 'inherit' }).status === 0;
}

/** Real processes, killed at other random moments than in the daily test. */
function kills(count: number, ...parameters: readonly string[]): boolean {
  const own = ['--count', String(count), '--seed', '2', ...parameters];
  const command = ['--import', 'tsx', `${root}e2e/kills/kills.ts`, ...own];
  return spawnSync(process.execPath, command, { cwd: root, stdio: 'inherit' }).status === 0;
}

/** Two real servers, each restarted so many times, and so many seconds between the word to the balancer and the end. */
function rolling(restarts: number, drain: number): boolean {
  const own = ['--restarts', String(restarts), '--drain', String(drain)];
  const command = ['--import', 'tsx', `${root}e2e/rolling/rolling.ts`, ...own];
  return spawnSync(process.execPath, command, { cwd: root, stdio: 'inherit' }).status === 0;
}

/** Gateways and the image of the operator's page; what this machine has no program for is said, and not looked at. */
function operated(program: string): boolean {
  const command = ['--import', 'tsx', `${root}${program}`];
  return spawnSync(process.execPath, command, { cwd: root, stdio: 'inherit' }).status === 0;
}

/** What a screen reader says in a whole browser; where neither is here it says so, and nothing is compared. */
function heard(...parameters: readonly string[]): boolean {
  const command = ['--import', 'tsx', `${root}e2e/heard/heard.ts`, ...parameters];
  return spawnSync(process.execPath, command, { cwd: root, stdio: 'inherit' }).status === 0;
}

interface Step {
  readonly name: string;
  readonly check: () => boolean | Promise<boolean>;
}

const steps: readonly Step[] = [
  { name: 'properties, 10,000 cases each, 20,000 requests', check: properties },
  { name: 'mutants of the evaluator', check: mutants },
  { name: 'faults: 1,000,000 in memory', check: () => faults(1_000_000, 'memory') },
  { name: 'faults: 20,000 with changes', check: () => faults(20_000, 'memory', '--changes') },
  { name: 'faults: 2,000 with changes on a file', check: () => faults(2_000, 'file', '--changes') },
  { name: 'faults: 1,000 with changes on Postgres', check: () => faults(1_000, 'postgres', '--changes') },
  { name: 'faults: 10,000 on a file', check: () => faults(10_000, 'file') },
  { name: 'faults: 10,000 on Postgres', check: () => faults(10_000, 'postgres') },
  { name: 'kills: 300 on a file', check: () => kills(300) },
  { name: 'kills: 100 of two servers on Postgres', check: () => kills(100, '--store', 'postgres') },
  { name: 'kills: 50, second answers refused', check: () => kills(50, '--duplicates', 'reject') },
  { name: 'kills: 50, second answers replace', check: () => kills(50, '--duplicates', 'replace') },
  { name: 'rolling: 10 restarts of each of two servers on Postgres', check: () => rolling(10, 2) },
  { name: 'rolling: without the time to hear of it some fail (control)', check: () => !rolling(3, 0) },
  { name: 'build', check: build },
  {
    name: 'gateways: nginx and Caddy before real servers',
    check: () => operated('e2e/gateways/gateways.ts'),
  },
  { name: 'image: built, started, asked and stopped', check: () => operated('e2e/image/image.ts') },
  { name: 'browser: 1,000 changes of mind', check: () => specs('changes-of-mind.deep.ts') },
  { name: 'browser: every sample form in every language', check: () => specs('languages.deep.ts') },
  { name: 'browser: 200 tabs closed after the press', check: () => specs('closed-tabs.deep.ts') },
  { name: 'browser: Chromium 92, below the floor', check: () => specs('below-floor.deep.ts') },
  { name: 'browser: two versions, 200 loads', check: () => specs('two-versions.deep.ts') },
  { name: 'browser: autofill of a whole Chromium', check: () => specs('autofill.deep.ts') },
  { name: 'browser: effort beside public forms', check: () => specs('effort.deep.ts') },
  { name: 'browser: an app of Next.js, installed and built', check: () => specs('next.deep.ts') },
  { name: 'browser: axe on every combination', check: () => specs('accessibility.deep.ts') },
  { name: 'heard: Orca in Firefox, through one form', check: () => heard() },
  { name: 'heard: labels taken away are missed (control)', check: () => heard('--control') },
  { name: 'browser: Chromium 109 and 115', check: inOldBrowsers },
];

const wanted = steps.filter(({ name }) => name.includes(process.argv[2] ?? ''));
let failed = 0;
for (const { name, check } of wanted) {
  const started = performance.now();
  const ok = await check();
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  print(`${name}: ${ok ? 'passed' : 'FAILED'} (${seconds} s)\n`);
  failed += Number(!ok);
}
print(`deep: ${wanted.length - failed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
