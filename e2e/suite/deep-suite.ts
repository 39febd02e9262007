/**
 * `npm run test:deep`: what is too slow for `npm test`, in named parts. `npm run test:deep -- NAME…` runs the parts of
 * these names, or with these words in them; some run only by their whole names. What is left to chance has a new seed each
 * time, which is printed first: `--seed N` repeats a run.
 */
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { checkPackages } from '../../src/build/sizes.ts';
import { print, printError } from '../../src/server/process/print.ts';
import { bringEngines, missingEngines } from '../engines/find-engines.ts';
import { drawTable, tellEngines } from '../engines/tell-engines.ts';
import { startServer } from '../support/apply-form-server.ts';
import { fetchOldBrowsers, oldBrowsers } from '../support/browser/old-browsers.ts';
import {
  build,
  buildOnce,
  type Count,
  conclude,
  one,
  type Part,
  root,
  runParts,
  runSource,
  runSpecs,
  runUnits,
  sum,
  withServices,
} from './runners.ts';

/** The commands that take one allow five digits. */
const SEEDS = 100_000;

function refuse(sentence: string): never {
  printError(sentence);
  return process.exit(2);
}

/** The seed, and words in names of parts. */
function readWish() {
  const options = { seed: { type: 'string', default: String(randomInt(1, SEEDS)) } } as const;
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    if (/^\d{1,5}$/.test(values.seed)) return { seed: values.seed, words: positionals };
  } catch {}
  return refuse('npm run test:deep [-- NAME… --seed N], with a seed of at most five digits.');
}

const { seed, words } = readWish();
let repeated = 0;

const source = async (file: string, ...args: readonly string[]) => one(await runSource(file, args));

/** The packages are made of what Vite built. */
const buildPackages = async (): Promise<Count> => {
  if (!(await build())) return one(false);
  return sum([await source('src/build/npm-packages.ts'), checkPackages(root)]);
};

/** Every branch of the evaluator has a test of its own. */
const covered = ['src/core/answers', 'src/core/conditions', 'src/core/tree'];
const coverage = async (): Promise<Count> =>
  (await runUnits('vitest-coverage', [...covered, '--coverage', '--tagsFilter=deep || !deep'])).count;

/** Files that end in `.deep.test.ts`, and single tests with the tag `deep`. */
const units = (): Promise<Count> =>
  withServices(async (services) => {
    const environment = { ...services, TEST_SEED: seed };
    const files = await runUnits('vitest-deep', [], { ...environment, TEST_DEEP: '1' });
    const tagged = await runUnits('vitest-tagged', ['--tagsFilter=deep'], environment);
    return sum([files.count, tagged.count]);
  });

const properties = async (): Promise<Count> => {
  const environment = { TEST_PROPERTY_RUNS: '10000', TEST_SEED: seed };
  const files = readdirSync(`${root}src`, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.test\.tsx?$/.test(file))
    .filter((file) => readFileSync(`${root}src/${file}`, 'utf8').includes('properties.support'));
  const args = ['--tagsFilter=deep || !deep', ...files.map((file) => `src/${file}`)];
  const run = await runUnits('vitest-properties', args, environment);
  return run.count;
};

async function specs(args: readonly string[], environment = {}): Promise<Count> {
  const run = await runSpecs('playwright-deep', args, { TEST_DEEP: '1', ...environment });
  repeated += run.repeated;
  return run.count;
}

/** Of specs that want more than the packaged browser, or hours, each with a part of its own. */
const demanding = ['accessibility', 'autofill', 'effort', 'engines', 'old-chrome', 'below-floor'] as const;

const isDemanding = (file: string) => demanding.some((name) => file === `${name}.deep.ts`);

/** Whole files, and single tests with the tag `@deep`. */
const slowSpecs = (): Promise<Count> => {
  const files = readdirSync(`${root}e2e/specs`).filter((file) => /\.(deep|spec)\.ts$/.test(file));
  return specs(files.filter((file) => !isDemanding(file)).map((file) => `specs/${file}`));
};

const spec = (name: (typeof demanding)[number], ...more: readonly string[]) =>
  specs([`specs/${name}.deep.ts`, ...more]);

async function oldChromiums(): Promise<Count> {
  const old = fetchOldBrowsers(root, oldBrowsers);
  if (old.ok) return specs(['specs/old-chrome.deep.ts', 'specs/below-floor.deep.ts'], old.value);
  printError(old.error);
  return one(false);
}

