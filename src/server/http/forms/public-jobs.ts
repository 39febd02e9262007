/**
 * Jobs that may be seen without an application (`APPLY_PUBLIC_JOBS`). `all` are those that the service shows to the
 * public; any other is answered like one that is not there: with the same words, after the same questions to the
 * service, from a memory of its own, so that no reply and no time tells what this process knows of it otherwise.
 */
import type { JobId, Tenant } from '../../../core/model/ids.ts';
import { success } from '../../../core/model/outcome.ts';
import type { TreeStore } from '../../../core/model/ports.ts';
import type { Job } from '../../service/create-service.ts';
import { jobStates, PUBLIC_VISIBILITY } from '../../service/readings.ts';
import type { ServiceError } from '../../service/service-error.ts';
import type { Log } from '../log.ts';
import { createLruCache } from '../lru-cache.ts';
import type { Patience } from '../patience.ts';
import { type Checked, refused } from '../refusal.ts';
import type { TenantContext } from '../tenant-context.ts';
import { type JobCache, type JobState, jobSchema } from './job-cache.ts';
import type { Limits } from './limits.ts';

/** Milliseconds that a job counts as shown: as long as a form (`src/README.md#11-the-services-rate-limit`). */
const FRESH = 60_000;
/** Milliseconds that a no is remembered, whatever its reason. */
const NO_FRESH = 5_000;
/** Milliseconds after a reading that failed; shorter where no earlier one serves meanwhile. */
const PAUSE_AFTER_FAILURE = 5_000;
const PAUSE_WITHOUT_READING = 1_000;
/** About 200 bytes each. Guessed ids have a memory of their own, so that they push no job out. */
const MOST_JOBS = 2_000;
const MOST_GUESSES = 1_000;
/** Milliseconds that an address counts as one that guesses, after an id that led to nothing: as long as an allowance. */
const SUSPECT = 60_000;

export const noSuchJob = refused('not_found', { detail: 'There is no such job.' });

export interface AskedJob {
  readonly tenant: Pick<TenantContext, 'id' | 'publicJobs'> & {
    readonly service: Pick<TenantContext['service'], 'readJob' | 'probe'>;
  };
  readonly job: JobId;
  /** Of a visitor who names the job; null: a session was made for it already. */
  readonly address: string | null;
  readonly patience: Patience;
}

export interface PublicJobs {
  find(asked: AskedJob): Promise<Checked<JobState>>;
  /** By what is known here already; asks nothing. */
  isRefused(asked: Pick<AskedJob, 'tenant' | 'job'>): boolean;
  /** The same; null: it is not known. */
  titleOf(asked: { readonly tenant: Pick<AskedJob['tenant'], 'id'>; readonly job: JobId }): string | null;
}

/** Why no job of a tenant can be told to be public. */
export type Untold = 'jobs_forbidden' | 'visibility_missing' | 'state_missing';

export const untoldAdvice =
  'APPLY_PUBLIC_JOBS=all opens no job that the service does not say to be external, and open or closed: let the key read jobs, or list the ids of public jobs instead.';

type Verdict =
  | { readonly kind: 'shown'; readonly state: JobState }
  | { readonly kind: 'absent' }
  | { readonly kind: 'untold'; readonly cause: Untold }
  /** `retryAfter` in seconds. */
  | { readonly kind: 'down'; readonly retryAfter: number };

interface Entry {
  /** As it was shown last; null: it was not, or is not any more. */
  shown: JobState | null;
  /** Of the last reading; null: there was none. */
  verdict: Verdict['kind'] | null;
  /** Milliseconds since 1970: not read before. */
  nextAt: number;
  /** Resolves, whatever comes of it. */
  reading: Promise<void> | null;
  isRestored: boolean;
}

export interface PublicJobsDependencies {
  /** For ids that the operator lists: the operator's word counts for who may see them. */
  readonly jobs: Pick<JobCache, 'find' | 'titleOf'>;
  /** Outlives this process; null: what was read here is all there is. */
  readonly trees: TreeStore | null;
  readonly limits: Limits;
  readonly log: Log;
  readonly now: () => number;
}

