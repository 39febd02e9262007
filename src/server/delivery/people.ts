/** What is held of one person: told to the operator, given out, and erased. */
import { FileHeldBack } from '../../core/model/held-back.ts';
import { type ApplicationId, type FileId, subject, type Tenant } from '../../core/model/ids.ts';
import { failure, success } from '../../core/model/outcome.ts';
import type {
  ErasedPerson,
  HeldFile,
  HeldItem,
  HeldSubmission,
  People,
  PersonData,
  PersonQuery,
} from '../../core/model/people.ts';
import type { SubjectKey } from '../../core/model/ports.ts';
import { fieldsOf } from '../service/application-refusal.ts';
import { showItem } from './attention.ts';
import type { LedgerMeans } from './dependencies.ts';
import { describe } from './describe.ts';
import { eraseRecord } from './erase.ts';
import type { Item, StoredRecord } from './ledger-store.ts';
import { applicationOf } from './next-step.ts';

/** @param wake there may be something to look for */
export const createPeople = (means: LedgerMeans, wake: () => void): People => ({
  find: (tenant, query, content) => findPerson(means, { tenant, query, content }),
  async openFile(tenant, query, file) {
    for (const key of await keysOf(means, tenant, query)) {
      if (!(await holds(means, key, file))) continue;
      const opened = await openFile(means, key, file);
      if (opened.ok || opened.error !== 'gone') return opened;
    }
    return failure('gone');
  },
  async erase(tenant, query) {
    const erased = await erasePerson(means, tenant, query);
    if (erased.erasures.some(({ state }) => state === 'erasing')) wake();
    return erased;
  },
});

type OpenedFile = ReturnType<People['openFile']>;

async function openFile({ staging }: LedgerMeans, key: SubjectKey, file: FileId): OpenedFile {
  try {
    const opened = await staging.open?.(key, file);
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

async function findPerson(means: LedgerMeans, { tenant, query, content }: Search): Promise<PersonData> {
  const records = await means.store.findPerson(tenant, query);
  const submissions: HeldSubmission[] = [];
  for (const record of records) {
    submissions.push(await describeHeld(means, record, content));
    if (content) means.log.warn('person_exported', { tenant, reference: record.reference });
  }
  const unsearched = query.kind === 'email' ? await means.store.countUnfindable(tenant, query.hashes) : 0;
  return { submissions, files: await findLoose(means, tenant, { query, records }), unsearched };
}

async function describeHeld(
  means: LedgerMeans,
  record: StoredRecord,
  content: boolean,
): Promise<HeldSubmission> {
  const { reference, job } = record;
  return {
    reference,
    state: stateOf(record),
    application: applicationOf(record),
    job,
    acceptedAt: new Date(record.acceptedAt).toISOString(),
    keptUntil: new Date(lastChangeOf(record) + means.rules.retention.fingerprints).toISOString(),
    items: describeItems(means, record, content),
    files: await listFiles(means, record.key),
  };
}

function stateOf(record: StoredRecord): HeldSubmission['state'] {
  if (record.erasedAt === null) return describe(record).state;
  return record.items.length === 0 ? 'erased' : 'erasing';
}

/** What the retention counts from. */
const lastChangeOf = ({ acceptedAt, servedAt, settledAt, auditedAt }: StoredRecord): number =>
  Math.max(acceptedAt, servedAt, settledAt ?? 0, auditedAt ?? 0);

function describeItems(means: LedgerMeans, record: StoredRecord, content: boolean): readonly HeldItem[] {
  const { application, answers } = describe(record);
  const all = [...(application === null ? [] : [{ question: null, part: 0, ...application }]), ...answers];
  return all.flatMap(({ question, part, state, code }) => {
    const item = record.items.find((one) => one.question === question && one.part === part);
    if (item === undefined) return [];
    const { members, file } = item;
    const named = { members, fields: fieldsOf(members) };
    const shown = showItem(means, record, { item, content });
    return [{ question, part, state, code, ...named, ...shown, isHeld: isHeld(item), file }];
  });
}

/** Of a delivered application it is its id that is sealed. */
const isHeld = ({ state, payload }: Item): boolean => state !== 'delivered' && payload !== null;

const listFiles = async ({ staging }: LedgerMeans, key: SubjectKey): Promise<readonly HeldFile[]> =>
  (await staging.list?.(key)) ?? [];

interface Found {
  readonly query: PersonQuery;
  readonly records: readonly StoredRecord[];
}

/** Of an application that was there a page may have put files here without sending them. */
async function findLoose(
  means: LedgerMeans,
  tenant: Tenant,
  { query, records }: Found,
): Promise<readonly HeldFile[]> {
  const key = looseKey(tenant, query);
  const isSent = records.some((record) => record.key.subject === key?.subject);
  return key === null || isSent ? [] : listFiles(means, key);
}

const looseKey = (tenant: Tenant, query: PersonQuery): SubjectKey | null =>
  query.kind === 'application' ? { tenant, subject: subjectOf(query.application) } : null;

const subjectOf = (application: ApplicationId) => subject(application);

async function keysOf(
  means: LedgerMeans,
  tenant: Tenant,
  query: PersonQuery,
): Promise<readonly SubjectKey[]> {
  const loose = looseKey(tenant, query);
  const keys = (await means.store.findPerson(tenant, query)).map(({ key }) => key);
  return loose === null ? keys : [...keys, loose];
}

const holds = async (means: LedgerMeans, key: SubjectKey, file: FileId): Promise<boolean> =>
  (await listFiles(means, key)).some(({ id }) => id === file);

async function erasePerson(means: LedgerMeans, tenant: Tenant, query: PersonQuery): Promise<ErasedPerson> {
  const records = await means.store.findPerson(tenant, query);
  const erasures = [];
  for (const record of records) erasures.push(await eraseRecord(means, record));
  const key = looseKey(tenant, query);
  const isSent = records.some((record) => record.key.subject === key?.subject);
  const files = key === null || isSent ? 0 : ((await means.staging.erase?.(key)) ?? 0);
  return { erasures, files };
}
