/** The runners that both suites use, each with what it counted. */
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
import { type FailedTest, failedSpecs, failedUnits } from './failed-tests.ts';

export interface Count {
  readonly passed: number;
  readonly failed: number;
}

export type Environment = Readonly<Record<string, string>>;

export const root = fileURLToPath(new URL('../../', import.meta.url));

/** Of a part that cannot count its own tests. */
export const one = (isPassed: boolean): Count => ({ passed: Number(isPassed), failed: Number(!isPassed) });

export const sum = (counts: readonly Count[]): Count => ({
  passed: counts.reduce((total, { passed }) => total + passed, 0),
  failed: counts.reduce((total, { failed }) => total + failed, 0),
});

/** What failed, for the end of the output: a log that keeps only its end still has it. */
export const failedTests: FailedTest[] = [];

/** @param args of Node; resolves when the program ended, true: with 0 */
export function runNode(
  args: readonly string[],
  environment: Environment = {},
  node = process.execPath,
): Promise<boolean> {
  const child = spawn(node, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...environment },
  });
  return new Promise((resolve) => {
    child.on('close', (code) => resolve(code === 0));
    child.on('error', (error) => {
      printError(error.message);
      resolve(false);
    });
  });
}

/** A program of a package, by its file below `node_modules`. */
export const runPackage = (file: string, args: readonly string[], environment?: Environment) =>
  runNode([`${root}node_modules/${file}`, ...args], environment);

/** A program of ours. */
export const runSource = (
  file: string,
  args: readonly string[] = [],
  environment?: Environment,
  node?: string,
) => runNode(['--import', 'tsx', `${root}${file}`, ...args], environment, node);

const builtFrom = `${root}dist/sources.sha256`;

const isBuilt = () => existsSync(builtFrom) && readFileSync(builtFrom, 'utf8') === hashOfSources(root);

/** What is served, and of which sources it is made. */
export async function build(): Promise<boolean> {
  const hash = hashOfSources(root);
  const ok = await runPackage('vite/bin/vite.js', ['build', '--logLevel', 'warn']);
  if (ok) writeFileSync(builtFrom, hash);
  return ok;
}

/** Unless it was built of the present sources. */
export async function buildOnce(): Promise<boolean> {
  if (isBuilt()) return true;
  print('Building what changed …');
  return build();
}

function readReport(file: string): unknown {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
}

function numberAt(report: unknown, key: string): number {
  const value = member(report, key);
  return typeof value === 'number' ? value : 0;
}

/** A runner that failed without naming a test (a crash, a threshold), or ran none, is one failure. */
const honest = (count: Count, ok: boolean): Count =>
  (ok && count.passed > 0) || count.failed > 0 ? count : { ...count, failed: 1 };

export interface UnitRun {
  readonly count: Count;
  /** As vitest writes it. */
  readonly report: unknown;
}

/**
 * @param name of the report below `reports`
 * @param node the program that runs them
 */
