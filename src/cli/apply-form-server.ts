#!/usr/bin/env node
/**
 * `npx apply-form-server COMMAND`: the server and its commands, built. In a checkout, `npm run --silent COMMAND --` runs
 * the same from the sources.
 */
import packageFile from '../../package.json' with { type: 'json' };
import { print, printError } from '../server/process/print.ts';
import { type Command, processTerminal, wantsHelp } from './command.ts';

const usage = `Usage: npx apply-form-server COMMAND
  start [--sandbox] [--restored]  starts the server, configured by its environment
  sandbox            starts the sandbox alone
  link               prints a link to the form of an application
  probe              reports which of our readings of the service hold; sends only reads
  attention          lists undelivered submissions; finds, exports and erases one person's data
  backup             copies the store while the server runs
  check-questions    finds faults in the questions of a job
  conformance        runs files of cases through the real code for conditions
COMMAND --help explains a command; --version prints the version.`;

const startUsage = `Usage: npx apply-form-server start [--sandbox] [--restored]
  Starts the server, configured by its environment; a message names every missing variable.
  --sandbox   answers with a sandbox of the service at /sandbox, so nothing reaches an employer
  --restored  use it once after restoring a snapshot: open answers are looked up at the service before any are sent`;

/** Each command is loaded when it is called. */
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  sandbox: async () => (await import('./sandbox.ts')).sandbox,
  link: async () => (await import('./link.ts')).link,
  probe: async () => (await import('./probe.ts')).probe,
  attention: async () => (await import('./attention.ts')).attention,
  backup: async () => (await import('./backup.ts')).backup,
  'check-questions': async () => (await import('./check-questions.ts')).checkQuestions,
  conformance: async () => (await import('./conformance.ts')).conformance,
};

const [name = '--help', ...given] = process.argv.slice(2);
if (name === '--version') print(packageFile.version);
else if (name === 'start' && wantsHelp(given)) print(startUsage);
else if (name === 'start') {
  // The server reads the arguments of the process when it is loaded.
  process.argv.splice(2, 1);
  await import('../server/process/main.ts');
} else if (wantsHelp([name]) || name === 'help') print(usage);
else if (Object.hasOwn(commands, name)) {
  // A reader such as `head` closes the pipe when it has seen enough.
  process.stdout.on('error', (error) => {
    if ('code' in error && error.code === 'EPIPE') process.exit();
    throw error;
  });
  const command = await commands[name]?.();
  process.exitCode = await command?.run(given, processTerminal);
} else {
  printError(`There is no command ${name}.\n${usage}`);
  process.exitCode = 2;
}