/** Every engine that can be had here, in every place and at every moment; installs what it can (Debian, as root). */
async function engines(): Promise<Count> {
  bringEngines();
  const old = fetchOldBrowsers(root, oldBrowsers);
  if (!old.ok) printError(old.error);
  const environment = { TEST_DEEP: '1', ...(old.ok ? old.value : {}) };
  const run = await runSpecs('playwright-engines', ['specs/engines.deep.ts', '--workers=2'], environment);
  repeated += run.repeated;
  for (const line of [...drawTable(run.report), ...tellEngines(run.report)]) print(line);
  print(`not here: ${missingEngines().join(', ') || 'none'}`);
  return run.count;
}

/** The newest of each other line that is supported. */
const nodeVersions = { 'node 22': '22.23.3', 'node 24': '24.21.0' } as const;

/** Of the package `node`, which brings the program of this machine by a package of its own. */
function installNode(version: string): string {
  const folder = `${root}node_modules/.cache/node-${version}`;
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  if (!existsSync(folder)) {
    const quiet = ['--no-save', '--no-audit', '--no-fund'];
    const args = ['install', ...quiet, '--prefix', folder, `${name}@${version}`];
    spawnSync('npm', args, { stdio: 'inherit', shell: process.platform === 'win32' });
  }
  return `${folder}/node_modules/${name}/bin/node`;
}

/** The unit tests and the processes that they start, killed servers, and the built server as an operator starts it. */
async function inNode(version: string): Promise<Count> {
  const program = installNode(version);
  const units = await withServices((services) => runUnits('vitest-node', [], services, program));
  const killed = await runSource('e2e/kills/kills.ts', ['--count', '10', '--seed', seed], {}, program);
  return sum([units.count, one(killed), one(await starts(program))]);
}

async function starts(program: string): Promise<boolean> {
  if (!(await buildOnce())) return false;
  try {
    const server = await startServer({}, undefined, program);
    const { status } = await fetch(`${server.origin}/readyz`);
    await server.stop();
    return status === 200;
  } catch (error) {
    printError(String(error));
    return false;
  }
}

/** Random faults over the real ledger. */
const faults = (schedules: number, store: string, ...more: readonly string[]) => {
  const wish = ['--schedules', String(schedules), '--seed', seed, '--store', store];
  return source('e2e/faults/faults.ts', ...wish, ...more);
};

/** Real processes that are killed. */
const kills = (count: number, ...more: readonly string[]) =>
  source('e2e/kills/kills.ts', '--count', String(count), '--seed', seed, ...more);

/** At once, since most of their time is waiting. */
const allKills = async (): Promise<Count> =>
  sum(
    await Promise.all([
      kills(60),
      kills(30, '--store', 'postgres'),
      kills(20, '--duplicates', 'reject'),
      kills(20, '--duplicates', 'replace'),
    ]),
  );

interface DeepPart extends Part {
  /** Only by its whole name: it takes hours. */
  readonly isOnRequest?: true;
}

const parts: readonly DeepPart[] = [
  { name: 'build', run: buildPackages },
  { name: 'units', run: units },
  { name: 'properties', run: properties },
  { name: 'coverage', run: coverage },
  { name: 'node 22', run: () => inNode(nodeVersions['node 22']) },
  { name: 'node 24', run: () => inNode(nodeVersions['node 24']) },
  { name: 'faults in memory', run: () => faults(20_000, 'memory') },
  { name: 'faults on a file', run: () => faults(500, 'file') },
  { name: 'faults on Postgres', run: () => faults(300, 'postgres') },
  { name: 'million', run: () => faults(1_000_000, 'memory'), isOnRequest: true },
  { name: 'kills', run: allKills },
  { name: 'specs', run: slowSpecs },
  // One test looks at up to a hundred pages.
  { name: 'axe', run: () => spec('accessibility', '--timeout=900000'), isOnRequest: true },
  { name: 'old Chromium', run: oldChromiums },
  { name: 'engines', run: engines },
  { name: 'autofill', run: () => spec('autofill') },
  { name: 'effort', run: () => spec('effort') },
];

/** The part of that name, or all that have the word in theirs. */
function partsOf(word: string): readonly DeepPart[] {
  const named = parts.filter(({ name }) => name === word);
  const found =
    named.length > 0 ? named : parts.filter(({ name, isOnRequest }) => !isOnRequest && name.includes(word));
  return found.length > 0
    ? found
    : refuse(`There is no part "${word}". Parts: ${parts.map(({ name }) => name).join('; ')}`);
}

const wanted = words.flatMap(partsOf);
const chosen = parts.filter((part) => (words.length === 0 ? !part.isOnRequest : wanted.includes(part)));
print(`seed ${seed}`);
conclude(await runParts(chosen), repeated);
