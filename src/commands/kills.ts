/**
 * `npm run kills`: real processes, real HTTP, a real disk. The server is killed at random moments while applicants
 * send, the service stores late and drops connections; at the end everything that was promised must be there, once.
 */
import { sentenceOf } from './arguments.ts';
import { createHerd } from './kills/herd.ts';
import { readKillsCommand, usage } from './kills/options.ts';
import { runKills } from './kills/run-kills.ts';

const command = readKillsCommand(process.argv.slice(2), process.env);
if ('help' in command) {
  console.log(`Usage: ${usage}`);
  process.exit(0);
}
if ('fault' in command) {
  console.error(`${command.fault}\nUsage: ${usage}`);
  process.exit(2);
}

const herd = createHerd();
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void herd.end().then(() => process.exit(130)));

const started = performance.now();
const tell = (line: string) =>
  console.error(`${((performance.now() - started) / 1000).toFixed(1).padStart(6)} s  ${line}`);

try {
  const result = await runKills(command, { herd, tell });
  const { kills, answers, lost, duplicated, parked, unsettled, faults } = result;
  await herd.end();
  for (const fault of faults) tell(`${fault}.`);
  tell(`${parked} answers wait for an operator, ${unsettled} receipts are not settled.`);
  if (command.control)
    tell(
      lost + duplicated > 0
        ? `control late: ${lost} lost, ${duplicated} duplicated, as it must.`
        : 'control late: no faults, where it must find some.',
    );
  console.log(JSON.stringify({ kills, answers, lost, duplicated }));
  process.exitCode = lost === 0 && duplicated === 0 && unsettled === 0 ? 0 : 1;
} catch (error) {
  await herd.end();
  tell(sentenceOf(error));
  // Applicants may still be asking.
  process.exit(1);
}
