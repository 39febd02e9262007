/** Title of a job and whether it takes applications. Beyond the specification: what we cannot learn reads as open. */
import type { JobId, Tenant } from '../model/ids.ts';
import type { Service } from '../service/create-service.ts';
import { createBoundedMap } from './bounded-map.ts';

export interface JobState {
  readonly title: string | null;
  readonly open: boolean;
}

export interface JobCache {
  /** @param oldest milliseconds that an earlier reading may be old */
  read(service: Pick<Service, 'readJob'>, tenant: Tenant, job: JobId, oldest: number): Promise<JobState>;
}

/** States in which the service takes no applications (`service-facts.md` 4); every other name counts as open. */
const closedStates = ['draft', 'pending_approval', 'closed', 'archived'];

const unknownJob: JobState = { title: null, open: true };

/** Milliseconds after which a job that could not be read is asked for again. */
const PAUSE_AFTER_FAILURE = 60_000;

interface Entry {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly reading: Promise<JobState | null>;
  /** null: nothing was ever learned. */
  state: JobState | null;
  failed: boolean;
}

export function createJobCache(now: () => number): JobCache {
  const jobs = createBoundedMap<string, Entry>(1_000);
  return {
    async read(service, tenant, job, oldest) {
      const key = JSON.stringify([tenant, job]);
      const known = jobs.get(key);
      const patience = known?.failed === true ? Math.min(oldest, PAUSE_AFTER_FAILURE) : oldest;
      const isFresh = known !== undefined && now() - known.at <= patience;
      const entry = isFresh ? known : begin(service, job, { at: now(), before: known?.state ?? null });
      jobs.set(key, entry);
      return (await entry.reading) ?? entry.state ?? unknownJob;
    },
  };
}

function begin(
  service: Pick<Service, 'readJob'>,
  job: JobId,
  { at, before }: { readonly at: number; readonly before: JobState | null },
): Entry {
  const reading = readState(service, job);
  const entry: Entry = { at, reading, state: before, failed: false };
  void reading.then((state) => {
    entry.failed = state === null;
    entry.state = state ?? before;
  });
  return entry;
}

async function readState(service: Pick<Service, 'readJob'>, job: JobId): Promise<JobState | null> {
  const reply = await service.readJob(job);
  if (!reply.ok) return null;
  const { title, status } = reply.value;
  return { title, open: status === null || !closedStates.includes(status.toLowerCase()) };
}
