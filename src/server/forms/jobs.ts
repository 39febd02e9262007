/**
 * Jobs: their titles, whether they take applications, and which are public (`APPLY_PUBLIC_JOBS`). The document does not
 * promise these attributes; without them a job is open to applicants of a back end, and not public. Also decides what a
 * job's form asks in addition to the service's questions, with one function for the form and for the check of
 * submissions.
 */
import * as z from 'zod';
import {
  type AskedName,
  askedFor,
  askedNames,
  EQUALITY,
  type FieldName,
  isSensitive,
} from '../../core/model/details.ts';
import { failure, success } from '../../core/model/failure.ts';
import type { JobId, Tenant } from '../../core/model/ids.ts';
import type { TenantContext } from '../http/context.ts';
import { type Limits, networkOf } from '../http/limits.ts';
import type { TenantOptions } from '../http/options.ts';
import { type Checked, refused } from '../http/replies.ts';
import type { Log } from '../log.ts';
import type { Lesson, StoredSubmission } from '../ports.ts';
import type { Job } from '../service/create-service.ts';
import { jobStates, PUBLIC_VISIBILITY } from '../service/queries.ts';
import type { Call } from '../sessions/tokens.ts';
import {
  type CacheDependencies,
  createCache,
  createJudge,
  type Known,
  type Loading,
  OPTIONAL_PATIENCE,
  PAUSE_AFTER_NO,
  retryAfterOf,
} from './form-cache.ts';
import { type AskedForm, defaultFormSettings, type FormSettings } from './form-settings.ts';

export interface AskedJob {
  readonly tenant: Pick<TenantContext, 'id' | 'publicJobs'> & {
    readonly service: Pick<TenantContext['service'], 'readJob' | 'probe'>;
  };
  readonly job: JobId;
}

export interface JobState {
  readonly title: string | null;
  /** True if it takes applications. */
  readonly open: boolean;
}

export type Jobs = ReturnType<typeof createJobs>;

export interface Guessing {
  /** Address of a visitor who named an id; null if the id comes from a trusted source. */
  readonly address: string | null;
}

export const noSuchJob = refused('not_found', {
  detail:
    'No job of this id is open to visitors: check the id and the tenant, and APPLY_PUBLIC_JOBS of this server.',
});

export interface JobDependencies extends CacheDependencies {
  readonly limits: Limits;
  readonly log: Log;
}

/** Number of ids, about 200 bytes each. */
export const MOST_IDS = 3_000;

const jobSchema = z.object({
  title: z.string().nullable(),
  status: z.string().nullable(),
  visibility: z.string().nullable(),
});

