/** Which tag tells a recruiter of a consent, as the tenant configures it. */
import type { JobId } from '../../core/model/ids.ts';
import type { TenantOptions } from '../http/options.ts';
import { REJECTION, type TagToWrite } from '../service/changes.ts';

/** null: the consent has none. */
export type ConsentTagOf = (job: JobId | null, consentId: string) => TagToWrite | null;

/** A job's own consents win over the tenant's. Where the job is not known, the tenant's come first, then any job's. */
export function createConsentTags({ form, jobs = {} }: Pick<TenantOptions, 'form' | 'jobs'>): ConsentTagOf {
  const own = form?.consent ?? [];
  const ofJob = (job: JobId) => (Object.hasOwn(jobs, job) ? jobs[job]?.consent : undefined) ?? own;
  const all = [...own, ...Object.values(jobs).flatMap(({ consent = [] }) => consent)];
  return (job, consentId) => {
    const settings = job === null ? all : ofJob(job);
    const tag = settings.find(({ id }) => id === consentId)?.tag;
    return tag === undefined ? null : tagToWrite(tag);
  };
}

/** The configuration has checked it; anything else could not be written. */
function tagToWrite({ tag, context }: { readonly tag: string; readonly context: string }): TagToWrite | null {
  if (context === REJECTION) return { tag, context };
  return isCustom(context) ? { tag, context } : null;
}

const isCustom = (context: string): context is `custom_${string}` => context.startsWith('custom_');
