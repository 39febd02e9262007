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

function needsOldSecret(count: number): string {
  const [what, are, them] =
    count === 1 ? ['1 submission', 'is', 'it was'] : [`${count} submissions`, 'are', 'they were'];
  return `APPLY_SECRET cannot open ${what} with a receipt that ${are} not delivered: ${them} sealed with another secret. Put that one second, APPLY_SECRET=NEW,OLD, until all is delivered. Should it be lost, what it sealed can never be read: keep this store, and start on another APPLY_STORE.`;
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
  const place = await findPlace(configuration);
  if (!place.ok) return place;
  const doubtFor = doubtOf(configuration);
  const onRestored = (count: number) => log.note(restored(count, doubtFor));
  const store = await openStore(place.value.address, { clock, doubtFor, isRestored, onRestored });
  if (!store.ok) {
    await place.value.remove();
    return store;
  }
  const cipher = createCipher(configuration.secrets);
  const close = async () => {
    await store.value.close();
    await place.value.remove();
  };
  const refused = await findRefusal(store.value, cipher, configuration);
  if (refused !== null) {
    await close();
    return failure(refused);
  }
  const stagingWork = { cipher, clock, scanner: scanner ?? undefined };
  const staging = openStaging(store.value, stagingWork);
  return success({
    store: store.value,
    staging,
    scanner,
    cipher,
    async close() {
      await staging.close();
      await close();
    },
  });
}

/** null: the store belongs to this mode, and what is open in it can be opened with this secret. */
async function findRefusal(
  { engine }: OpenStore,
  cipher: Cipher,
  { sandboxMode }: Configuration,
): Promise<string | null> {
  try {
    const taken = await takeMode(engine, sandboxMode ? 'sandbox' : 'service');
    if (!taken.ok) return taken.error;
    const unopenable = await countUnopenable(engine.database, cipher);
    if (unopenable > 0) return needsOldSecret(unopenable);
    return null;
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
  `The store is a restored copy: ${count === 1 ? '1 submission that is' : `${count} submissions that are`} open in it will be looked for at the service from ${Math.round(answer / 1000)} s on, before anything of ${count === 1 ? 'it' : 'them'} is sent.`;

interface Place {
  readonly address: string;
  remove(): Promise<void>;
}

/** Unset in sandbox mode: a temporary folder that is deleted when the server ends. */
async function findPlace({ store }: Configuration): Promise<Outcome<Place, string>> {
  if (store !== null) return success({ address: store, remove: async () => undefined });
  const folder = await mkdtemp(join(tmpdir(), 'apply-form-')).catch(() => null);
  if (folder === null) return failure(`Apply Form cannot make a folder for its store in ${tmpdir()}.`);
  return success({
    address: `file:${join(folder, 'apply.db')}`,
    remove: () => rm(folder, { recursive: true, force: true }),
  });
}
