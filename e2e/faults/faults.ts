/**
 * `npm run --silent faults -- --schedules N --seed S …`: the fault model over the real ledger code, in virtual
 * time. The last line is one JSON object. Exit 1: answers were lost, duplicated, hidden ones sent, or nothing was
 * told; with a control: nothing of it was found. Exit 2: the arguments cannot be used. What the stores write is in a
 * memory folder where there is one (`quick-folder.ts`): no power loss is simulated.
 */

import { print, printError } from '../../src/server/process/print.ts';
import { type FaultsCommand, readFaultsCommand, usage } from './faults-options.ts';
import { openStores, startPostgresServer } from './open-stores.ts';
import { runProcesses } from './run-processes.ts';
import { add, newTotal, runSchedules, type Total } from './run-schedules.ts';
import type { Trace } from './simulation.ts';
import { commandOf, lineOf, tellRun } from './tell-run.ts';
import { type Figures, isFaulty } from './verdict.ts';

/** Milliseconds. */
const PROGRESS = 10_000;

async function main(): Promise<void> {
  const command = readFaultsCommand(process.argv.slice(2));
  if ('help' in command) return print(`Usage: ${usage}`);
  if ('fault' in command) {
    printError(`${command.fault}\nUsage: ${usage}`);
    process.exitCode = 2;
    return;
  }
  await (command.trace === null ? runAll(command) : traceOne(command, command.trace));
}

async function runAll(command: FaultsCommand): Promise<void> {
  const { schedules } = command;
  const total = newTotal();
  const faulty: number[] = [];
  const started = performance.now();
  const rate = () => Math.round((1_000 * total.schedules) / (performance.now() - started));
  let told = started;
  await runProcesses(command, (schedule, figures, lines) => {
    add(total, figures);
    if (isFaulty(figures)) {
      faulty.push(schedule);
      // A long run may be broken off before its end, where they are named.
      if (command.control === null) tellFault({ ...command, trace: schedule }, lines);
    }
    if (performance.now() - told < PROGRESS) return;
    told = performance.now();
    printError(
      `${total.schedules} of ${schedules} schedules, ${rate()} a second, ${faulty.length} with faults.`,
    );
  });
  printError(`${total.schedules} schedules, ${rate()} a second, ${faulty.length} with faults.`);
  end(command, total, faulty);
}

/** What happened in an order that does not come again is told at once. */
function tellFault(command: FaultsCommand, lines: readonly string[]): void {
  for (const line of lines) printError(line);
  printError(`Step by step: ${commandOf(command)}`);
}

/** The object that programs read stands last. */
function end(command: FaultsCommand, total: Total, faulty: readonly number[]): void {
  for (const line of tellRun(command, total, faulty)) printError(line);
  print(JSON.stringify(total));
  process.exitCode = isFaulty(total) === (command.control === null) ? 1 : 0;
}

async function traceOne(command: FaultsCommand, schedule: number): Promise<void> {
  const { seed, control, store } = command;
  const server = await startPostgresServer(command);
  const stores = await openStores(store, server?.address ?? null);
  const total = newTotal();
  const trace: Trace = (...event) => printError(lineOf(...event));
  const onEnd = (_schedule: number, figures: Figures) => {
    add(total, figures);
    return true;
  };
  const schedules = [schedule];
  await runSchedules({ seed, control, stores, schedules, traceOf: () => trace, onEnd });
  await stores.close();
  await server?.stop();
  end(command, total, isFaulty(total) ? [schedule] : []);
}

await main();
