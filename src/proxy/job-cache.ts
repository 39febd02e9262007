/** Title of a job and whether it takes applications. Beyond the specification: what we cannot learn reads as open. */
import type { JobId, Tenant } from '../model/ids.ts';
import type { Service } from '../service/create-service.ts';
import { createBoundedMap } from './bounded-map.ts';

export interface JobState {
  readonly title: string | null;
  readonly open: boolean;
}

export interface JobQuestion {
  readonly service: Pick<Service, 'readJob'>;
  readonly tenant: Tenant;
  readonly job: JobId;
}

export interface JobCache {
  /** @param oldest milliseconds that an earlier reading may be old */
  read(service: Pick<Service, 'readJob'>, tenant: Tenant, job: JobId, oldest: number): Promise<JobState>;
  /** null: the service says that there is no such job. */
  find(question: JobQuestion, oldest: number): Promise<JobState | null>;
  /** The service is known to have it, or was asked just now: a name that is none costs a question each minute. */
  knows(tenant: Tenant, job: JobId): boolean;
}

/** States in which the service takes no applications (`service-facts.md` 4); every other name counts as open. */
const closedStates = ['draft', 'pending_approval', 'closed', 'archived'];

const unknownJob: JobState = { title: null, open: true };

/** Milliseconds after which a job that could not be read is asked for again. */
const PAUSE_AFTER_FAILURE = 60_000;

interface Entry {
  /** Milliseconds since 1970. */
  readonly at: number;
  reading: Promise<void>;
  /** null: nothing was ever learned. */
  state: JobState | null;
  failed: boolean;
  /** By the service's own word. */
  missing: boolean;
}

export function createJobCache(now: () => number): JobCache {
  const jobs = createBoundedMap<string, Entry>(1_000);
  const learn = async ({ service, tenant, job }: JobQuestion, oldest: number): Promise<Entry> => {
    const key = keyOf(tenant, job);
    const known = jobs.get(key);
    const patience = known?.failed === true ? Math.min(oldest, PAUSE_AFTER_FAILURE) : oldest;
    const isFresh = known !== undefined && now() - known.at <= patience;
    const entry = isFresh ? known : begin(service, job, { at: now(), before: known?.state ?? null });
    jobs.set(key, entry);
    await entry.reading;
    return entry;
  };
  return {
    read: async (service, tenant, job, oldest) =>
      (await learn({ service, tenant, job }, oldest)).state ?? unknownJob,
    async find(question, oldest) {
      const { state, missing } = await learn(question, oldest);
      return missing ? null : (state ?? unknownJob);
    },
    knows(tenant, job) {
      const known = jobs.get(keyOf(tenant, job));
      return known !== undefined && (known.state !== null || now() - known.at <= PAUSE_AFTER_FAILURE);
    },
  };
}

const keyOf = (tenant: Tenant, job: JobId): string => JSON.stringify([tenant, job]);

function begin(
  service: Pick<Service, 'readJob'>,
  job: JobId,
  { at, before }: { readonly at: number; readonly before: JobState | null },
): Entry {
  const entry: Entry = { at, reading: Promise.resolve(), state: before, failed: false, missing: false };
  entry.reading = readState(service, job).then((state) => {
    entry.failed = state === null || state === 'missing';
    entry.missing = state === 'missing';
    if (state !== null && state !== 'missing') entry.state = state;
  });
  return entry;
}

/** A 404 of something in between is no word of the service: its own carries `errors`. null: not learned. */
async function readState(
  service: Pick<Service, 'readJob'>,
  job: JobId,
): Promise<JobState | 'missing' | null> {
  const reply = await service.readJob(job);
  if (!reply.ok) return reply.error.kind === 'not_found' ? 'missing' : null;
  const { title, status } = reply.value;
  return { title, open: status === null || !closedStates.includes(status.toLowerCase()) };
}
