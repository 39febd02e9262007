/**
 * `npm test`: every runner in turn, one sum at the end. A step that cannot count its own tests (types, lint,
 * build) counts as one. Browser specs run only against a build that succeeded.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { checkSizes } from '../../src/build/sizes.ts';
import { locateBrowser } from '../../src/cli/browser/locate-browser.ts';
import { fetchOldBrowsers, oldBrowsers } from '../../src/cli/browser/old-browsers.ts';
import { list, member } from '../../src/core/jsonapi/stored-json.ts';
import { print, printError } from '../../src/server/app/print.ts';
import { missingEngines } from '../engines/find-engines.ts';
import { tellEngines } from '../engines/tell-engines.ts';
import { buildPrograms } from '../support/programs/build-programs.ts';
import { type FailedTest, failedSpecs, failedUnits } from './failed-tests.ts';
import { matrixFailures } from './matrix/matrix-step.ts';

interface Count {
  readonly passed: number;
  readonly failed: number;
}

const failedTests: FailedTest[] = [];
/** Which engines ran, and which are not on this machine. */
const engines: string[] = [];
const root = fileURLToPath(new URL('../../', import.meta.url));
const one = (ok: boolean): Count => ({ passed: ok ? 1 : 0, failed: ok ? 0 : 1 });
const add = (one: Count, other: Count): Count => ({
  passed: one.passed + other.passed,
  failed: one.failed + other.failed,
});

function run(
  script: string,
  parameters: readonly string[],
  environment: Record<string, string> = {},
): boolean {
  const result = spawnSync(process.execPath, [`${root}node_modules/${script}`, ...parameters], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...environment },
  });
  return result.status === 0;
}

function readReport(file: string): unknown {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
}

function numberAt(report: unknown, key: string): number {
  const value: unknown = typeof report === 'object' && report !== null ? Reflect.get(report, key) : undefined;
  return typeof value === 'number' ? value : 0;
}

/** A runner that failed without naming a test (a crash, a threshold) is one failure. */
function honest(count: Count, ok: boolean): Count {
  return ok || count.failed > 0 ? count : { ...count, failed: 1 };
}

const types = (): Count => {
  const whole = run('typescript/bin/tsc', ['-p', '.']);
  const pure = run('typescript/bin/tsc', ['-p', 'src/tsconfig.pure.json']);
  return { passed: Number(whole) + Number(pure), failed: Number(!whole) + Number(!pure) };
};

const lint = (): Count => one(run('@biomejs/biome/bin/biome', ['check', '--error-on-warnings']));

/** What tests start again and again. */
const programs = [
  'src/cli/attention.ts',
  'src/cli/conformance.ts',
  'src/cli/doctor.ts',
  'e2e/kills/kills.ts',
  'src/cli/sandbox.ts',
  'src/cli/sandbox-data/write-loop.ts',
  'src/server/delivery/stores/write-until-killed.support.ts',
  'src/server/app/main.ts',
] as const;

/** Counting branches makes all code of a process slower, so the tests that need it run apart from the others. */
async function unit(): Promise<Count> {
  const core = runUnits('vitest-core', ['--project=core', '--coverage']);
  const built = await buildPrograms(programs);
  try {
    const others = runUnits('vitest-others', ['--project=!core'], { BUILT_PROGRAMS: built.folder });
    const both = [...core.files, ...others.files];
    writeFileSync(`${root}reports/vitest.json`, JSON.stringify({ testResults: both }));
    return add(core.count, others.count);
  } finally {
    await built.remove();
  }
}

interface UnitRun {
  readonly count: Count;
  /** As vitest reports them. */
  readonly files: readonly unknown[];
}

function runUnits(
  name: string,
  parameters: readonly string[],
  environment?: Record<string, string>,
): UnitRun {
  const file = `${root}reports/${name}.json`;
  rmSync(file, { force: true });
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${file}`];
  const ok = run('vitest/vitest.mjs', ['run', ...reporters, ...parameters], environment);
  const report = readReport(file);
  failedTests.push(...failedUnits(report));
  const count = {
    passed: numberAt(report, 'numPassedTests'),
    failed: numberAt(report, 'numFailedTests'),
  };
  return { count: honest(count, ok), files: list(member(report, 'testResults')) };
}

/** Every row of the service's document is shown by tests that ran in `unit` just now. */
function matrix(): Count {
  const failures = matrixFailures(readReport(`${root}reports/vitest.json`), root);
  failedTests.push(...failures);
  return { passed: Number(failures.length === 0), failed: failures.length };
}

/** The packages are made of what Vite built. */
const build = (): Count => {
  const isBuilt = run('vite/bin/vite.js', ['build', '--logLevel', 'warn']);
  return add(one(isBuilt), one(isBuilt && makePackages()));
};

const makePackages = (): boolean =>
  spawnSync(process.execPath, ['--import', 'tsx', 'src/build/npm-packages.ts'], {
    cwd: root,
    stdio: 'inherit',
  }).status === 0;

async function browser(): Promise<Count> {
  const found = await locateBrowser(root);
  if (!found.ok) {
    printError(found.error);
    return one(false);
  }
  // The other one is for `npm run test:deep`.
  const old = fetchOldBrowsers(root, oldBrowsers.slice(0, 2));
  if (!old.ok) printError(old.error);
  const file = `${root}reports/playwright.json`;
  rmSync(file, { force: true });
  const ok = run(
    'playwright/cli.js',
    ['test', '--config', 'e2e/playwright.config.ts', ...process.argv.slice(3)],
    {
      ...found.value,
      ...(old.ok ? old.value : {}),
      PLAYWRIGHT_JSON_OUTPUT_FILE: file,
    },
  );
  const report = readReport(file);
  failedTests.push(...failedSpecs(report));
  engines.push(...tellEngines(report), `not here: ${missingEngines().join(', ') || 'none'}`);
  const stats: unknown = typeof report === 'object' && report !== null ? Reflect.get(report, 'stats') : null;
  const passed = numberAt(stats, 'expected') + numberAt(stats, 'flaky');
  return honest({ passed, failed: numberAt(stats, 'unexpected') }, ok);
}

const steps = { types, lint, unit, matrix, build, sizes: () => checkSizes(root), browser };
type Step = keyof typeof steps;

const isStep = (name: string): name is Step => Object.hasOwn(steps, name);

/** `npm test` runs all; a name runs that step alone. */
function chosenSteps(name: string | undefined): readonly Step[] {
  if (name === undefined) return Object.keys(steps).filter(isStep);
  if (isStep(name)) return [name];
  printError(`There is no step "${name}". Steps: ${Object.keys(steps).join(' ')}`);
  return process.exit(2);
}

let total: Count = { passed: 0, failed: 0 };
for (const name of chosenSteps(process.argv[2])) {
  const started = performance.now();
  if (total.failed > 0 && name === 'browser' && !existsSync(`${root}dist/server.js`)) continue;
  const count = await steps[name]();
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  print(`${name}: ${count.passed} passed, ${count.failed} failed (${seconds} s)\n`);
  total = add(total, count);
}
for (const { name, message } of failedTests) print(`failed: ${name.replace(root, '')}\n${message}\n`);
for (const line of engines) print(line);
print(`total: ${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 ? 0 : 1);
