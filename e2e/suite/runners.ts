/** The runners of both suites, and the sum of their results. */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { hashOfSources } from '../../src/build/sources.mjs';
import { member } from '../../src/core/jsonapi/json.ts';
import { print, printError } from '../../src/server/process/print.ts';
import { locateBrowser } from '../support/browser/locate-browser.ts';
import { packageNames, tarballOf } from '../support/packed.ts';
import { startPostgres } from '../support/postgres/start-postgres.ts';
import { buildPrograms } from '../support/programs/build-programs.ts';
import { type Count, countOf, isBrowserFailure, specRuns, type TestRun, unitRuns } from './reports.ts';

export type Environment = Readonly<Record<string, string>>;

export interface Part {
  readonly name: string;
  run(): Promise<unknown>;
}

export const root = fileURLToPath(new URL('../../', import.meta.url));

const total = { passed: 0, failed: 0, repeated: 0 };
/** Failures are printed at the end of the output, because a truncated log still has its end. */
const failures: TestRun[] = [];

export function add({ passed, failed }: Count, runs: readonly TestRun[] = []): void {
  total.passed += passed;
  total.failed += failed;
  failures.push(...runs.filter(({ isPassed }) => !isPassed));
}

/** Counts a step without a number of tests as one test. */
export async function addOne(isPassed: Promise<boolean>): Promise<void> {
  const passed = Number(await isPassed);
  add({ passed, failed: 1 - passed });
}

/** Resolves when the program has ended; to true if its exit code is 0. @param args the arguments of Node */
function runNode(args: readonly string[], environment: Environment = {}, node = process.execPath) {
  const child = spawn(node, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...environment } });
  return new Promise<boolean>((resolve) => {
    child.on('close', (code) => resolve(code === 0));
    child.on('error', (error) => {
      printError(error.message);
      resolve(false);
    });
  });
}

/** Runs a program of a package, by its file below `node_modules`. */
export const runPackage = (file: string, args: readonly string[], environment?: Environment) =>
  runNode([`${root}node_modules/${file}`, ...args], environment);

/** Runs a program of this repository. */
export const runSource = (file: string, args: readonly string[] = [], node?: string) =>
  runNode(['--import', 'tsx', `${root}${file}`, ...args], {}, node);

const builtFrom = `${root}dist/sources.sha256`;

/** Builds the site and the server, and notes their sources. */
export async function build(): Promise<boolean> {
  const hash = hashOfSources(root);
  const isBuilt = await runPackage('vite/bin/vite.js', ['build', '--logLevel', 'warn']);
  if (isBuilt) writeFileSync(builtFrom, hash);
  return isBuilt;
}

/** Builds unless the build is up to date. */
export async function buildOnce(): Promise<boolean> {
  if (existsSync(builtFrom) && readFileSync(builtFrom, 'utf8') === hashOfSources(root)) return true;
  print('Building what changed …');
  return build();
}

const readReport = (file: string): unknown =>
  existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;

