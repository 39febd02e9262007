/**
 * Title of a job and whether it takes applications. Beyond the specification: what we cannot learn reads as open. What
 * was learned lies in the `TreeStore` beside the forms, and holds while the service is down.
 */
import * as z from 'zod';
import type { JobId, Tenant } from '../../core/model/ids.ts';
import { createLruCache } from '../http/lru-cache.ts';
import { endless, FIRST_PATIENCE, type Patience } from '../http/patience.ts';
import type { TreeStore } from '../ports.ts';
import type { Service } from '../service/create-service.ts';
import { jobStates } from '../service/queries.ts';

export const jobSchema = z
  .object({
    title: z.string().nullable(),
    open: z.boolean(),
    /** It is, or was, there for those who may apply: no draft, and not archived. */
    published: z.boolean().default(true),
  })
  .readonly();
export type JobState = z.output<typeof jobSchema>;

export interface JobQuestion {
  readonly service: Pick<Service, 'readJob'>;
  readonly tenant: Tenant;
  readonly job: JobId;
}

export interface JobCache {
  /**
   * @param oldest milliseconds that an earlier reading may be old
   * @param patience without it, every reading is waited for to its end
   */
  read(question: JobQuestion, oldest: number, patience?: Patience): Promise<JobState>;
  /** null: the service says that there is no such job. */
  find(question: JobQuestion, oldest: number, patience?: Patience): Promise<JobState | null>;
  /** As far as it is known here, without asking; null: it is not. */
  titleOf(question: Pick<JobQuestion, 'tenant' | 'job'>): string | null;
}

const unpublishedStates: readonly string[] = jobStates.unpublished;
/** States in which the service takes no applications (`src/server/service/README.md#what-the-readings-rest-on`); every other name counts as open. */
const closedStates: readonly string[] = [...jobStates.closed, ...unpublishedStates];

const unknownJob: JobState = { title: null, open: true, published: true };

/** Milliseconds after which a job that could not be read is asked for again. */
const PAUSE_AFTER_FAILURE = 60_000;
/** Milliseconds after which an id that was no job is asked for again: it may have been made just now. */
const PAUSE_AFTER_MISSING = 5_000;

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

export interface JobCacheDependencies {
  /** Outlives this process; null: what was learned here is all there is. */
  readonly trees: TreeStore | null;
  readonly now: () => number;
}

export function createJobCache(dependencies: JobCacheDependencies): JobCache {
  const { now } = dependencies;
  const jobs = createLruCache<string, Entry>(1_000);
  const learn = async (question: JobQuestion, oldest: number, patience: Patience): Promise<Entry> => {
    const key = keyOf(question.tenant, question.job);
    const known = jobs.get(key);
    const pause = known?.missing === true ? PAUSE_AFTER_MISSING : PAUSE_AFTER_FAILURE;
    const limit = known?.failed === true ? Math.min(oldest, pause) : oldest;
    const isFresh = known !== undefined && now() - known.at <= limit;
    const entry = isFresh ? known : begin(question, known ?? null, dependencies);
    jobs.set(key, entry);
    if (isFresh && entry.failed && !entry.missing) patience.giveUp();
    if (await patience.forNewer(entry.reading)) return entry;
    const restored = entry.state ?? (await restore(question, dependencies.trees));
    // A reading that came meanwhile is newer.
    entry.state ??= restored;
    if (entry.state === null && !entry.missing) await patience.forFirst(entry.reading, FIRST_PATIENCE);
    return entry;
  };
  return {
    read: async (question, oldest, patience = endless) =>
      (await learn(question, oldest, patience)).state ?? unknownJob,
    async find(question, oldest, patience = endless) {
      const { state, missing } = await learn(question, oldest, patience);
      return missing ? null : (state ?? unknownJob);
    },
    titleOf: ({ tenant, job }) => jobs.get(keyOf(tenant, job))?.state?.title ?? null,
  };
}

const keyOf = (tenant: Tenant, job: JobId): string => JSON.stringify([tenant, job]);

function begin(question: JobQuestion, known: Entry | null, { trees, now }: JobCacheDependencies): Entry {
  const before = known?.state ?? null;
  const entry: Entry = {
    at: now(),
    reading: Promise.resolve(),
    state: before,
    failed: false,
    // The last word counts until there is another.
    missing: known?.missing ?? false,
  };
  entry.reading = readState(question).then(async (state) => {
    entry.failed = state === null || state === 'missing';
    if (state !== null) entry.missing = state === 'missing';
    if (state === null || state === 'missing') entry.state ??= await restore(question, trees);
    else entry.state = state;
    // A name that never was a job leaves no trace.
    const gone = entry.state === null ? null : { ...entry.state, open: false };
    const learned = state === 'missing' ? gone : state;
    if (learned !== null) await keep(question, learned, { trees, before });
  });
  return entry;
}

/** No form has a space in its name. */
const nameOf = ({ job }: JobQuestion): string => `job ${job}`;

async function restore(question: JobQuestion, trees: TreeStore | null): Promise<JobState | null> {
  try {
    const json = await trees?.read(question.tenant, nameOf(question));
    return json == null ? null : (jobSchema.safeParse(JSON.parse(json)).data ?? null);
  } catch {
    return null;
  }
}

/** Written when it is another than before. */
async function keep(
  question: JobQuestion,
  state: JobState,
  { trees, before }: { readonly trees: TreeStore | null; readonly before: JobState | null },
): Promise<void> {
  const json = JSON.stringify(state);
  if (before !== null && JSON.stringify(before) === json) return;
  await trees?.write(question.tenant, nameOf(question), json).catch(() => undefined);
}

/** A 404 of something in between is no word of the service: its own carries `errors`. null: not learned. */
async function readState({ service, job }: JobQuestion): Promise<JobState | 'missing' | null> {
  const reply = await service.readJob(job);
  if (!reply.ok) return reply.error.kind === 'not_found' ? 'missing' : null;
  const { title, status } = reply.value;
  const name = status?.toLowerCase() ?? '';
  return { title, open: !closedStates.includes(name), published: !unpublishedStates.includes(name) };
}
