/** For tests: the service over HTTP, as any, and a server before it. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Writable } from 'node:stream';
import { createAdaptorServer } from '@hono/node-server';
import { createSandbox, type Sandbox } from '../../sandbox/create-sandbox.ts';
import type { Environment } from './configuration/variables.ts';
import { createLog } from './log.ts';
import { hasty } from './server.support.ts';
import { startServer } from './start-server.ts';

export interface ServedSandbox {
  readonly sandbox: Sandbox;
  readonly address: string;
  /** No further connections; those that are open break off. */
  close(): void;
}

const KEY = 'the-key-of-the-service';

/** @param instead takes a request, and answers it or not; false: the sandbox answers */
export async function serveSandbox(
  instead: (request: IncomingMessage, response: ServerResponse) => boolean = () => false,
  { key = KEY, samples = false } = {},
): Promise<ServedSandbox> {
  const sandbox = createSandbox({ key, samples });
  const inner = createAdaptorServer({ fetch: (request) => sandbox.fetch(request) });
  const server = createServer((request, response) => {
    if (!instead(request, response)) inner.emit('request', request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    sandbox,
    address: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** @param write takes each line of the log */
export function startBefore(
  { address, sandbox }: ServedSandbox,
  environment: Environment,
  write: (line: string) => void = () => undefined,
) {
  const sink = new Writable({
    write(chunk, _encoding, done) {
      write(String(chunk));
      done();
    },
  });
  const service = { PORT: '0', APPLY_SERVICE_URL: address, APPLY_SERVICE_KEY: sandbox.key };
  return startServer({ ...service, ...hasty, ...environment }, { log: createLog(sink) });
}

/** @param headers instead of those that wait for no delivery */
export async function callAt(
  address: string | undefined,
  [method = '', path = '', bearer = '']: readonly string[],
  body?: unknown,
  headers: Readonly<Record<string, string>> = { prefer: 'wait=0' },
) {
  const response = await fetch(`${address}${path}`, {
    method,
    headers: {
      ...(bearer === '' ? {} : { authorization: `Bearer ${bearer}` }),
      'content-type': 'application/vnd.api+json',
      ...headers,
    },
    body: body === undefined ? null : JSON.stringify(body),
  });
  const text = await response.text();
  return { response, status: response.status, text, json: /^[[{]/.test(text) ? JSON.parse(text) : null };
}
