/**
 * `npm test`: every part in turn, one sum at the end; `npm test -- PART` runs one. A part that cannot count its own tests
 * (types, lint, build) counts as one.
 *
 * `npm test -- FILE… [--times N]` runs files of tests alone, so many times, with every core kept busy meanwhile: a test
 * that fails once in a hundred runs is found before it is committed. With `--deep` it runs what `npm test` leaves to the
 * deep suite. Other options go to the runner.
 */
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { checkSizes } from '../../src/build/sizes.ts';
import { printError } from '../../src/server/process/print.ts';
import { matrixFailures } from './matrix/matrix-step.ts';
import {
  build,
  type Count,
  conclude,
  type Environment,
  failedTests,
  one,
  type Part,
  root,
  runPackage,
  runParts,
  runSpecs,
  runUnits,
  sum,
  withServices,
} from './runners.ts';

let repeated = 0;

/** By one thread: others use the other cores, and several would check some things twice. */
const types = async (): Promise<Count> =>
  sum([
    one(await runPackage('typescript/bin/tsc', ['-p', '.', '--singleThreaded'])),
    one(await runPackage('typescript/bin/tsc', ['-p', 'src/tsconfig.pure.json'])),
  ]);

const lint = async (): Promise<Count> =>
  one(await runPackage('@biomejs/biome/bin/biome', ['check', '--error-on-warnings']));

const buildAndWeigh = async (): Promise<Count> => sum([one(await build()), checkSizes(root)]);

async function unit(): Promise<Count> {
  const { count, report } = await withServices((services) => runUnits('vitest', [], services));
  return sum([count, matrix(report)]);
}

/** Every row of the service's document is shown by tests that ran just now. */
function matrix(report: unknown): Count {
  const failures = matrixFailures(report);
  failedTests.push(...failures);
  return { passed: Number(failures.length === 0), failed: failures.length };
}

async function browser(args: readonly string[] = [], environment: Environment = {}): Promise<Count> {
  const specs = await runSpecs('playwright', args, environment);
  repeated += specs.repeated;
  return specs.count;
}

/** Each of these uses one core, so they run at once. */
const check = async (): Promise<Count> => sum(await Promise.all([types(), lint(), buildAndWeigh()]));

const parts: readonly Part[] = [
  { name: 'check', run: check },
  { name: 'unit', run: unit },
  { name: 'browser', run: () => browser() },
];

const isPart = (word: string): boolean => parts.some(({ name }) => name === word);

const isSpec = (file: string): boolean => file.includes('e2e/specs/') || file.endsWith('.spec.ts');

/** They end with the process. */
function keepCoresBusy(): void {
  for (let core = 0; core < availableParallelism(); core += 1) {
    new Worker('for (;;);', { eval: true }).unref();
  }
}

interface Wish {
  readonly files: readonly string[];
  readonly times: number;
  /** Only tests of the deep suite. */
  readonly isDeep: boolean;
  /** Of the runner. */
  readonly options: readonly string[];
}

async function runFiles(wish: Wish): Promise<Count> {
  if (wish.times > 1) keepCoresBusy();
  const isDeepFile = (file: string) => file.includes('.deep.');
  const daily = wish.files.filter((file) => !isDeepFile(file));
  const tagged = wish.isDeep ? ['--tagsFilter=deep'] : [];
  return sum([
    await runUnitFiles({ ...wish, files: daily, options: [...wish.options, ...tagged] }, {}),
    await runUnitFiles({ ...wish, files: wish.files.filter(isDeepFile) }, deep),
    await runSpecFiles({ ...wish, files: daily }, wish.isDeep ? deep : {}),
    await runSpecFiles({ ...wish, files: wish.files.filter(isDeepFile) }, deep),
  ]);
}

const deep: Environment = { TEST_DEEP: '1' };

async function runUnitFiles({ files, times, options }: Wish, environment: Environment): Promise<Count> {
  const units = files.filter((file) => !isSpec(file));
  if (units.length === 0) return sum([]);
  return withServices(async (services) => {
    const counts: Count[] = [];
    for (let time = 0; time < times; time += 1) {
      const run = await runUnits('vitest-files', [...units, ...options], { ...services, ...environment });
      counts.push(run.count);
    }
    return sum(counts);
  });
}

async function runSpecFiles({ files, times, options }: Wish, environment: Environment): Promise<Count> {
  const specs = files.filter(isSpec);
  return specs.length === 0
    ? sum([])
    : browser([...specs, `--repeat-each=${times}`, ...options], environment);
}

/** A sentence when it cannot be read. */
function readWish(args: readonly string[]): Wish | string {
  const place = args.indexOf('--times');
  const times = place < 0 ? 1 : Number(args[place + 1]);
  if (!(Number.isInteger(times) && times > 0)) return '--times wants a whole number from 1.';
  const without = place < 0 ? args : [...args.slice(0, place), ...args.slice(place + 2)];
  const rest = without.filter((arg) => arg !== '--deep');
  const firstOption = rest.findIndex((arg) => arg.startsWith('-'));
  const end = firstOption < 0 ? rest.length : firstOption;
  const files = rest.slice(0, end);
  const missing = files.find((word) => !isPart(word) && !existsSync(`${root}${word}`));
  if (missing !== undefined)
    return `There is no file "${missing}", and no part. Parts: ${parts.map(({ name }) => name).join(', ')}.`;
  const ofParts = files.filter(isPart);
  if (ofParts.length > 0 && ofParts.length < files.length)
    return `${files.join(', ')}: name parts or files, not both.`;
  if (args.length > 0 && (files.length === 0 || (ofParts.length > 0 && end < args.length)))
    return 'npm test [-- check | unit | browser], or npm test -- FILE… [--times N] [--deep] [OPTION of the runner…]';
  return { files, times, isDeep: rest.length < without.length, options: rest.slice(end) };
}

const wish = readWish(process.argv.slice(2));
if (typeof wish === 'string') {
  printError(wish);
  process.exit(2);
}
const named = parts.filter(({ name }) => wish.files.includes(name));
const chosen = wish.files.length === 0 ? parts : named;
const files = { name: 'files', run: () => runFiles(wish) };
const count = await runParts(chosen.length > 0 ? chosen : [files]);
conclude(count, repeated);
