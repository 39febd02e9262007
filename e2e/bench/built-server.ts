/** The built server as an operator runs it, and what a back end asks of it. */
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
  /** For a store on a file: its value for `APPLY_STORE`. */
  readonly fileStore: string;
  readonly folder: string;
}

/** What is started in it ends with it. */
export async function withWorkplace<Result>(use: (place: Workplace) => Promise<Result>): Promise<Result> {
  const [processes, folder] = [new Processes(), await mkdtemp(join(tmpdir(), 'apply-bench-'))];
  processes.afterwards(() => rm(folder, { recursive: true }));
  const place = { processes, folder, fileStore: `file:${join(folder, 'apply.db')}` };
  return use(place).finally(() => processes.end());
}

export async function startBuiltServer(
  { processes }: Workplace,
  service: string,
  store: string,
  more: Readonly<Record<string, string>> = {},
): Promise<Server> {
  const environment = {
    APPLY_SERVICE_URL: service,
    APPLY_SERVICE_KEY: SANDBOX_KEY,
    APPLY_SECRET: 'the secret of a server that is measured',
    APPLY_ADMIN_KEY: ADMIN_KEY,
    APPLY_PUBLIC_JOBS: 'all',
    APPLY_STORE: store,
    APPLY_DRAIN_SECONDS: '0',
    ...more,
  };
  const server = await startServer(environment, [built]);
  processes.afterwards(server.stop);
  return server;
}

/** A token for one form. @param session such as `{ job }` or `{ application }` */
export async function openSession({ origin }: Server, session: object): Promise<string> {
  const call = post(ADMIN_KEY, { data: { type: 'sessions', attributes: session } });
  const reply = await request(origin, '/sessions', call);
  return String(path(reply?.body, 'data', 'attributes', 'token'));
}
