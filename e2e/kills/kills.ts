/**
 * `npm run kills`: real processes, real HTTP, a real disk. The server is killed, or stopped in order, at random moments
 * while applicants send, and Postgres is killed under its servers; the service stores late and drops connections; at the end everything that was promised must
 * be there, once, and a stop in order must have failed no request.
 */

import { print, printError } from '../../src/server/app/print.ts';
import { runWithProcesses } from '../support/process-command.ts';
import { readKillsCommand, usage } from './options.ts';
import { runKills } from './run-kills.ts';

const command = readKillsCommand(process.argv.slice(2), process.env);
if ('help' in command) {
  print(`Usage: ${usage}`);
  process.exit(0);
}
if ('fault' in command) {
  printError(`${command.fault}\nUsage: ${usage}`);
  process.exit(2);
}

await runWithProcesses(async ({ processes, tell }) => {
  const result = await runKills(command, { processes, tell });
  const { kills, storeKills, answers, lost, duplicated, failed, parked, unsettled, faults } = result;
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
  print(JSON.stringify({ kills, answers, lost, duplicated, failed, storeKills }));
  return [lost, duplicated, unsettled, failed].every((count) => count === 0) ? 0 : 1;
});
