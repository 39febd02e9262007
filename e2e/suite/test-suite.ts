/**
 * `npm test` runs every part in turn and prints one sum; `npm test -- PART` runs one part. A step that has no tests of its own
 * (types, lint, build) counts as one test.
 *
 * `npm test -- FILE… [--times N]` runs only these files, N times. With `--times`, all cores are busy meanwhile, which
 * finds tests that fail once in a hundred runs. With `--deep` it runs only tests of the deep suite. Other options go to
 * the runner.
 */
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { checkSizes } from '../../src/build/sizes.ts';
import { printError } from '../../src/server/process/print.ts';
import { matrixFailures } from './matrix/matrix-step.ts';
import {
  add,
  addOne,
  build,
  type Environment,
  type Part,
  root,
  runPackage,
  runParts,
  runSpecs,
  runUnits,
  withServices,
} from './runners.ts';

/** Uses one thread, because other steps use the other cores, and several threads would check some files twice. */
async function types(): Promise<void> {
  await addOne(runPackage('typescript/bin/tsc', ['-p', '.', '--singleThreaded']));
  await addOne(runPackage('typescript/bin/tsc', ['-p', 'src/tsconfig.pure.json']));
}

const lint = () => addOne(runPackage('@biomejs/biome/bin/biome', ['check', '--error-on-warnings']));

async function buildAndWeigh(): Promise<void> {
  await addOne(build());
  add(checkSizes(root));
}

/** Runs the unit tests and checks that each row of the service's document has a passing one. */
const unit = () =>
  withServices(async (services) => {
    const failures = matrixFailures(await runUnits('vitest', [], services));
    add({ passed: Number(failures.length === 0), failed: failures.length }, failures);
  });

const parts: readonly Part[] = [
  // Each of these steps uses one core, so they run concurrently.
  { name: 'check', run: () => Promise.all([types(), lint(), buildAndWeigh()]) },
  { name: 'unit', run: unit },
  { name: 'browser', run: () => runSpecs('playwright', []) },
];

function refuse(sentence: string): never {
  const usage = 'npm test [-- check|unit|browser], or npm test -- FILE… [--times N] [--deep] [OPTION…]';
  printError(`${sentence}\n${usage}`);
  return process.exit(2);
}

interface CommandLine {
  /** Names of parts, or files. */
  readonly words: readonly string[];
  readonly times: number;
  /** Whether only tests of the deep suite run. */
  readonly isDeep: boolean;
  /** Options of the runner. */
  readonly options: readonly string[];
}

function readCommandLine(args: string[]): CommandLine {
  const index = args.indexOf('--times');
  const times = index < 0 ? 1 : Number(args.splice(index, 2)[1]);
  if (!(times >= 1)) refuse('--times wants a number from 1.');
  const rest = args.filter((arg) => arg !== '--deep');
  const firstOption = rest.findIndex((arg) => arg.startsWith('-'));
  const end = firstOption < 0 ? rest.length : firstOption;
  return { words: rest.slice(0, end), times, isDeep: rest.length < args.length, options: rest.slice(end) };
}

/** Starts busy threads, which end with the process. */
function keepCoresBusy(): void {
  for (let core = 0; core < availableParallelism(); core += 1)
    new Worker('for (;;);', { eval: true }).unref();
}

const isSpec = (file: string) => file.includes('e2e/specs/');

async function runFiles({ words, times, isDeep, options }: CommandLine): Promise<void> {
  if (times > 1) keepCoresBusy();
  for (const isDeepFile of [false, true]) {
    const files = words.filter((file) => file.includes('.deep.') === isDeepFile);
    const environment: Environment = isDeepFile || isDeep ? { TEST_DEEP: '1' } : {};
    const specs = files.filter(isSpec);
    const units = files.filter((file) => !isSpec(file));
    // The tag selects the deep tests of a file that is not deep itself.
    const unitEnvironment = isDeepFile ? environment : {};
    const tagged = isDeep && !isDeepFile ? ['--tagsFilter=deep'] : [];
    if (units.length > 0)
      await withServices(async (services) => {
        for (let time = 0; time < times; time += 1)
          await runUnits('vitest-files', [...units, ...options, ...tagged], {
            ...services,
            ...unitEnvironment,
          });
      });
    if (specs.length > 0)
      await runSpecs('playwright', [...specs, `--repeat-each=${times}`, ...options], environment);
  }
}

const commandLine = readCommandLine(process.argv.slice(2));
const named = parts.filter(({ name }) => commandLine.words.includes(name));
const missing = commandLine.words.find((word) => named.length === 0 && !existsSync(`${root}${word}`));
if (missing !== undefined) refuse(`There is no part and no file "${missing}".`);
if (named.length < commandLine.words.length && named.length > 0) refuse('Name parts or files, not both.');
if (commandLine.words.length === 0 && process.argv.length > 2) refuse('Name the files.');
const files = { name: 'files', run: () => runFiles(commandLine) };
await runParts(commandLine.words.length === 0 ? parts : named.length > 0 ? named : [files]);
