/** The disk or the database under the servers. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../support/postgres/start-postgres.ts';
import type { KillsCommand } from './options.ts';
import type { Processes } from './processes.ts';

/** The value for `APPLY_STORE`. The store is removed when all processes have ended. */
export async function openStore(processes: Processes, kind: KillsCommand['store']): Promise<string> {
  if (kind === 'file') {
    const folder = await mkdtemp(join(tmpdir(), 'apply-form-kills-'));
    processes.afterwards(() => rm(folder, { recursive: true, force: true }));
    return `file:${join(folder, 'apply.db')}`;
  }
  const started = await startPostgres();
  if (!started.ok) throw new Error(started.error);
  processes.afterwards(() => started.value.stop());
  return started.value.address;
}