export async function runUnits(
  name: string,
  args: readonly string[],
  environment?: Environment,
  node?: string,
): Promise<UnitRun> {
  const file = `${root}reports/${name}.json`;
  rmSync(file, { force: true });
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${file}`];
  const isDeep = environment?.['TEST_DEEP'] === '1' || args.some((arg) => arg.startsWith('--tagsFilter'));
  // Some deep tests take minutes with a machine to themselves.
  const own = isDeep ? ['--testTimeout=900000', '--hookTimeout=900000'] : ['--tagsFilter=!deep'];
  const vitest = [`${root}node_modules/vitest/vitest.mjs`, 'run', ...reporters, ...own, ...args];
  const ok = await runNode(vitest, environment, node);
  const report = readReport(file);
  failedTests.push(...failedUnits(report));
  const count = {
    passed: numberAt(report, 'numPassedTests'),
    failed: numberAt(report, 'numFailedTests'),
  };
  return { count: honest(count, ok), report };
}

/** What tests start again and again. */
const programs = [
  'src/cli/apply-form-server.ts',
  'e2e/kills/kills.ts',
  'src/server/store/write-until-killed.support.ts',
  'src/server/process/main.ts',
] as const;

/** While tests run: programs as plain files, and one Postgres in which each of them gets databases of its own. */
export async function withServices<Result>(run: (environment: Environment) => Promise<Result>) {
  const [built, postgres] = await Promise.all([
    buildPrograms(programs),
    startPostgres({ durability: 'quick' }),
  ]);
  try {
    const shared = postgres.ok ? { TEST_POSTGRES: postgres.value.address } : {};
    return await run({ BUILT_PROGRAMS: built.folder, ...shared });
  } finally {
    if (postgres.ok) await postgres.value.stop();
    await built.remove();
  }
}

export interface SpecsRun {
  readonly count: Count;
  /** Tests that ran again because the browser itself had failed. */
  readonly repeated: number;
  /** As Playwright reports it. */
  readonly report: unknown;
}

/** So many failures of the browser itself are no accident. */
const MOST_REPEATED = 2;

/** The browser specs, against a build of the present sources. */
export async function runSpecs(
  name: string,
  args: readonly string[],
  environment: Environment = {},
): Promise<SpecsRun> {
  const notRun = { count: one(false), repeated: 0, report: null };
  const browser = await locateBrowser(root);
  if (!browser.ok) {
    printError(browser.error);
    return notRun;
  }
  if (!(await buildOnce())) return notRun;
  // A build removes the packages of the sources before.
  if (environment['TEST_DEEP'] !== undefined && !packageNames.every((each) => existsSync(tarballOf(each)))) {
    print('Making the packages …');
    if (!(await runSource('src/build/npm-packages.ts'))) return notRun;
  }
  const file = `${root}reports/${name}.json`;
  const run = async (...more: readonly string[]) => {
    rmSync(file, { force: true });
    const own = { ...browser.value, ...environment, PLAYWRIGHT_JSON_OUTPUT_FILE: file };
    const parameters = ['test', '--config', 'e2e/playwright.config.ts', ...args, ...more];
    const ok = await runPackage('playwright/cli.js', parameters, own);
    const report = readReport(file);
    const stats = member(report, 'stats');
    const count = { passed: numberAt(stats, 'expected'), failed: numberAt(stats, 'unexpected') };
    return { count: honest(count, ok), report, failures: failedSpecs(report) };
  };
  const { count, report, failures } = await run();
  const isOfBrowser = failures.length === count.failed && failures.every((failure) => failure.isOfBrowser);
  if (count.failed === 0 || count.failed > MOST_REPEATED || !isOfBrowser) {
    failedTests.push(...failures);
    return { count, repeated: 0, report };
  }
  for (const { name: test } of failures) print(`again, because the browser itself failed: ${test}`);
  const again = await run('--last-failed');
  failedTests.push(...again.failures);
  return {
    count: { passed: count.passed + again.count.passed, failed: again.count.failed },
    repeated: count.failed,
    report,
  };
}

export interface Part {
  readonly name: string;
  run(): Promise<Count>;
}

/** Says of each how long it took. */
export async function runParts(parts: readonly Part[]): Promise<Count> {
  const counts: Count[] = [];
  for (const { name, run } of parts) {
    print(`${name} …`);
    const started = performance.now();
    const count = await run().catch((error: unknown) => {
      printError(`${name}: ${error instanceof Error ? error.stack : error}`);
      return one(false);
    });
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    print(`${name}: ${count.passed} passed, ${count.failed} failed (${seconds} s)\n`);
    counts.push(count);
  }
  return sum(counts);
}

/** The end of each suite: what failed, and the sum. */
export function conclude({ passed, failed }: Count, repeated: number): never {
  for (const { name, message } of failedTests) print(`failed: ${name.replace(root, '')}\n${message}\n`);
  print(`total: ${passed} passed, ${failed} failed${repeated === 0 ? '' : `, ${repeated} repeated`}`);
  return process.exit(failed === 0 ? 0 : 1);
}
