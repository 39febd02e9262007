#!/usr/bin/env node
/**
 * `npx apply-form-server COMMAND`: the server and its commands, built. In a checkout, `npm run --silent COMMAND --` runs
 * the same from the sources.
 */
import packageFile from '../../package.json' with { type: 'json' };
import { print, printError } from '../server/process/print.ts';
import { wantsHelp } from './arguments.ts';

const usage = `Usage: npx apply-form-server COMMAND
  start [--sandbox] [--restored]  the server, configured by its environment
  sandbox            the sandbox alone
  link               a link to the form of an application
  probe              which readings of the service hold, reading only
  attention          what could not be delivered, and the data of one person (find, export, erase)
  backup             a consistent copy of the store while the server runs
  check-questions    what is wrong with the questions of a job
  conformance        cases of conditions, run through the real code
COMMAND --help tells more; --version the version.`;

const startUsage = `Usage: npx apply-form-server start [--sandbox] [--restored]
  Its environment says where the recruitment service is, and all else; what is missing is named. With --sandbox a
  miniature of the service answers at /sandbox of the same address, and nothing reaches an employer. With --restored,
  once, on a store that came back from a snapshot: what is open in it is looked for before anything is sent.`;

/** The server reads its environment when it is loaded. */
async function start(given: readonly string[]): Promise<void> {
  if (wantsHelp(given)) return print(startUsage);
  await import('../server/process/main.ts');
}

function refuse(message: string): void {
  printError(message);
  process.exitCode = 2;
}

/** Each reads the arguments of the process when it is loaded. */
const commands: Readonly<Record<string, (given: readonly string[]) => Promise<unknown>>> = {
  start,
  sandbox: () => import('./sandbox.ts'),
  link: () => import('./link.ts'),
  probe: () => import('./probe.ts'),
  attention: () => import('./attention.ts'),
  backup: () => import('./backup.ts'),
  'check-questions': () => import('./check-questions.ts'),
  conformance: () => import('./conformance.ts'),
};

const [name = '--help', ...given] = process.argv.slice(2);
const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
if (command !== undefined) {
  process.argv.splice(2, 1);
  await command(given);
} else if (name === '--version') print(packageFile.version);
else if (wantsHelp([name]) || name === 'help') print(usage);
else refuse(`There is no command ${name}.\n${usage}`);
