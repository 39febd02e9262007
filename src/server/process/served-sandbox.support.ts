/** For tests: the sandbox as a service over HTTP, and servers that use it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { createAdaptorServer } from '@hono/node-server';
import { createSandbox, type Sandbox } from '../../sandbox/create-sandbox.ts';
import type { Environment } from './configuration/variables.ts';
import { createLog } from './log.ts';
import { hasty } from './server.support.ts';
import { type RunningServer, startServer } from './start-server.ts';

export interface ServedSandbox {
  readonly sandbox: Sandbox;
  readonly address: string;
  /** Refuses new connections and breaks the open ones. */
  close(): void;
}

const KEY = 'the-key-of-the-service';

/** @param instead returns whether it handles a request; otherwise the sandbox answers it */
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

/** Serves the sandbox, and starts one server after another in front of it, with stores in one folder. */
export async function openServed(...given: Parameters<typeof serveSandbox>) {
  const service = await serveSandbox(...given);
  const folder = await mkdtemp(join(tmpdir(), 'apply-served-'));
  const log: string[] = [];
  let running: RunningServer | null = null;
  async function stop() {
    await running?.close();
    running = null;
  }
  return {
    service,
    sandbox: service.sandbox,
    folder,
    log,
    stop,
    address: () => running?.address ?? '',
    /** Throws when the start is refused. */
    async restart(environment: Environment, store = 'apply.db') {
      await stop();
      const file = { APPLY_STORE: `file:${join(folder, store)}` };
      const started = await startBefore(service, { ...file, ...environment }, (line) => log.push(line));
      if (!started.ok) throw new Error(started.error.join());
      running = started.value;
    },
    async close() {
      service.close();
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export type Served = Awaited<ReturnType<typeof openServed>>;

/** @param write receives each line of the log */
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

/** @param headers replace the default, which does not wait for delivery */
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
