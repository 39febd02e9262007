/**
 * A submission is erased: nothing of it is begun any more, what was being sent is waited for, and then all of it goes but
 * its subject and its reference. Each step is stored before the next, and any process can take the next.
 */
import type { Erasure } from '../people.ts';
import type { LedgerDependencies } from './dependencies.ts';
import { answersOf, isAnswer, isUnclear } from './next-step.ts';
import type { Item, ItemChange, StoredRecord } from './record.ts';

type EraseDependencies = Pick<LedgerDependencies, 'store' | 'staging' | 'log'>;

/** Tries where a worker, a correction or another operator changes it at the same moment. */
const MOST_TRIES = 5;

export async function eraseRecord(dependencies: EraseDependencies, found: StoredRecord): Promise<Erasure> {
  let record: StoredRecord | null = found;
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    if (record === null) return gone(found);
    if (record.erasedAt === null) await begin(dependencies, record);
    else if (record.items.some(isUnclear)) return { ...countItems(record), state: 'erasing' };
    else if (await finishErasure(dependencies, record)) return { ...countItems(record), state: 'erased' };
    record = await dependencies.store.find(found.key);
  }
  throw new Error('The submission changes all the time.');
}

const gone = ({ reference }: StoredRecord): Erasure => ({
  reference,
  state: 'erased',
  delivered: 0,
  unsent: 0,
  sending: 0,
});

/** From here on no receipt, no act and no worker begins anything of it, in whichever process. */
const begin = ({ store }: EraseDependencies, { key, version, items }: StoredRecord): Promise<boolean> =>
  store.amend({
    key,
    version,
    items: items.filter(isWaiting).map((item) => ({ ...item, change: dropped })),
    erases: true,
  });

const isWaiting = (item: Item): boolean =>
  item.state !== 'delivered' && !isUnclear(item) && (item.payload !== null || item.state === 'queued');

const dropped: ItemChange = { state: 'parked', code: 'given_up', payload: null };

/**
 * The files first: what is stored says until then that they are to go. Done again where nothing is left, since the files
 * may have outlived a process that ended here.
 *
 * @returns false: something may be under way, or it was changed
 */
export async function finishErasure(
  { store, staging, log }: EraseDependencies,
  record: StoredRecord,
): Promise<boolean> {
  const { key, reference, version, settledAt, items } = record;
  await staging.erase(key);
  if (items.length === 0 && settledAt !== null) return true;
  if (!(await store.erase(key, version))) return false;
  log.warn('person_erased', { tenant: key.tenant, reference, count: countItems(record).unsent });
  return true;
}

/** An application of ours counts by its answers: without it none of them arrives. */
export function countItems(record: Pick<StoredRecord, 'reference' | 'items'>): Omit<Erasure, 'state'> {
  const answers = answersOf(record);
  const counted = answers.length > 0 ? answers : record.items.filter((item) => !isAnswer(item));
  const delivered = counted.filter(({ state }) => state === 'delivered').length;
  const sending = counted.filter(isUnclear).length;
  return { reference: record.reference, delivered, sending, unsent: counted.length - delivered - sending };
}
