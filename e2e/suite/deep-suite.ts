/**
 * `npm run test:deep` runs tests that are too slow for `npm test`, in named parts. `npm run test:deep -- NAME…` runs the parts
 * with these names, or those whose names contain them. Random tests have a new seed each time, which is printed first:
 * `--seed N` repeats a run.
 */
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { checkPackages } from '../../src/build/sizes.ts';
import { print, printError } from '../../src/server/process/print.ts';
import { installEngines, missingEngines } from '../engines/engines.ts';
import { startServer } from '../support/apply-form-server.ts';
import { fetchOldBrowsers, oldBrowsers } from '../support/browser/old-browsers.ts';
import {
  add,
  addOne,
  build,
  buildOnce,
  type Part,
  root,
  runParts,
  runSource,
  runSpecs,
  runUnits,
  withServices,
} from './runners.ts';

function refuse(sentence: string): never {
  printError(sentence);
  return process.exit(2);
}

const { values, positionals: words } = parseArgs({
  options: { seed: { type: 'string', default: String(randomInt(1, 100_000)) } },
  allowPositionals: true,
});
const { seed } = values;
// All commands with a seed allow five digits.
if (!/^\d{1,5}$/.test(seed)) refuse('--seed wants at most five digits.');

/** Builds the site first, because the packages are made from it. */
async function buildPackages(): Promise<void> {
  await addOne(build());
  await addOne(runSource('src/build/npm-packages.ts'));
  add(checkPackages(root));
}

/** The folders of the evaluator, in which tests must reach every branch. */
const covered = ['src/core/answers', 'src/core/conditions', 'src/core/tree'];
const coverage = () => runUnits('vitest-coverage', [...covered, '--coverage', '--tagsFilter=deep || !deep']);

/** Runs files that end in `.deep.test.ts`, and single tests with the tag `deep`. */
const units = () =>
  withServices(async (services) => {
    const environment = { ...services, TEST_SEED: seed };
    await runUnits('vitest-deep', [], { ...environment, TEST_DEEP: '1' });
    await runUnits('vitest-tagged', ['--tagsFilter=deep'], environment);
  });

function properties(): Promise<unknown> {
  const files = readdirSync(`${root}src`, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.test\.tsx?$/.test(file))
    .filter((file) => readFileSync(`${root}src/${file}`, 'utf8').includes('properties.support'));
  const args = ['--tagsFilter=deep || !deep', ...files.map((file) => `src/${file}`)];
  return runUnits('vitest-properties', args, { TEST_PROPERTY_RUNS: '10000', TEST_SEED: seed });
}

const specs = (files: readonly string[], environment = {}, ...more: readonly string[]) => {
  const args = [...files.map((file) => `specs/${file}`), ...more];
  return runSpecs('playwright-deep', args, { TEST_DEEP: '1', ...environment });
};

/** Specs that need more than the packaged browser, each with a part of its own. */
const demanding = ['autofill', 'engines', 'old-chrome', 'below-floor'];

/** Runs whole files, and single tests with the tag `@deep`. */
const otherSpecs = () =>
  specs(
    readdirSync(`${root}e2e/specs`)
      .filter((file) => /\.(deep|spec)\.ts$/.test(file))
      .filter((file) => !demanding.some((name) => file === `${name}.deep.ts`)),
  );

/** Returns environment variables with the browsers; the specs report browsers that could not be fetched. */
function oldChromiums(): Readonly<Record<string, string>> {
  const old = fetchOldBrowsers(root, oldBrowsers);
  if (!old.ok) printError(old.error);
  return old.ok ? old.value : {};
}

/** Runs every available engine in every place and at every moment; installs missing ones on Debian as root. */
async function engines(): Promise<void> {
  installEngines();
  const runs = await specs(['engines.deep.ts'], oldChromiums(), '--workers=2');
  for (const name of new Set(runs.map(({ project }) => project))) {
    const own = runs.filter(({ project }) => project === name);
    print(`${name}: ${own.filter(({ isPassed }) => isPassed).length} of ${own.length} passed`);
  }
  print(`not here: ${missingEngines().join(', ') || 'none'}`);
}

/** Installs the npm package `node`, which contains the program for this machine. */
function installNode(version: string): string {
  const folder = `${root}node_modules/.cache/node-${version}`;
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  const args = ['install', '--no-save', '--no-audit', '--no-fund', '--prefix', folder, `${name}@${version}`];
  if (!existsSync(folder)) spawnSync('npm', args, { stdio: 'inherit', shell: process.platform === 'win32' });
  return `${folder}/node_modules/${name}/bin/node`;
}

/** Runs the unit tests and the processes that they start, killed servers, and the built server with another Node. */
async function inNode(version: string): Promise<void> {
  const program = installNode(version);
  await withServices((services) => runUnits('vitest-node', [], services, program));
  await addOne(runSource('e2e/kills/kills.ts', ['--count', '10', '--seed', seed], program));
  await addOne(canStart(program));
}

async function canStart(program: string): Promise<boolean> {
  if (!(await buildOnce())) return false;
  const server = await startServer({}, undefined, program);
  const { status } = await fetch(`${server.origin}/readyz`);
  await server.stop();
  return status === 200;
}

/** Runs the real ledger with random faults. */
const faults = (schedules: number, store: string) =>
  addOne(
    runSource('e2e/faults/faults.ts', [
      ...['--schedules', String(schedules)],
      ...['--seed', seed, '--store', store],
    ]),
  );

/** Runs real processes that are killed. */
const kills = (count: number, ...more: readonly string[]) =>
  addOne(runSource('e2e/kills/kills.ts', ['--count', String(count), '--seed', seed, ...more]));

/** The runs are concurrent, because they mostly wait. */
const allKills = () =>
  Promise.all([
    kills(60),
    kills(30, '--store', 'postgres'),
    kills(20, '--store', 'postgres', '--scenario', 'rolling'),
    kills(20, '--duplicates', 'reject'),
    kills(20, '--duplicates', 'replace'),
  ]);

const parts: readonly Part[] = [
  { name: 'build', run: buildPackages },
  { name: 'units', run: units },
  { name: 'properties', run: properties },
  { name: 'coverage', run: coverage },
  // The newest versions of the other supported release lines.
  { name: 'node 22', run: () => inNode('22.23.3') },
  { name: 'node 24', run: () => inNode('24.21.0') },
  { name: 'faults in memory', run: () => faults(20_000, 'memory') },
  { name: 'faults on a file', run: () => faults(500, 'file') },
  { name: 'faults on Postgres', run: () => faults(300, 'postgres') },
  { name: 'kills', run: allKills },
  { name: 'specs', run: otherSpecs },
  { name: 'old Chromium', run: () => specs(['old-chrome.deep.ts', 'below-floor.deep.ts'], oldChromiums()) },
  { name: 'engines', run: engines },
  { name: 'autofill', run: () => specs(['autofill.deep.ts']) },
];

/** Returns the part with that name, or all parts whose names contain the word. */
function findParts(word: string): readonly Part[] {
  const named = parts.filter(({ name }) => name === word);
  if (named.length > 0) return named;
  const found = parts.filter(({ name }) => name.includes(word));
  const names = parts.map(({ name }) => name).join('; ');
  return found.length > 0 ? found : refuse(`There is no part "${word}". Parts: ${names}`);
}

const wanted = words.flatMap(findParts);
print(`seed ${seed}`);
await runParts(parts.filter((part) => words.length === 0 || wanted.includes(part)));
