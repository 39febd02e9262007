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

export function createJobCache(now: () => number): JobCache {
  const jobs = createBoundedMap<string, { readonly at: number; readonly state: Promise<JobState> }>(1_000);
  return {
    read(service, tenant, job, oldest) {
      const key = JSON.stringify([tenant, job]);
      const known = jobs.get(key);
      if (known !== undefined && now() - known.at <= oldest) return known.state;
      const state = readState(service, job, known?.state);
      jobs.set(key, { at: now(), state });
      return state;
    },
  };
}

async function readState(
  service: Pick<Service, 'readJob'>,
  job: JobId,
  before: Promise<JobState> | undefined,
): Promise<JobState> {
  const reply = await service.readJob(job);
  if (!reply.ok) return (await before) ?? unknownJob;
  const { title, status } = reply.value;
  return { title, open: status === null || !closedStates.includes(status.toLowerCase()) };
}