export function createJobs(dependencies: JobDependencies) {
  const { limits, log, now } = dependencies;
  const judge = createJudge(now);
  const jobs = createCache<AskedJob, Job>(
    {
      most: MOST_IDS,
      // The space keeps it apart from forms, whose names have none.
      keyOf: ({ tenant, job }) => [tenant.id, `job ${job}`],
      async read({ tenant, job }, { value }) {
        const reply = await tenant.service.readJob(job);
        if (reply.ok) return reply;
        const { kind } = reply.error;
        // Trusts only a 404 with the service's own `errors`, because a gateway's 404 says nothing about the job.
        if (kind === 'not_found' && value !== null) return success({ ...value, status: GONE });
        return failure(await judge(tenant, reply.error));
      },
      restore: (json) => jobSchema.safeParse(JSON.parse(json)).data ?? null,
    },
    dependencies,
  );

  async function findAmongAll(query: AskedJob & Guessing, loading: Loading): Promise<Checked<JobState>> {
    const before = await jobs.recall(query);
    // A job that is not shown is read as often as one that does not exist, so that timing reveals nothing.
    const isForced = !isShown(before) && now() - before.readAt > PAUSE_AFTER_NO;
    if (!isShown(before) && (isForced || jobs.isDue(query))) {
      const spent = await spendGuess(limits, query);
      if (!spent.ok) return spent;
    }
    const known = await jobs.load(query, { ...loading, isForced });
    const { value, failure } = known;
    const cause = failure?.kind === 'undisclosed' ? 'jobs_forbidden' : value && findUndisclosed(value);
    if (cause !== null) log.error('public_jobs_refused', { tenant: query.tenant.id, cause });
    if (value !== null && isShown(known)) return success(stateOf(value));
    const isAway = failure === null ? value === null : failure.kind === 'down';
    return isAway
      ? refused('service_unavailable', { retryAfter: Math.max(LEAST_PAUSE, retryAfterOf(known, now())) })
      : noSuchJob;
  }

  async function find(query: AskedJob, loading: Loading): Promise<Job | null> {
    const { value, failure } = await jobs.load(query, { maxWait: OPTIONAL_PATIENCE, ...loading });
    return value ?? (failure?.kind === 'absent' ? null : unknownJob);
  }

  return {
    /** A job whose properties are unknown counts as open. Gives null if the service says that it does not exist. */
    async find(query: AskedJob, loading: Loading): Promise<JobState | null> {
      const job = await find(query, loading);
      return job && stateOf(job);
    },
    /** For visitors: a job that is not public gets the same reply as one that does not exist. */
    async findPublic(query: AskedJob & Guessing, loading: Loading): Promise<Checked<JobState>> {
      const { tenant, job } = query;
      if (tenant.publicJobs === 'all') return findAmongAll(query, loading);
      const found = tenant.publicJobs.includes(job) ? await find(query, loading) : null;
      return found === null || hasStatus(unpublished, found) ? noSuchJob : success(stateOf(found));
    },
    /** Decides from the memory of this process, without a request. */
    isRefused(query: AskedJob): boolean {
      const { publicJobs } = query.tenant;
      const known = jobs.peek(query);
      if (publicJobs !== 'all') return !publicJobs.includes(query.job);
      return known !== undefined && !isShown(known) && known.failure?.kind !== 'down';
    },
    titleOf: (query: AskedJob): string | null => jobs.peek(query)?.value?.title ?? null,
  };
}

/** Seconds; the same for known and unknown jobs, so that the reply reveals nothing. */
const LEAST_PAUSE = 5;

const unknownJob: Job = { title: null, status: null, visibility: null };

/** Status of a job that the service has removed since it was last read. */
const GONE = 'archived';
const unpublished: readonly string[] = jobStates.unpublished;
const closed: readonly string[] = jobStates.closed;
const hasStatus = (names: readonly string[], { status }: Pick<Job, 'status'>) =>
  names.includes(status?.toLowerCase() ?? '');

/** A job in an unknown state takes applications (`src/server/service/README.md#what-the-readings-rest-on`). */
const stateOf = (job: Job): JobState => ({
  title: job.title,
  open: !hasStatus(closed, job) && !hasStatus(unpublished, job),
});

/** Only known values make a job public: a future name of the service does not. */
const isShown = ({ value, failure }: Known<Job>): boolean =>
  value !== null &&
  failure?.kind !== 'undisclosed' &&
  value.visibility?.toLowerCase() === PUBLIC_VISIBILITY &&
  hasStatus([...jobStates.open, ...closed], value);

/** Why no job of a tenant is known to be public. */
export type Undisclosed = 'jobs_forbidden' | 'visibility_missing' | 'state_missing';

/** @returns null if the job shows who may see it */
export function findUndisclosed({ status, visibility }: Job): Undisclosed | null {
  if (visibility === null) return 'visibility_missing';
  return visibility.toLowerCase() === PUBLIC_VISIBILITY && status === null ? 'state_missing' : null;
}

