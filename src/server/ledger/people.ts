/** Finds, exports and erases the data of one person. */

import { failure, success } from '../../core/model/failure.ts';
import { subject, type Tenant } from '../../core/model/ids.ts';
import type { RecordedConsent } from '../../core/model/submission.ts';
import { giveTurn } from '../clock.ts';
import type { ErasedPerson, Erasure, People, PersonData, PersonQuery, PersonSubmission } from '../people.ts';
import { FileUnavailable, type SubjectKey } from '../ports.ts';
import { givenUp, readItems } from './attention.ts';
import type { LedgerDependencies } from './dependencies.ts';
import {
  answersOf,
  applicationOf,
  describe,
  forgetAt,
  type Item,
  isAnswer,
  isUnclear,
  type StoredRecord,
  toRecordedConsent,
} from './record.ts';

/** @param wake called when an erasure has to wait for unclear items */
export const createPeople = (dependencies: LedgerDependencies, wake: () => void): People => ({
  find: (tenant, query, content) => findPerson(dependencies, { tenant, query, content }),
  async openFile(tenant, query, file) {
    const { records, loose } = await search(dependencies, tenant, query);
    for (const key of [...records.map((record) => record.key), ...loose]) {
      try {
        const opened = await dependencies.staging.open(key, file);
        if (opened !== null) return success(opened);
      } catch (error) {
        if (error instanceof FileUnavailable) return failure(error.reason);
        throw error;
      }
    }
    return failure('gone');
  },
  async erase(tenant, query) {
    const erased = await erasePerson(dependencies, tenant, query);
    if (erased.erasures.some(({ state }) => state === 'erasing')) wake();
    return erased;
  },
});

/** `loose`: subjects of existing applications whose files were uploaded but never sent. */
async function search({ store }: LedgerDependencies, tenant: Tenant, query: PersonQuery) {
  const records = await store.findPerson(tenant, query);
  const keys = query.kind === 'application' ? [{ tenant, subject: subject(query.application) }] : [];
  const isSent = (key: SubjectKey) => records.some((record) => record.key.subject === key.subject);
  return { records, loose: keys.filter((key) => !isSent(key)) };
}

async function findPerson(
  dependencies: LedgerDependencies,
  wish: { readonly tenant: Tenant; readonly query: PersonQuery; readonly content: boolean },
): Promise<PersonData> {
  const { tenant, query, content } = wish;
  const { log, staging, store } = dependencies;
  const { records, loose } = await search(dependencies, tenant, query);
  const submissions: PersonSubmission[] = [];
  for (const record of records) {
    // One email may have hundreds of submissions.
    await giveTurn();
    submissions.push(await describeSubmission(dependencies, record, content));
    if (content) log.warn('person_exported', { tenant, reference: record.reference });
  }
  const unsearched = query.kind === 'email' ? await store.countUnfindable(tenant, query.hashes) : 0;
  const files = await Promise.all(loose.map(staging.list));
  const consents = await findLooseConsents(dependencies, tenant, { query, records });
  return { submissions, files: files.flat(), consents, unsearched };
}

async function describeSubmission(
  dependencies: LedgerDependencies,
  record: StoredRecord,
  content: boolean,
): Promise<PersonSubmission> {
  const { key, reference, job, erasedAt } = record;
  const erasure = record.items.length === 0 ? 'erased' : 'erasing';
  const { state, acceptedAt } = describe(record);
  const items = await readItems(dependencies, record, { content, read: null });
  const consents = await dependencies.store.findConsents(key.tenant, { subject: key.subject });
  return {
    reference,
    job,
    accepted_at: acceptedAt,
    application: applicationOf(record),
    state: erasedAt === null ? state : erasure,
    kept_until: new Date(forgetAt(record)).toISOString(),
    items: items.map(({ item, shown }) => ({
      ...shown,
      // A delivered application's payload holds only its id.
      is_held: item.state !== 'delivered' && item.payload !== null,
      // An application may have several files, so it cannot name one.
      file: isAnswer(item) ? (item.files[0] ?? null) : null,
      files: item.files,
    })),
    files: await dependencies.staging.list(key),
    consents: consents.map(toRecordedConsent),
  };
}

/** Finds the consents of submissions that were removed. */
async function findLooseConsents(
  { store }: LedgerDependencies,
  tenant: Tenant,
  { query, records }: { readonly query: PersonQuery; readonly records: readonly StoredRecord[] },
): Promise<readonly RecordedConsent[]> {
  if (query.kind === 'email') return [];
  const owner =
    query.kind === 'reference' ? { reference: query.reference } : { subject: subject(query.application) };
  const known = new Set(records.map(({ key }) => key.subject));
  const found = await store.findConsents(tenant, owner);
  return found.filter((consent) => !known.has(consent.subject)).map(toRecordedConsent);
}

async function erasePerson(
  dependencies: LedgerDependencies,
  tenant: Tenant,
  query: PersonQuery,
): Promise<ErasedPerson> {
  const { records, loose } = await search(dependencies, tenant, query);
  const erasures: Erasure[] = [];
  for (const record of records) {
    await giveTurn();
    erasures.push(await eraseRecord(dependencies, record));
  }
  let files = 0;
  for (const key of loose) files += await dependencies.staging.erase(key);
  return { erasures, files };
}

type EraseDependencies = Pick<LedgerDependencies, 'store' | 'staging' | 'log'>;

/** Attempts when a worker, a correction or another operator changes the same submission. */
const MOST_TRIES = 5;

export async function eraseRecord(dependencies: EraseDependencies, found: StoredRecord): Promise<Erasure> {
  const { store } = dependencies;
  let record: StoredRecord | null = found;
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    if (record === null) return { ...countItems({ ...found, items: [] }), state: 'erased' };
    const { key, version, items } = record;
    if (record.erasedAt === null) {
      // After this change, no process starts anything for this submission.
      const dropped = items.filter(isWaiting).map((item) => ({ ...item, change: givenUp }));
      await store.amend({ key, version, items: dropped, erases: true });
    } else if (items.some(isUnclear)) return { ...countItems(record), state: 'erasing' };
    else if (await finishErasure(dependencies, record)) return { ...countItems(record), state: 'erased' };
    record = await store.find(found.key);
  }
  throw new Error('The submission changed at every attempt.');
}

const isWaiting = (item: Item): boolean =>
  item.state !== 'delivered' && !isUnclear(item) && (item.payload !== null || item.state === 'queued');

/**
 * Erases the files first, because the record still says that they must go. Repeated for an empty record, because a
 * process that stopped here may have left files.
 *
 * @returns false if a request may be under way, or if the record changed
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

/** Counts an application of job mode by its answers: without it none of them arrives. */
function countItems(record: StoredRecord): Omit<Erasure, 'state'> {
  const answers = answersOf(record);
  const counted = answers.length > 0 ? answers : record.items;
  const delivered = counted.filter(({ state }) => state === 'delivered').length;
  const sending = counted.filter(isUnclear).length;
  return { reference: record.reference, delivered, sending, unsent: counted.length - delivered - sending };
}
