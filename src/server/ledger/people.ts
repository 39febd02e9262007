/** What is held of one person: told to the operator, given out, and erased. */

import { failure, success } from '../../core/model/failure.ts';
import { type ApplicationId, type FileId, subject, type Tenant } from '../../core/model/ids.ts';
import type { HeldConsent } from '../../core/model/submission.ts';
import { giveTurn } from '../clock.ts';
import type {
  ErasedPerson,
  Erasure,
  HeldItem,
  HeldSubmission,
  People,
  PersonData,
  PersonQuery,
} from '../people.ts';
import { FileHeldBack, type HeldFile, type SubjectKey } from '../ports.ts';
import { describeItems } from './attention.ts';
import type { LedgerDependencies } from './dependencies.ts';
import {
  answersOf,
  applicationOf,
  describe,
  forgetAt,
  type Item,
  type ItemChange,
  isAnswer,
  isUnclear,
  type StoredRecord,
  toHeldConsent,
} from './record.ts';

/** @param wake there may be something to look for */
export const createPeople = (dependencies: LedgerDependencies, wake: () => void): People => ({
  find: (tenant, query, content) => findPerson(dependencies, { tenant, query, content }),
  async openFile(tenant, query, file) {
    for (const key of await keysOf(dependencies, tenant, query)) {
      if (!(await holds(dependencies, key, file))) continue;
      const opened = await openFile(dependencies, key, file);
      if (opened.ok || opened.error !== 'gone') return opened;
    }
    return failure('gone');
  },
  async erase(tenant, query) {
    const erased = await erasePerson(dependencies, tenant, query);
    if (erased.erasures.some(({ state }) => state === 'erasing')) wake();
    return erased;
  },
});

type OpenedFile = ReturnType<People['openFile']>;

async function openFile({ staging }: LedgerDependencies, key: SubjectKey, file: FileId): OpenedFile {
  try {
    const opened = await staging.open(key, file);
    return opened ? success(opened) : failure('gone');
  } catch (error) {
    if (error instanceof FileHeldBack) return failure(error.reason);
    throw error;
  }
}

interface Search {
  readonly tenant: Tenant;
  readonly query: PersonQuery;
  readonly content: boolean;
}

async function findPerson(
  dependencies: LedgerDependencies,
  { tenant, query, content }: Search,
): Promise<PersonData> {
  const records = await dependencies.store.findPerson(tenant, query);
  const submissions: HeldSubmission[] = [];
  for (const record of records) {
    // Of one address there may be hundreds.
    await giveTurn();
    submissions.push(await describeHeld(dependencies, record, content));
    if (content) dependencies.log.warn('person_exported', { tenant, reference: record.reference });
  }
  const unsearched =
    query.kind === 'email' ? await dependencies.store.countUnfindable(tenant, query.hashes) : 0;
  const files = await findLoose(dependencies, tenant, { query, records });
  const consents = await findLooseConsents(dependencies, tenant, { query, records });
  return { submissions, files, consents, unsearched };
}

async function describeHeld(
  dependencies: LedgerDependencies,
  record: StoredRecord,
  content: boolean,
): Promise<HeldSubmission> {
  const { store } = dependencies;
  const { key, reference, job } = record;
  return {
    reference,
    state: stateOf(record),
    application: applicationOf(record),
    job,
    acceptedAt: new Date(record.acceptedAt).toISOString(),
    keptUntil: new Date(forgetAt(record)).toISOString(),
    items: itemsHeld(dependencies, record, content),
    files: await dependencies.staging.list(record.key),
    consents: (await store.findConsents(key.tenant, { subject: key.subject })).map(toHeldConsent),
  };
}

function stateOf(record: StoredRecord): HeldSubmission['state'] {
  if (record.erasedAt === null) return describe(record).state;
  return record.items.length === 0 ? 'erased' : 'erasing';
}

function itemsHeld(
  dependencies: LedgerDependencies,
  record: StoredRecord,
  content: boolean,
): readonly HeldItem[] {
  return describeItems(dependencies, record, content).flatMap(({ item, shown }) => {
    if (item === undefined) return [];
    const { files } = item;
    // What an application carries has no place under the name of one file.
    const file = shown.question === null ? null : (files[0] ?? null);
    return [{ ...shown, isHeld: isHeld(item), file, files }];
  });
}

/** Of a delivered application it is its id that is sealed. */
const isHeld = ({ state, payload }: Item): boolean => state !== 'delivered' && payload !== null;

interface Found {
  readonly query: PersonQuery;
  readonly records: readonly StoredRecord[];
}

/** Of an application that was there a page may have put files here without sending them. */
async function findLoose(
  dependencies: LedgerDependencies,
  tenant: Tenant,
  { query, records }: Found,
): Promise<readonly HeldFile[]> {
  const key = looseKey(tenant, query);
  const isSent = records.some((record) => record.key.subject === key?.subject);
  return key === null || isSent ? [] : dependencies.staging.list(key);
}

/** Of what was kept here once, and is not any more. */
async function findLooseConsents(
  { store }: LedgerDependencies,
  tenant: Tenant,
  { query, records }: Found,
): Promise<readonly HeldConsent[]> {
  if (query.kind === 'email') return [];
  const of =
    query.kind === 'reference' ? { reference: query.reference } : { subject: subjectOf(query.application) };
  const known = new Set(records.map(({ key }) => key.subject));
  const found = await store.findConsents(tenant, of);
  return found.filter((one) => !known.has(one.subject)).map(toHeldConsent);
}

const looseKey = (tenant: Tenant, query: PersonQuery): SubjectKey | null =>
  query.kind === 'application' ? { tenant, subject: subjectOf(query.application) } : null;

const subjectOf = (application: ApplicationId) => subject(application);

async function keysOf(
  dependencies: LedgerDependencies,
  tenant: Tenant,
  query: PersonQuery,
): Promise<readonly SubjectKey[]> {
  const loose = looseKey(tenant, query);
  const keys = (await dependencies.store.findPerson(tenant, query)).map(({ key }) => key);
  return loose === null ? keys : [...keys, loose];
}

const holds = async (dependencies: LedgerDependencies, key: SubjectKey, file: FileId): Promise<boolean> =>
  (await dependencies.staging.list(key)).some(({ id }) => id === file);

async function erasePerson(
  dependencies: LedgerDependencies,
  tenant: Tenant,
  query: PersonQuery,
): Promise<ErasedPerson> {
  const records = await dependencies.store.findPerson(tenant, query);
  const erasures = [];
  for (const record of records) {
    await giveTurn();
    erasures.push(await eraseRecord(dependencies, record));
  }
  const key = looseKey(tenant, query);
  const isSent = records.some((record) => record.key.subject === key?.subject);
  const files = key === null || isSent ? 0 : await dependencies.staging.erase(key);
  return { erasures, files };
}

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