/** @param name the name of the report in `reports` @param node the program that runs the tests @returns vitest's report */
export async function runUnits(
  name: string,
  args: readonly string[],
  environment: Environment = {},
  node?: string,
): Promise<unknown> {
  const file = `${root}reports/${name}.json`;
  rmSync(file, { force: true });
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${file}`];
  const isDeep = environment['TEST_DEEP'] === '1' || args.some((arg) => arg.startsWith('--tagsFilter'));
  // Some deep tests take minutes even on an idle machine.
  const flags = isDeep ? ['--testTimeout=900000', '--hookTimeout=900000'] : ['--tagsFilter=!deep'];
  const vitest = [`${root}node_modules/vitest/vitest.mjs`, 'run', ...reporters, ...flags, ...args];
  const isPassed = await runNode(vitest, environment, node);
  const report = readReport(file);
  add(countOf(report, ['numPassedTests', 'numFailedTests'], isPassed), unitRuns(report));
  return report;
}

/** Programs that tests start often. */
const programs = [
  'src/cli/apply-form-server.ts',
  'e2e/kills/kills.ts',
  'src/server/store/write-until-killed.support.ts',
  'src/server/process/main.ts',
] as const;

/** Provides programs as plain files while tests run, and one Postgres in which each test gets its own databases. */
export async function withServices(run: (environment: Environment) => Promise<unknown>): Promise<void> {
  const [built, postgres] = await Promise.all([
    buildPrograms(programs),
    startPostgres({ durability: 'quick' }),
  ]);
  try {
    const shared = postgres.ok ? { TEST_POSTGRES: postgres.value.address } : {};
    await run({ BUILT_PROGRAMS: built.folder, ...shared });
  } finally {
    if (postgres.ok) await postgres.value.stop();
    await built.remove();
  }
}

/** The number of lines of each failure that are printed. */
const LINES = 25;
/** The largest number of failed specs that are repeated after the browser itself has failed. */
const MOST_REPEATED = 2;

/** Runs the browser specs against a build of the present sources. */
export async function runSpecs(
  name: string,
  args: readonly string[],
  environment: Environment = {},
): Promise<readonly TestRun[]> {
  const browser = await locateBrowser(root);
  if (!browser.ok) printError(browser.error);
  if (!browser.ok || !(await prepareSpecs(environment['TEST_DEEP'] !== undefined))) {
    add({ passed: 0, failed: 1 });
    return [];
  }
  const file = `${root}reports/${name}.json`;
  const run = async (...more: readonly string[]) => {
    rmSync(file, { force: true });
    const variables = { ...browser.value, ...environment, PLAYWRIGHT_JSON_OUTPUT_FILE: file };
    const parameters = ['test', '--config', 'e2e/playwright.config.ts', ...args, ...more];
    const isPassed = await runPackage('playwright/cli.js', parameters, variables);
    const report = readReport(file);
    const count = countOf(member(report, 'stats'), ['expected', 'unexpected'], isPassed);
    return { count, runs: specRuns(report) };
  };
  const { count, runs } = await run();
  const failed = runs.filter(({ isPassed }) => !isPassed);
  if (failed.length === 0 || failed.length > MOST_REPEATED || !failed.every(isBrowserFailure)) {
    add(count, runs);
    return runs;
  }
  print('Repeating the failed specs, because the browser itself failed.');
  total.repeated += failed.length;
  const again = await run('--last-failed');
  add({ passed: count.passed + again.count.passed, failed: again.count.failed }, again.runs);
  return runs;
}

/** Makes the site, and the packages unless they exist: a build removes those of earlier sources. */
async function prepareSpecs(isDeep: boolean): Promise<boolean> {
  if (!(await buildOnce())) return false;
  if (!isDeep || packageNames.every((name) => existsSync(tarballOf(name)))) return true;
  print('Making the packages …');
  return runSource('src/build/npm-packages.ts');
}

/** Runs every part in turn and prints its time; then prints the failures and the sum. */
export async function runParts(parts: readonly Part[]): Promise<never> {
  for (const { name, run } of parts) {
    print(`${name} …`);
    const started = performance.now();
    const before = { ...total };
    await run().catch((error: unknown) => {
      printError(`${name}: ${error instanceof Error ? error.stack : error}`);
      add({ passed: 0, failed: 1 });
    });
    const passed = total.passed - before.passed;
    const failed = total.failed - before.failed;
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    print(`${name}: ${passed} passed, ${failed} failed (${seconds} s)\n`);
  }
  for (const { name, message } of failures)
    print(`failed: ${name.replace(root, '')}\n${message.split('\n', LINES).join('\n')}\n`);
  const repeated = total.repeated === 0 ? '' : `, ${total.repeated} repeated`;
  print(`total: ${total.passed} passed, ${total.failed} failed${repeated}`);
  return process.exit(total.failed === 0 ? 0 : 1);
}
