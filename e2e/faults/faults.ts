/**
 * `npm run --silent faults -- --schedules N --seed S …`: random faults for the real ledger, in front of the sandbox, in virtual
 * time. The last line is one JSON object. Exit code 1: faults were found, or a control found none. Exit code 2: the arguments
 * are not valid.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { print, printError } from '../../src/server/process/print.ts';
import { addTo, noFigures } from './judge.ts';
import { commandOf, type FaultsCommand, readCommand, usage } from './options.ts';
import { numbersTo, type Run, runSchedules } from './run.ts';
import type { Trace } from './world.ts';

/** Milliseconds between two progress lines. */
const PROGRESS = 10_000;
/** The largest number of faulty schedules that are named. */
const NAMED = 10;

/** Fewer schedules end before a second process has loaded. */
const WORTH_PROCESSES = 200;

/** Environment variable with the number of a process and the number of all processes. */
const PART = 'FAULTS_PART';

async function main(): Promise<void> {
  if (process.argv.includes('--help')) return print(`Usage: ${usage}`);
  try {
    const part = process.env[PART];
    const command = readCommand(process.argv.slice(2));
    await (part === undefined ? run(command) : runOwnPart(command, part));
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    printError(`${error.message}\nUsage: ${usage}`);
    process.exitCode = 2;
  }
}

async function run(command: FaultsCommand): Promise<void> {
  const { schedules, trace } = command;
  const started = performance.now();
  let reported = started;
  const report = ({ total, faulty }: Run) => {
    reported = performance.now();
    const rate = Math.round((1_000 * total.schedules) / (reported - started));
    printError(
      `${total.schedules} of ${schedules} schedules, ${rate} a second, ${faulty.length} with faults.`,
    );
  };
  const onEnd = (run: Run) => void (performance.now() - reported > PROGRESS && report(run));
  const processes = command.store === 'memory' && schedules >= WORTH_PROCESSES ? availableParallelism() : 1;
  const ended =
    trace !== null || processes === 1
      ? await runPart(command, trace === null ? numbersTo(schedules) : [trace], onEnd)
      : await runProcesses(processes, onEnd);
  report(ended);
  for (const schedule of ended.faulty.slice(0, NAMED))
    printError(`Step by step: ${commandOf({ ...command, trace: schedule })}`);
  print(JSON.stringify(ended.total));
  process.exitCode = ended.faulty.length > 0 === (command.control === null) ? 1 : 0;
}

function runPart(command: FaultsCommand, schedules: Iterable<number>, onEnd: (run: Run) => void) {
  return runSchedules({ ...command, schedules, trace: command.trace === null ? null : writeLine, onEnd });
}

/** A schedule is the same in any process, so each of the n processes runs every n-th schedule and sends its figures. */
async function runProcesses(processes: number, onEnd: (run: Run) => void): Promise<Run> {
  const runs = new Map<number, Run>();
  const sum = (): Run => {
    const total = { schedules: 0, ...noFigures() };
    for (const run of runs.values()) {
      total.schedules += run.total.schedules;
      addTo(total, run.total);
    }
    return { total, faulty: [...runs.values()].flatMap(({ faulty }) => faulty).sort((a, b) => a - b) };
  };
  const start = async (number: number) => {
    const env = { ...process.env, [PART]: `${number} ${processes}` };
    const child = fork(process.argv[1] ?? '', process.argv.slice(2), { env });
    child.on('message', (message) => {
      runs.set(number, JSON.parse(String(message)));
      onEnd(sum());
    });
    const [code] = await once(child, 'exit');
    if (code !== 0) throw new Error(`A process of the run ended with exit code ${code}.`);
  };
  await Promise.all(Array.from({ length: processes }, (_none, index) => start(index + 1)));
  return sum();
}

/** @param part the value of `FAULTS_PART` */
async function runOwnPart(command: FaultsCommand, part: string): Promise<void> {
  const [first, step] = part.split(' ').map(Number);
  await runPart(command, numbersTo(command.schedules, first, step), (run) =>
    process.send?.(JSON.stringify(run)),
  );
  process.disconnect();
}

const writeLine: Trace = (now, who, what) =>
  printError(`${(now / 1_000).toFixed(3).padStart(10)}  ${who.padEnd(12)} ${what}`);

await main();
