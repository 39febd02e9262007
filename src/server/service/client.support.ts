/** For tests: the client before the sandbox, over real HTTP, each reply judged by the rules of JSON:API. */
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
  /** Another client of the same sandbox. */
  clientWith(options: Partial<ClientOptions>): Client;
  /** What the clients sent, in order: each request once. */
  readonly sent: readonly Request[];
  /** The bodies of the replies, as they came. */
  readonly replies: readonly string[];
  /** What was wrong with the replies since the last look: to be empty after each test. */
  readonly faults: JudgedSend['take'];
  readonly close: () => void;
}

export async function openClientScene(options: SandboxOptions = {}): Promise<ClientScene> {
  const sandbox = createSandbox(options);
  const server = createAdaptorServer({
    fetch: (request, { incoming }) => sandbox.fetch(request, callerOf(incoming)),
    // With a limit, a write that a busy machine delays meets the end of its idle connection.
    serverOptions: { keepAliveTimeout: 0 },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : address}`;
  const [sent, replies]: [Request[], string[]] = [[], []];
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
  // No test is about the time that a busy machine takes; one that is sets its own limit.
  const limits = { readLimit: 100_000, writeLimit: 100_000 };
  const clientWith = (other: Partial<ClientOptions>) =>
    createClient({ baseUrl: origin, key: sandbox.key, send: judged.send, ...limits, ...other });
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

/** One for all tests of a file, each of which ends without a fault of a reply. */
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
