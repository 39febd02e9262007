/**
 * `npm run kills`: real processes, real HTTP, a real disk. The server is killed, or stopped in order, at random moments
 * while applicants send, one of two behind a balancer where the store is Postgres, which is killed under them as well; the
 * service stores late and drops connections; at the end everything that was promised must be there, once, and a stop in
 * order must have failed no request.
 */
import { sentenceOf } from '../../src/cli/arguments.ts';
import { print, printError } from '../../src/server/process/print.ts';
import { readKillsCommand, usage } from './options.ts';
import { createProcesses } from './processes.ts';
import { type Dependencies, runKills } from './run-kills.ts';

/** @param run gives the exit code; what it starts is ended, whatever becomes of it */
async function runWithProcesses(run: (tools: Dependencies) => Promise<number>): Promise<never> {
  const processes = createProcesses();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void processes.end().then(() => process.exit(130)));
  const started = performance.now();
  const tell = (line: string) =>
    printError(`${((performance.now() - started) / 1000).toFixed(1).padStart(6)} s  ${line}`);
  try {
    const code = await run({ processes, tell });
    await processes.end();
    process.exit(code);
  } catch (error) {
    await processes.end();
    tell(sentenceOf(error));
    process.exit(1);
  }
}

const command = readKillsCommand(process.argv.slice(2), process.env);
if ('help' in command) {
  print(`Usage: ${usage}`);
  process.exit(0);
}
if ('fault' in command) {
  printError(`${command.fault}\nUsage: ${usage}`);
  process.exit(2);
}

await runWithProcesses(async (dependencies) => {
  const { tell } = dependencies;
  const result = await runKills(command, dependencies);
  const { kills, restarts, storeKills, answers, lost, duplicated, failed, parked, unsettled, faults } =
    result;
  for (const fault of faults) tell(`${fault}.`);
  tell(`${parked} answers wait for an operator, ${unsettled} receipts are not settled.`);
  if (command.control)
    tell(
      lost + duplicated > 0
        ? `control late: ${lost} lost, ${duplicated} duplicated, as it must.`
        : 'control late: no faults, where it must find some.',
    );
  if (command.isForgetful)
    tell(
      `control forgetful: ${lost === 0 ? 'nothing was lost, where something must be.' : `${lost} lost, as it must.`}`,
    );
  if (command.isAbrupt)
    tell(
      `control abrupt: ${failed === 0 ? 'no request failed, where some must.' : `${failed} failed, as they must.`}`,
    );
  print(JSON.stringify({ kills, answers, lost, duplicated, failed, restarts, storeKills }));
  return [lost, duplicated, unsettled, failed].every((count) => count === 0) ? 0 : 1;
});
