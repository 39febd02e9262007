/** Starts the built server as an operator does, and opens sessions as a back end does. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { path } from '../../src/core/jsonapi/json.ts';
import { post, request } from '../kills/applicant.ts';
import { Processes } from '../kills/processes.ts';
import { SANDBOX_KEY } from '../kills/sandbox-process.ts';
import { type Server, startServer } from '../support/apply-form-server.ts';

const ADMIN_KEY = 'the-admin-key-of-a-server-that-is-measured';
const built = fileURLToPath(new URL('../../dist/server.js', import.meta.url));

export interface Workplace {
  readonly processes: Processes;
  /** The value of `APPLY_STORE` for a store on a file. */
  readonly fileStore: string;
  readonly folder: string;
}

/** Runs `use` with a new folder; then ends all processes and deletes the folder. */
export async function withWorkplace<Result>(use: (workplace: Workplace) => Promise<Result>): Promise<Result> {
  const processes = new Processes();
  const folder = await mkdtemp(join(tmpdir(), 'apply-bench-'));
  processes.afterwards(() => rm(folder, { recursive: true }));
  const fileStore = `file:${join(folder, 'apply.db')}`;
  return use({ processes, folder, fileStore }).finally(() => processes.end());
}

export async function startBuiltServer(
  { processes }: Workplace,
  service: string,
  store: string,
  variables: Readonly<Record<string, string>> = {},
): Promise<Server> {
  const environment = {
    APPLY_SERVICE_URL: service,
    APPLY_SERVICE_KEY: SANDBOX_KEY,
    APPLY_SECRET: 'the secret of a server that is measured',
    APPLY_ADMIN_KEY: ADMIN_KEY,
    APPLY_PUBLIC_JOBS: 'all',
    APPLY_STORE: store,
    APPLY_DRAIN_SECONDS: '0',
    ...variables,
  };
  const server = await startServer(environment, [built]);
  processes.afterwards(server.stop);
  return server;
}

/** Returns a token for one form. @param session such as `{ job }` or `{ application }` */
export async function openSession({ origin }: Server, session: object): Promise<string> {
  const call = post(ADMIN_KEY, { data: { type: 'sessions', attributes: session } });
  const reply = await request(origin, '/sessions', call);
  return String(path(reply?.body, 'data', 'attributes', 'token'));
}