export function createPublicJobs(dependencies: PublicJobsDependencies): PublicJobs {
  const { now } = dependencies;
  const shown = createLruCache<string, Entry>(MOST_JOBS);
  const guesses = createLruCache<string, Entry>(MOST_GUESSES);
  const read = createReader(dependencies);
  const suspects = createSuspects(now);
  const known = (key: string) => shown.get(key) ?? guesses.get(key);

  function move(key: string, entry: Entry): void {
    const [to, from] = entry.shown === null ? [guesses, shown] : [shown, guesses];
    from.delete(key);
    to.set(key, entry);
  }

  async function findAmongAll(asked: AskedJob): Promise<Checked<JobState>> {
    const key = JSON.stringify([asked.tenant.id, asked.job]);
    const entry = known(key) ?? newEntry();
    move(key, entry);
    if (entry.reading === null && now() >= entry.nextAt) {
      const spent = await prepare(entry, asked, { ...dependencies, suspects });
      if (!spent.ok) return spent;
      entry.reading ??= read(entry, asked).finally(() => {
        entry.reading = null;
        if (entry.verdict === 'shown' || entry.verdict === 'down') spent.value();
        move(key, entry);
      });
    }
    const { patience } = asked;
    if (entry.reading !== null)
      await (entry.shown === null ? patience.forFirst(entry.reading) : patience.forNewer(entry.reading));
    return tell(entry, now());
  }

  return {
    async find(asked) {
      const { tenant, job, patience } = asked;
      if (tenant.publicJobs === 'all') return findAmongAll(asked);
      if (!tenant.publicJobs.includes(job)) return noSuchJob;
      const question = { service: tenant.service, tenant: tenant.id, job };
      const state = await dependencies.jobs.find(question, FRESH, patience);
      return state?.published === true ? success(state) : noSuchJob;
    },
    isRefused({ tenant, job }) {
      if (tenant.publicJobs !== 'all') return !tenant.publicJobs.includes(job);
      const verdict = known(JSON.stringify([tenant.id, job]))?.verdict;
      return verdict === 'absent' || verdict === 'untold';
    },
    titleOf: ({ tenant, job }) =>
      known(JSON.stringify([tenant.id, job]))?.shown?.title ??
      dependencies.jobs.titleOf({ tenant: tenant.id, job }),
  };
}

const newEntry = (): Entry => ({
  shown: null,
  verdict: null,
  nextAt: 0,
  reading: null,
  isRestored: false,
});

function tell({ shown, verdict, nextAt }: Entry, now: number): Checked<JobState> {
  if (shown !== null) return success(shown);
  // null: the first reading is still under way.
  if (verdict !== 'down' && verdict !== null) return noSuchJob;
  return refused('service_unavailable', { retryAfter: Math.max(1, Math.ceil((nextAt - now) / 1000)) });
}

/** Ids that were never shown must not become questions to the service without end. */
async function prepare(
  entry: Entry,
  asked: AskedJob,
  { trees, limits, suspects }: PublicJobsDependencies & { readonly suspects: Suspects },
): Promise<Checked<() => void>> {
  if (!entry.isRestored) {
    entry.isRestored = true;
    entry.shown = await restore(asked, trees);
  }
  if (entry.shown !== null || asked.address === null) return success(() => undefined);
  const ofAddress = await limits.spend('newJob', asked.address, asked.tenant.id);
  if (!ofAddress.ok) return ofAddress;
  const { isSuspect, clear } = suspects.take(asked.address);
  const { id } = asked.tenant;
  const spent = await limits.spend(isSuspect ? 'guessOfTenant' : 'newJobOfTenant', id, id);
  return spent.ok ? success(clear) : spent;
}

interface Suspects {
  /** Suspect until it is cleared, so that many questions at once are no way around. */
  take(address: string): { readonly isSuspect: boolean; readonly clear: () => void };
}

function createSuspects(now: () => number): Suspects {
  const until = createLruCache<string, number>(MOST_GUESSES);
  return {
    take(address) {
      const isSuspect = now() < (until.get(address) ?? 0);
      until.set(address, now() + SUSPECT);
      return { isSuspect, clear: () => (isSuspect ? undefined : until.delete(address)) };
    },
  };
}

