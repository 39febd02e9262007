/**
 * Jobs: their title, whether they take applications, and who may see them without one (`APPLY_PUBLIC_JOBS`). Beyond the
 * document: a service may not tell, and then a job is open to whom a back end sends, and not public. And what the form of a
 * job asks besides the service's questions: one function, so that the form and the check of what it sends cannot differ.
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
  /** It takes applications. */
  readonly open: boolean;
}

export type Jobs = ReturnType<typeof createJobs>;

export interface Guessing {
  /** Of a visitor who names an id; null: it was named by who knows it. */
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

/** About 200 bytes each. */
export const MOST_IDS = 3_000;

const schema = z.object({
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
      // No form has a space in its name.
      keyOf: ({ tenant, job }) => [tenant.id, `job ${job}`],
      async read({ tenant, job }, { value }) {
        const reply = await tenant.service.readJob(job);
        if (reply.ok) return reply;
        const { kind } = reply.error;
        // A 404 of something in between is no word of the service: its own carries `errors`.
        if (kind === 'not_found' && value !== null) return success({ ...value, status: GONE });
        return failure(await judge(tenant, reply.error));
      },
      restore: (json) => schema.safeParse(JSON.parse(json)).data ?? null,
    },
    dependencies,
  );

  async function findAmongAll(asked: AskedJob & Guessing, loading: Loading): Promise<Checked<JobState>> {
    const before = await jobs.recall(asked);
    // One that may not be seen is asked for like one that is not there, however well it is known.
    const isForced = !isShown(before) && now() - before.readAt > PAUSE_AFTER_NO;
    if (!isShown(before) && (isForced || jobs.isDue(asked))) {
      const spent = await spendGuess(limits, asked);
      if (!spent.ok) return spent;
    }
    const known = await jobs.load(asked, { ...loading, isForced });
    const { value, failure } = known;
    const cause = failure?.kind === 'untold' ? 'jobs_forbidden' : value && findUntold(value);
    if (cause !== null) log.error('public_jobs_refused', { tenant: asked.tenant.id, cause });
    if (value !== null && isShown(known)) return success(stateOf(value));
    const isAway = failure === null ? value === null : failure.kind === 'down';
    return isAway
      ? refused('service_unavailable', { retryAfter: Math.max(LEAST_PAUSE, retryAfterOf(known, now())) })
      : noSuchJob;
  }

  async function find(asked: AskedJob, loading: Loading): Promise<Job | null> {
    const { value, failure } = await jobs.load(asked, { longest: OPTIONAL_PATIENCE, ...loading });
    return value ?? (failure?.kind === 'absent' ? null : unknownJob);
  }

  return {
    /** What is not known reads as open; null: the service says that there is no such job. */
    async find(asked: AskedJob, loading: Loading): Promise<JobState | null> {
      const job = await find(asked, loading);
      return job && stateOf(job);
    },
    /** For who may see public jobs alone: any other is answered with the same words as one that is not there. */
    async findPublic(asked: AskedJob & Guessing, loading: Loading): Promise<Checked<JobState>> {
      const { tenant, job } = asked;
      if (tenant.publicJobs === 'all') return findAmongAll(asked, loading);
      const found = tenant.publicJobs.includes(job) ? await find(asked, loading) : null;
      return found === null || is(unpublished, found) ? noSuchJob : success(stateOf(found));
    },
    /** By what is known here already; asks nothing. */
    isRefused(asked: AskedJob): boolean {
      const { publicJobs } = asked.tenant;
      const known = jobs.peek(asked);
      if (publicJobs !== 'all') return !publicJobs.includes(asked.job);
      return known !== undefined && !isShown(known) && known.failure?.kind !== 'down';
    },
    titleOf: (asked: AskedJob): string | null => jobs.peek(asked)?.value?.title ?? null,
  };
}

/** Seconds. The same for a job that is known and for one that is not. */
const LEAST_PAUSE = 5;

const unknownJob: Job = { title: null, status: null, visibility: null };

const GONE = 'archived';
const unpublished: readonly string[] = jobStates.unpublished;
const closed: readonly string[] = jobStates.closed;
const is = (names: readonly string[], { status }: Pick<Job, 'status'>) =>
  names.includes(status?.toLowerCase() ?? '');

/** A state that is not known takes applications (`src/server/service/README.md#what-the-readings-rest-on`). */
const stateOf = (job: Job): JobState => ({
  title: job.title,
  open: !is(closed, job) && !is(unpublished, job),
});

/** Only what is known to be public is: a name of tomorrow is none. */
const isShown = ({ value, failure }: Known<Job>): boolean =>
  value !== null &&
  failure?.kind !== 'untold' &&
  value.visibility?.toLowerCase() === PUBLIC_VISIBILITY &&
  is([...jobStates.open, ...closed], value);

/** Why no job of a tenant is known to be public. */
export type Untold = 'jobs_forbidden' | 'visibility_missing' | 'state_missing';

/** @returns null: the job tells who may see it */
export function findUntold({ status, visibility }: Job): Untold | null {
  if (visibility === null) return 'visibility_missing';
  return visibility.toLowerCase() === PUBLIC_VISIBILITY && status === null ? 'state_missing' : null;
}

/** Ids that were never shown must not become questions to the service without end. */
export async function spendGuess(
  limits: Limits,
  { tenant, address }: Guessing & { readonly tenant: { readonly id: Tenant } },
): Promise<Checked<null>> {
  if (address === null) return success(null);
  const ofNetwork = await limits.spend('guess', networkOf(address), tenant.id);
  return ofNetwork.ok ? limits.spend('guessOfTenant', tenant.id, tenant.id) : ofNetwork;
}

/** A job's own settings win over its tenant's, member by member, those of `details` name by name. */
export function settingsOf(
  { form = {}, jobs = {} }: Pick<TenantOptions, 'form' | 'jobs'>,
  job: JobId,
): FormSettings {
  const own = Object.hasOwn(jobs, job) ? jobs[job] : undefined;
  const details = { ...defaultFormSettings.details, ...form.details, ...own?.details };
  return { ...defaultFormSettings, ...form, ...own, details };
}

/** What the service demands of applications for this job, as far as it may be asked for. */
export const taughtFields = (lessons: readonly Lesson[], job: JobId): readonly FieldName[] =>
  lessons
    .filter((lesson) => lesson.job === job && (lesson.agreed || !isSensitive(lesson.field)))
    .map(({ field }) => field);

/** A second line of an address is asked with the address alone. */
const namesFor = (field: FieldName): readonly AskedName[] =>
  field === 'address2' ? ['address', 'address2'] : [askedFor(field)].flatMap((name) => name ?? []);

/**
 * @param taught what the service demands of every application for this job
 * @param named what it named when it refused this applicant: asked of them, whatever is configured
 * @param missed those of them that were not sent
 */
export function askedForm(
  settings: FormSettings,
  taught: readonly FieldName[] = [],
  named: readonly FieldName[] = [],
  missed: readonly FieldName[] = [],
): AskedForm {
  const learned = settings.learnDetails ? taught : [];
  // What is sensitive is not opened by a refusal, yet where it is asked anyway it is missed like all else.
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
 * @param stored what this applicant sent before: what the service missed of it, they are asked for
 * @param isShown the form is shown while the store does not answer, too; what is sent would seem to be of another form
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
