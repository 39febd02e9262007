/** `npx apply-form-server sandbox`: the miniature recruitment service on its own, for anyone who builds an integration. */

import type { AddressInfo } from 'node:net';
import { createAdaptorServer, type ServerType } from '@hono/node-server';
import { failure, type Outcome, success } from '../core/model/failure.ts';
import { callerOf } from '../sandbox/caller.ts';
import { createSandbox, type Sandbox } from '../sandbox/create-sandbox.ts';
import { questionBank } from '../sandbox/question-bank.ts';
import { print, printError, printUnexpected } from '../server/process/print.ts';
import { wantsHelp } from './arguments.ts';
import { type DataFile, reasonOf } from './sandbox-data/data-file.ts';
import { type LockedFile, openAlone } from './sandbox-data/open-alone.ts';
import { createSaver, type Saver } from './sandbox-data/saver.ts';
import { readSandboxCommand, type SandboxCommand, usage } from './sandbox-options.ts';

const HOST = '127.0.0.1';

async function main(): Promise<void> {
  if (wantsHelp(process.argv.slice(2))) return print(`Usage: ${usage}`);
  const command = readSandboxCommand(process.argv.slice(2));
  if ('faults' in command) {
    fail([...command.faults, `Usage: ${usage}`].join('\n'));
    return;
  }
  const file = command.data === null ? success(null) : await openAlone(command.data);
  if (!file.ok) {
    fail(file.error);
    return;
  }
  const sandbox = createSandbox({
    ...command,
    bank: questionBank,
    samples: true,
    kept: file.value?.kept ?? undefined,
    unexpected: printUnexpected,
  });
  const server = createAdaptorServer({
    fetch: (request, { incoming }) => sandbox.fetch(request, callerOf(incoming)),
  });
  server.once('error', (error) => fail(listenFault(error, command)));
  server.listen(command.port, HOST, () => void opened(server, sandbox, { command, file: file.value }));
}

interface Asked {
  readonly command: SandboxCommand;
  readonly file: LockedFile | null;
}

/** Writes nothing to the file before the port is ours. */
async function opened(server: ServerType, sandbox: Sandbox, { command, file }: Asked): Promise<void> {
  const saver = file === null ? success(null) : await keepSaving(sandbox, file, command);
  if (!saver.ok) {
    fail(saver.error);
    close(server);
    return;
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void end(server, saver.value, file));
  announce(sandbox, server.address());
}

async function end(server: ServerType, saver: Saver | null, file: LockedFile | null): Promise<void> {
  close(server);
  const isSaved = saver === null || (await saver.flush());
  file?.release();
  process.exit(isSaved ? 0 : 1);
}

function close(server: ServerType): void {
  server.close();
  if ('closeAllConnections' in server) server.closeAllConnections();
}

/** Saves at once, so that an unwritable folder is noticed before data is lost. */
async function keepSaving(
  sandbox: Sandbox,
  { save }: DataFile,
  { data }: SandboxCommand,
): Promise<Outcome<Saver, string>> {
  try {
    await save(sandbox.keep());
  } catch (error) {
    return failure(`${data} cannot be written: ${reasonOf(error)}.`);
  }
  const failed = (error: unknown) =>
    printError(`${data} cannot be written: ${reasonOf(error)}. It will be tried again at the next change.`);
  const saver = createSaver({ save: () => save(sandbox.keep()), failed });
  sandbox.onChange(saver.changed);
  return success(saver);
}

function listenFault(error: Error, { port }: SandboxCommand): string {
  const code = 'code' in error ? error.code : '';
  if (code === 'EADDRINUSE')
    return `Port ${port} is busy: another program listens there. Choose another with --port.`;
  return `Cannot listen on port ${port}: ${error.message}`;
}

function announce(sandbox: Sandbox, address: AddressInfo | string | null): void {
  const port = typeof address === 'object' ? address?.port : address;
  print(`Sandbox  http://${HOST}:${port}`);
  print(`key: ${sandbox.key}`);
  for (const form of sandbox.forms) {
    print(`form: ${form.name} · job ${form.job.id} · ${form.questions.length} questions · ${form.title}`);
  }
}

function fail(message: string): void {
  printError(message);
  process.exitCode = 2;
}

void main();
