/**
 * What the form of a job asks besides the service's questions: by configuration, by what refusals taught, and by what
 * the service missed of this applicant. One function, so that the form and the check of what it sends cannot differ.
 */
import { LRUCache } from 'lru-cache';
import {
  type AskedName,
  askedFor,
  askedNames,
  EQUALITY,
  type FieldName,
  isSensitive,
} from '../../core/model/details.ts';
import type { JobId, Tenant } from '../../core/model/ids.ts';
import type { TenantOptions } from '../http/options.ts';
import type { Lesson, Lessons, StoredSubmission } from '../ports.ts';
import type { Call } from '../sessions/authorise.ts';
import { defaultFormSettings, type EqualitySetting, type FormSettings } from './form-settings.ts';

export interface Asked {
  readonly name: AskedName;
  readonly required: boolean;
}

export interface AskedForm {
  /** In the order of `askedNames`. */
  readonly details: readonly Asked[];
  readonly equality: readonly EqualitySetting[];
  /** Each has to be answered, for which "prefer not to say" is enough. */
  readonly isEqualityRequired: boolean;
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

/** @param stored what this applicant sent before: what the service missed of it, they are asked for */
export async function findAsked(
  { context, session, tenant }: Pick<Call, 'context' | 'session' | 'tenant'>,
  stored: StoredSubmission | null,
) {
  const settings = settingsOf(tenant, session.job);
  if (session.application !== null)
    return { settings, asked: { details: [], equality: [], isEqualityRequired: false } };
  const taught = taughtFields(await context.lessons.known.of(tenant.id), session.job);
  const { application = null } = stored?.submission ?? {};
  const named = application?.state === 'refused' ? application.fields : [];
  return { settings, asked: askedForm(settings, taught, named, stored?.missed ?? named) };
}

/** Milliseconds: so soon the next visitor is asked for what was learned. */
const FRESH = 2_000;

export type KnownLessons = ReturnType<typeof createKnownLessons>;

export function createKnownLessons(lessons: Pick<Lessons, 'list'>, now: () => number) {
  const known = new LRUCache<Tenant, readonly Lesson[]>({
    max: 1_000,
    ttl: FRESH,
    ttlResolution: 0,
    perf: { now },
    allowStaleOnFetchRejection: true,
    noDeleteOnStaleGet: true,
    fetchMethod: (tenant) => lessons.list(tenant),
  });
  return {
    /** What was last known while the store does not answer, nothing before that. */
    of: async (tenant: Tenant): Promise<readonly Lesson[]> =>
      (await known.fetch(tenant).catch(() => undefined)) ?? [],
    /** The operator changed them: the next form asks again. */
    forget: (tenant: Tenant): void => void known.delete(tenant),
  };
}
