/** Staged files of an open store: where their bytes go, and who removes the old ones. */

import type { Clock } from '../../clock.ts';
import type { Cipher } from '../../ledger/cipher.ts';
import type { Scanner } from '../../ports.ts';
import type { OpenStore } from '../../store/open-store.ts';
import { createChunkFolder } from './chunk-folder.ts';
import { createChunkRows } from './chunk-rows.ts';
import { abandonAll } from './file-statements.ts';
import { createStaging, type DurableStaging } from './staging.ts';

export interface OpenStaging extends DurableStaging {
  /** Files that are in the store, and whose bytes are not in their place: they were left out when it was copied. */
  readonly missing: Promise<number>;
  /** Before its store is closed. */
  close(): Promise<void>;
}

/** Milliseconds between two looks for files that are too old. */
const SWEEP = 600_000;

interface StagingWork {
  readonly cipher: Cipher;
  readonly clock: Clock;
  /** Files are not scanned without. */
  readonly scanner?: Scanner | undefined;
}

/** Rejects when the folder for files cannot be made. */
export async function openStaging(
  { engine, folder }: Pick<OpenStore, 'engine' | 'folder'>,
  { cipher, clock, scanner }: StagingWork,
): Promise<OpenStaging> {
  const chunks = folder === null ? createChunkRows(engine.database) : await createChunkFolder(folder);
  const staging = createStaging({ engine, chunks, cipher, scanner, clock });
  // A folder is one process's alone.
  if (folder !== null) await abandonAll(engine);
  const missing = folder === null ? Promise.resolve(0) : staging.countMissing().catch(() => 0);
  // A store that does not answer just now is swept the next time.
  const sweep = () => staging.sweep().catch(() => undefined);
  let sweeping = sweep();
  const end = clock.every(SWEEP, () => {
    sweeping = sweeping.then(sweep);
  });
  return {
    ...staging,
    missing,
    async close() {
      end();
      await sweeping;
      await missing;
    },
  };
}
