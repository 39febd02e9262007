/** The store, the staged files and the secrets: what outlives this process, opened and checked before a request is taken. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { failure, type Outcome, success } from '../../core/model/failure.ts';
import type { Clock } from '../clock.ts';
import type { CountingScanner } from '../files/scan.ts';
import { openStaging } from '../files/staging.ts';
import { type Cipher, createCipher } from '../ledger/cipher.ts';
import type { DoubtWait } from '../ledger/record.ts';
import type { Staging } from '../ports.ts';
import { LARGEST_BODY, writeLimitOf } from '../service/send-request.ts';
import { reasonOf } from '../store/file.ts';
import { type OpenStore, openStore } from '../store/open-store.ts';
import { countUnopenable, takeMode } from '../store/start-checks.ts';
import type { Configuration } from './configuration/configuration.ts';
import type { ServerLog } from './log.ts';

export interface DeliveryStore {
  readonly store: OpenStore;
  readonly staging: Staging;
  /** null: files are not scanned. */
  readonly scanner: CountingScanner | null;
  readonly cipher: Cipher;
  close(): Promise<void>;
}

interface OpeningDependencies extends Pick<DeliveryStore, 'scanner'> {
  readonly log: ServerLog;
  readonly clock: Clock;
  readonly isRestored: boolean;
}

/** The error is a sentence for the person who starts the server. */
export async function openDeliveryStore(
  configuration: Configuration,
  { log, clock, scanner, isRestored }: OpeningDependencies,
): Promise<Outcome<DeliveryStore, string>> {
  const { store: address, sandboxMode, secrets } = configuration;
  // Unset in sandbox mode: a temporary folder that is deleted when the server ends.
  const folder = address === null ? await mkdtemp(join(tmpdir(), 'apply-form-')) : null;
  const removeFolder = async () => {
    if (folder !== null) await rm(folder, { recursive: true, force: true });
  };
  const doubtFor = doubtOf(configuration);
  const onRestored = (count: number) => log.note(restored(count, doubtFor));
  const opened = await openStore(address ?? `file:${join(folder ?? '', 'apply.db')}`, {
    ...{ clock, doubtFor, isRestored, onRestored },
  });
  if (!opened.ok) {
    await removeFolder();
    return opened;
  }
  const store = opened.value;
  const cipher = createCipher(secrets);
  const refused = await findRefusal(store, cipher, sandboxMode);
  const close = async () => {
    await store.close();
    await removeFolder();
  };
  if (refused !== null) {
    await close();
    return failure(refused);
  }
  const { close: endStaging, ...staging } = openStaging(store, {
    cipher,
    clock,
    scanner: scanner ?? undefined,
  });
  return success({ store, staging, scanner, cipher, close: () => endStaging().then(close) });
}

/** null: the store belongs to this mode, and what is open in it can be opened with this secret. */
async function findRefusal(
  { engine }: OpenStore,
  cipher: Cipher,
  sandboxMode: boolean,
): Promise<string | null> {
  try {
    const taken = await takeMode(engine, sandboxMode ? 'sandbox' : 'service');
    if (!taken.ok) return taken.error;
    const count = await countUnopenable(engine.database, cipher);
    return count === 0
      ? null
      : `APPLY_SECRET cannot open ${count === 1 ? '1 submission' : `${count} submissions`} with a receipt, sealed with another secret and not delivered. Put that one second, APPLY_SECRET=NEW,OLD, until all is delivered. Should it be lost, what it sealed can never be read: keep this store, and start on another APPLY_STORE.`;
  } catch (error) {
    return `What is open in the store cannot be read: ${reasonOf(error)}.`;
  }
}

/** The process that this store was copied from may have begun a POST a moment ago. */
function doubtOf({ sendSeconds, quietSeconds }: Configuration): DoubtWait {
  const [limit, quiet] = [sendSeconds * 1000, quietSeconds * 1000];
  return { answer: limit + quiet, file: writeLimitOf(LARGEST_BODY, limit) + quiet };
}

const restored = (count: number, { answer }: DoubtWait): string =>
  `The store is a restored copy: what is open in it (submissions: ${count}) will be looked for at the service from ${Math.round(answer / 1000)} s on, before anything of it is sent.`;