/** Limits requests to the service for ids that were never shown. */
export async function spendGuess(
  limits: Limits,
  { tenant, address }: Guessing & { readonly tenant: { readonly id: Tenant } },
): Promise<Checked<null>> {
  if (address === null) return success(null);
  const spent = await limits.spend('guess', networkOf(address), tenant.id);
  return spent.ok ? limits.spend('guessOfTenant', tenant.id, tenant.id) : spent;
}

/** A job's own settings override its tenant's, member by member, and in `details` name by name. */
export function settingsOf(
  { form = {}, jobs = {} }: Pick<TenantOptions, 'form' | 'jobs'>,
  job: JobId,
): FormSettings {
  const ofJob = Object.hasOwn(jobs, job) ? jobs[job] : undefined;
  const details = { ...defaultFormSettings.details, ...form.details, ...ofJob?.details };
  return { ...defaultFormSettings, ...form, ...ofJob, details };
}

/** The fields that the service demands of applications for this job, if the form may ask for them. */
export const taughtFields = (lessons: readonly Lesson[], job: JobId): readonly FieldName[] =>
  lessons
    .filter((lesson) => lesson.job === job && (lesson.agreed || !isSensitive(lesson.field)))
    .map(({ field }) => field);

/** A form asks for a second line only together with the address. */
const namesFor = (field: FieldName): readonly AskedName[] =>
  field === 'address2' ? ['address', 'address2'] : [askedFor(field)].flatMap((name) => name ?? []);

/**
 * @param taught fields that the service demands of every application for this job
 * @param named fields that it named when it refused this applicant: asked for regardless of the settings, unless sensitive
 * @param missed the named fields that were not sent
 */
export function askedForm(
  settings: FormSettings,
  taught: readonly FieldName[] = [],
  named: readonly FieldName[] = [],
  missed: readonly FieldName[] = [],
): AskedForm {
  const learned = settings.learnDetails ? taught : [];
  // A refusal does not open sensitive fields, but if the settings ask for them, they are required like all others.
  const mayAsk = (field: FieldName) =>
    !isSensitive(field) || namesFor(field).some((name) => wishFor(settings, name) !== 'no');
  const required = new Set([...learned, ...missed.filter(mayAsk)].flatMap(namesFor));
  const opened = new Set(named.filter(mayAsk).flatMap(namesFor));
  const wishes = new Map(
    askedNames.map((name) => {
      const wish = required.has(name) ? 'required' : wishFor(settings, name);
      return [name, wish === 'no' && opened.has(name) ? 'optional' : wish] as const;
    }),
  );
  const hasSecondLine = wishes.get('address') === 'required' && wishes.get('address2') === 'required';
  return {
    details: [...wishes].flatMap(([name, wish]) =>
      wish === 'no' || (name === 'address2' && !hasSecondLine)
        ? []
        : [{ name, required: wish === 'required' }],
    ),
    equality: settings.equality,
    isEqualityRequired: learned.includes(EQUALITY) || missed.includes(EQUALITY),
  };
}

const wishFor = ({ details }: FormSettings, name: AskedName) => details[name] ?? 'no';

export type FoundForm = Awaited<ReturnType<typeof findAsked>>;

/**
 * @param stored the earlier submission of this applicant, which shows the fields that the service missed
 * @param isShown true if the form is only shown, so that a store that does not answer is ignored; a submission must not
 * ignore it, because the form would seem to have changed
 */
export async function findAsked(
  { context, session, tenant }: Pick<Call, 'context' | 'session' | 'tenant'>,
  stored: StoredSubmission | null,
  isShown = false,
) {
  const settings = settingsOf(tenant, session.job);
  if (session.application !== null)
    return { settings, asked: { details: [], equality: [], isEqualityRequired: false } };
  const lessons = context.lessons.list(tenant.id, session.job);
  const taught = taughtFields(await (isShown ? lessons.catch(() => []) : lessons), session.job);
  const { application = null } = stored?.submission ?? {};
  const named = application?.state === 'refused' ? application.fields : [];
  return { settings, asked: askedForm(settings, taught, named, stored?.missed ?? named) };
}
