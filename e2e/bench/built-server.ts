/** The built server as an operator runs it, and what a back end asks of it. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { at } from '../../src/sandbox/json.ts';
import type { Processes, StartedProcess } from '../kills/processes.ts';
import { SANDBOX_KEY } from '../kills/sandbox-process.ts';

const ADMIN_KEY = 'the-admin-key-of-a-server-that-is-measured';
const built = fileURLToPath(new URL('../../dist/server.js', import.meta.url));

export interface BuiltServer {
  readonly address: string;
  readonly process: StartedProcess;
}

export interface BuiltServerWish {
  /** Address of the service. */
  readonly service: string;
  /** `APPLY_STORE`, or a folder for a file of its own. */
  readonly store: string;
  /** Of Node. */
  readonly options?: readonly string[];
}

export async function startBuiltServer(processes: Processes, wish: BuiltServerWish): Promise<BuiltServer> {
  const { service, store, options = [] } = wish;
  const started = processes.start({
    args: [...options, built],
    ready: /Apply Form {2}(\S+)/,
    environment: {
      PORT: '0',
      APPLY_SERVICE_URL: service,
      APPLY_SERVICE_KEY: SANDBOX_KEY,
      APPLY_SECRET: 'the secret of a server that is measured',
      APPLY_ADMIN_KEY: ADMIN_KEY,
      APPLY_PUBLIC_JOBS: 'all',
      APPLY_STORE: store.includes(':') ? store : `file:${join(store, 'apply.db')}`,
    },
  });
  const address = (await started.ready)?.[1];
  if (address === undefined) throw new Error(`The server does not start: ${started.errors}`);
  return { address, process: started };
}

export const MEDIA = { 'content-type': 'application/vnd.api+json' } as const;

/** A token for one form. @param session such as `{ job }` or `{ application }` */
export async function openSession(address: string, session: object): Promise<string> {
  const reply = await fetch(`${address}/sessions`, {
    method: 'POST',
    headers: { ...MEDIA, authorization: `Bearer ${ADMIN_KEY}` },
    body: JSON.stringify({ data: { type: 'sessions', attributes: session } }),
  });
  const token = at(await reply.json(), 'data', 'attributes', 'token');
  if (typeof token !== 'string') throw new Error(`There is no session: ${reply.status}`);
  return token;
}
