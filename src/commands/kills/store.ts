/** The disk or the database under the servers. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { KillsCommand } from './options.ts';

export interface OpenedStore {
  /** As `APPLY_STORE` takes it. */
  readonly url: string;
  /** Nothing is left of it. */
  close(): Promise<void>;
}

export type OpenStore = (kind: KillsCommand['store']) => Promise<OpenedStore>;

export const openStore: OpenStore = async (kind) => {
  if (kind === 'postgres') throw new Error('--store postgres is not built yet.');
  const folder = await mkdtemp(join(tmpdir(), 'apply-form-kills-'));
  return {
    url: `file:${join(folder, 'apply.db')}`,
    close: () => rm(folder, { recursive: true, force: true }),
  };
};
