/** `npm run sandbox`: the recruitment service in miniature, alone, for anyone who builds an integration. */

import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { callerOf } from '../sandbox/caller.ts';
import { createSandbox, type Sandbox } from '../sandbox/create-sandbox.ts';
import { questionBank } from '../sandbox/question-bank.ts';
import { readSandboxCommand, type SandboxCommand, usage } from './sandbox-options.ts';

const HOST = '127.0.0.1';

function main(): void {
  const command = readSandboxCommand(process.argv.slice(2));
  if ('faults' in command) {
    fail([...command.faults, `Usage: ${usage}`].join('\n'));
    return;
  }
  const sandbox = createSandbox({ ...command, bank: questionBank });
  const server = createAdaptorServer({
    fetch: (request, { incoming }) => sandbox.fetch(request, callerOf(incoming)),
  });
  server.once('error', (error) => fail(listenFault(error, command)));
  server.listen(command.port, HOST, () => announce(sandbox, server.address()));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(0));
}

function listenFault(error: Error, { port }: SandboxCommand): string {
  const code = 'code' in error ? error.code : '';
  if (code === 'EADDRINUSE')
    return `Port ${port} is busy: another program listens there. Choose another with --port.`;
  return `Cannot listen on port ${port}: ${error.message}`;
}

function announce(sandbox: Sandbox, address: AddressInfo | string | null): void {
  const port = typeof address === 'object' ? address?.port : address;
  console.log(`Sandbox  http://${HOST}:${port}`);
  console.log(`key: ${sandbox.key}`);
  for (const form of sandbox.forms) {
    console.log(
      `form: ${form.name} · job ${form.job.id} · ${form.questions.length} questions · ${form.title}`,
    );
  }
}

function fail(message: string): void {
  console.error(message);
  process.exitCode = 2;
}

main();
