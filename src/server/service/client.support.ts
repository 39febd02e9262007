/** For tests: the client and the sandbox over real HTTP; each reply is checked by the rules of JSON:API. */
import { createAdaptorServer } from '@hono/node-server';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { callerOf } from '../../sandbox/caller.ts';
import { createSandbox, type Sandbox, type SandboxOptions } from '../../sandbox/create-sandbox.ts';
import { type Client, type ClientOptions, createClient } from './client.ts';
import { type JudgedSend, judgeSend } from './judged-send.support.ts';

export interface ClientScene {
  readonly sandbox: Sandbox;
  readonly origin: string;
  readonly client: Client;
  /** Creates another client of the same sandbox. */
  clientWith(options: Partial<ClientOptions>): Client;
  /** The requests of the clients, in order. */
  readonly sent: readonly Request[];
  /** The bodies of the replies. */
  readonly replies: readonly string[];
  /** Returns the faults of the replies since the last call; there must be none after each test. */
  readonly faults: JudgedSend['take'];
  readonly close: () => void;
}

export async function openClientScene(options: SandboxOptions = {}): Promise<ClientScene> {
  const sandbox = createSandbox(options);
  const server = createAdaptorServer({
    fetch: (request, { incoming }) => sandbox.fetch(request, callerOf(incoming)),
    // A busy machine may delay a write beyond an idle limit, which would close its connection.
    serverOptions: { keepAliveTimeout: 0 },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : address}`;
  const sent: Request[] = [];
  const replies: string[] = [];
  const judged = judgeSend(async (request) => {
    sent.push(request);
    const response = await fetch(request);
    replies.push(
      await response
        .clone()
        .text()
        .catch(() => ''),
    );
    return response;
  });
  // A busy machine must not fail a test; tests of the limits set their own.
  const limits = { readLimit: 100_000, writeLimit: 100_000 };
  const clientWith = (change: Partial<ClientOptions>) =>
    createClient({ baseUrl: origin, key: sandbox.key, send: judged.send, ...limits, ...change });
  return {
    sandbox,
    origin,
    client: clientWith({}),
    clientWith,
    sent,
    replies,
    faults: judged.take,
    close: () => void server.close(),
  };
}

/** Opens one scene for all tests of a file, and checks after each test that no reply had a fault. */
export function useClientScene(options: SandboxOptions = {}): () => ClientScene {
  let scene: ClientScene | null = null;
  const current = () => {
    if (scene === null) throw new Error('No test has begun.');
    return scene;
  };
  beforeAll(async () => {
    scene = await openClientScene(options);
  });
  afterEach(async () => expect(await current().faults()).toEqual([]));
  afterAll(() => current().close());
  return current;
}
