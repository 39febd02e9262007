/**
 * `npm run --silent faults -- --schedules N --seed S …`: random faults over the real ledger, before the sandbox, in virtual
 * time. The last line is one JSON object. Exit 1: faults were found; with a control: none were. Exit 2: the arguments
 * cannot be used.
 */
import { print, printError } from '../../src/server/process/print.ts';
import { commandOf, type FaultsCommand, readCommand, usage } from './options.ts';
import { numbersTo, type Run, runSchedules } from './run.ts';
import type { Trace } from './world.ts';

/** Milliseconds between two lines, and how many schedules with faults are named. */
const [PROGRESS, NAMED] = [10_000, 10];

await main();

async function main(): Promise<void> {
  if (process.argv.includes('--help')) return print(`Usage: ${usage}`);
  try {
    await run(readCommand(process.argv.slice(2)));
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    printError(`${error.message}\nUsage: ${usage}`);
    process.exitCode = 2;
  }
}

async function run(command: FaultsCommand): Promise<void> {
  const { schedules, trace, ...wish } = command;
  const started = performance.now();
  let told = started;
  const tell = ({ total, faulty }: Run) => {
    told = performance.now();
    const rate = Math.round((1_000 * total.schedules) / (told - started));
    printError(
      `${total.schedules} of ${schedules} schedules, ${rate} a second, ${faulty.length} with faults.`,
    );
  };
  const ended = await runSchedules({
    ...wish,
    schedules: trace === null ? numbersTo(schedules) : [trace],
    trace: trace === null ? null : writeLine,
    onEnd: (run) => void (performance.now() - told > PROGRESS && tell(run)),
  });
  tell(ended);
  for (const one of ended.faulty.slice(0, NAMED))
    printError(`Step by step: ${commandOf({ ...command, trace: one })}`);
  print(JSON.stringify(ended.total));
  process.exitCode = ended.faulty.length > 0 === (command.control === null) ? 1 : 0;
}

const writeLine: Trace = (now, who, what) =>
  printError(`${(now / 1_000).toFixed(3).padStart(10)}  ${who.padEnd(12)} ${what}`);