function createReader({ trees, log, now }: PublicJobsDependencies) {
  const isReadable = createReadableCheck(now);
  const told = new Set<string>();

  function report({ id: tenant }: AskedJob['tenant'], cause: Untold): void {
    const name = JSON.stringify([tenant, cause]);
    if (!told.has(name)) log.error('public_jobs_refused', { tenant, cause, advice: untoldAdvice });
    told.add(name);
  }

  return async (entry: Entry, asked: AskedJob): Promise<void> => {
    const reply = await asked.tenant.service.readJob(asked.job);
    const verdict = reply.ok
      ? judge(reply.value)
      : await judgeError(reply.error, () => isReadable(asked.tenant));
    entry.verdict = verdict.kind;
    entry.nextAt = now() + pauseAfter(verdict, entry);
    if (verdict.kind === 'down') return;
    if (verdict.kind === 'untold') report(asked.tenant, verdict.cause);
    const before = entry.shown;
    entry.shown = verdict.kind === 'shown' ? verdict.state : null;
    await keep(asked, { before, after: entry.shown }, trees);
  };
}

/** @returns null: the job tells who may see it */
export function findUntold({ status, visibility }: Job): Untold | null {
  if (visibility === null) return 'visibility_missing';
  return status === null ? 'state_missing' : null;
}

/** Only what is known to be public is: a name of tomorrow is none. */
function judge(job: Job): Verdict {
  const { title, status, visibility } = job;
  if (visibility !== null && visibility.toLowerCase() !== PUBLIC_VISIBILITY) return { kind: 'absent' };
  const cause = findUntold(job);
  if (cause !== null) return { kind: 'untold', cause };
  const isOneOf = (names: readonly string[]) => names.includes(status?.toLowerCase() ?? '');
  if (!isOneOf(jobStates.open) && !isOneOf(jobStates.closed)) return { kind: 'absent' };
  return { kind: 'shown', state: { title, open: isOneOf(jobStates.open), published: true } };
}

/** A key that may not read jobs is refused them alone; a service that is switched off refuses everything. */
async function judgeError(error: ServiceError, isReadable: () => Promise<boolean>): Promise<Verdict> {
  const { kind } = error;
  if (kind === 'not_found' || kind === 'bad_request' || kind === 'invalid') return { kind: 'absent' };
  if (kind === 'forbidden' && (await isReadable())) return { kind: 'untold', cause: 'jobs_forbidden' };
  return { kind: 'down', retryAfter: kind === 'rate_limited' ? (error.retryAfter ?? 0) : 0 };
}

/** Whether the service answers anything else, asked once for all who want to know. */
function createReadableCheck(now: () => number): (tenant: AskedJob['tenant']) => Promise<boolean> {
  const checks = new Map<Tenant, { readonly at: number; readonly reply: Promise<boolean> }>();
  return ({ id, service }) => {
    const last = checks.get(id);
    if (last !== undefined && now() - last.at <= NO_FRESH) return last.reply;
    const reply = service.probe().then(({ ok }) => ok);
    checks.set(id, { at: now(), reply });
    return reply;
  };
}

function pauseAfter(verdict: Verdict, { shown }: Entry): number {
  if (verdict.kind === 'shown') return FRESH;
  if (verdict.kind !== 'down') return NO_FRESH;
  return Math.max(verdict.retryAfter * 1000, shown === null ? PAUSE_WITHOUT_READING : PAUSE_AFTER_FAILURE);
}

/** No form and no other reading has such a name. */
const nameOf = ({ job }: AskedJob): string => `public job ${job}`;

async function restore(asked: AskedJob, trees: TreeStore | null): Promise<JobState | null> {
  try {
    const json = await trees?.read(asked.tenant.id, nameOf(asked));
    return json == null ? null : (jobSchema.safeParse(JSON.parse(json)).data ?? null);
  } catch {
    return null;
  }
}

/** Written when it is another than before; a job that is shown no more leaves `null`, one that never was leaves nothing. */
async function keep(
  asked: AskedJob,
  { before, after }: { readonly before: JobState | null; readonly after: JobState | null },
  trees: TreeStore | null,
): Promise<void> {
  const json = JSON.stringify(after);
  if (JSON.stringify(before) === json) return;
  await trees?.write(asked.tenant.id, nameOf(asked), json).catch(() => undefined);
}
