/**
 * `npm run --silent faults -- --schedules N --seed S …` (DOORS): the fault model over the real ledger code, in virtual
 * time. The last line is one JSON object. Exit 1: answers were lost, duplicated, hidden ones sent, or nothing was
 * told; with a control: nothing of it was found. Exit 2: the arguments cannot be used. What the stores write is in a
 * memory folder where there is one (`quick-folder.ts`): no power loss is simulated.
 */
import { type FaultsCommand, readFaultsCommand, usage } from './faults/faults-options.ts';
import { openShelf, startServer } from './faults/open-shelf.ts';
import { runProcesses } from './faults/run-processes.ts';
import { add, newTotal, runSchedules } from './faults/run-schedules.ts';
import { type Figures, isFaulty } from './faults/verdict.ts';

/** Schedules with faults that are named, the first ones. */
const NAMED = 10;
/** Milliseconds. */
const PROGRESS = 10_000;

async function main(): Promise<void> {
  const command = readFaultsCommand(process.argv.slice(2));
  if ('fault' in command) {
    console.error(`${command.fault}\nUsage: ${usage}`);
    process.exitCode = 2;
    return;
  }
  await (command.trace === null ? runAll(command) : traceOne(command, command.trace));
}

async function runAll(command: FaultsCommand): Promise<void> {
  const { seed, schedules, control, store } = command;
  const total = newTotal();
  const faulty: number[] = [];
  const started = performance.now();
  const rate = () => Math.round((1_000 * total.schedules) / (performance.now() - started));
  let told = started;
  await runProcesses(command, (schedule, figures) => {
    add(total, figures);
    if (isFaulty(figures)) faulty.push(schedule);
    if (performance.now() - told < PROGRESS) return;
    told = performance.now();
    console.error(
      `${total.schedules} of ${schedules} schedules, ${rate()} a second, ${faulty.length} with faults`,
    );
  });
  console.error(`${total.schedules} schedules, ${rate()} a second, ${faulty.length} with faults`);
  const more = control === null ? '' : ` --control ${control}`;
  for (const schedule of faulty.sort((one, other) => one - other).slice(0, NAMED))
    console.error(`faults: --seed ${seed} --store ${store}${more} --trace ${schedule}`);
  console.log(JSON.stringify(total));
  process.exitCode = isFaulty(total) === (control === null) ? 1 : 0;
}

async function traceOne({ seed, control, store }: FaultsCommand, schedule: number): Promise<void> {
  const server = await startServer(store);
  const shelf = await openShelf(store, server?.address ?? null);
  const total = newTotal();
  const trace = (now: number, who: string, what: string) =>
    console.error(`${(now / 1_000).toFixed(3).padStart(10)}  ${who.padEnd(12)} ${what}`);
  const onEnd = (_schedule: number, figures: Figures) => {
    add(total, figures);
    return true;
  };
  await runSchedules({ seed, control, shelf, schedules: [schedule], trace, onEnd });
  await shelf.close();
  await server?.stop();
  console.log(JSON.stringify(total));
  process.exitCode = isFaulty(total) === (control === null) ? 1 : 0;
}

await main();
