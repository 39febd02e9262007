/** Whether the configuration allows any use at all: each sentence is for the person who starts the server. */
import { sampleSettings } from './sample-settings.ts';
import type { TenantConfiguration } from './tenant-configuration.ts';

type Doors = Pick<TenantConfiguration, 'name' | 'adminKey' | 'publicJobs' | 'origins'>;

/** The fourth rule of tags in the service's document. */
export const tellOfTags = (
  tenants: readonly Pick<TenantConfiguration, 'name' | 'tag' | 'form' | 'jobs'>[],
): readonly string[] =>
  tenants.flatMap(({ name, tag, form = {}, jobs = {} }) => {
    const ours = new Set([sampleSettings(), sampleSettings('')].flatMap(Object.values));
    const given = Object.values(jobs).filter((one) => !ours.has(one));
    const consents = [form, ...given].flatMap(({ consent = [] }) => consent);
    const tags = [...(tag === null ? [] : [tag]), ...consents.flatMap((one) => one.tag ?? [])];
    const named = tags.map(
      (one) =>
        `The tag "${one.tag}" (${one.context}) of the tenant "${name}" can be filtered by in the recruitment service only if it was first created there, in its user interface.`,
    );
    return [...new Set(named)];
  });

/** For a real service only: the sandbox has a default for each. */
export const findUseless = (tenants: readonly Doors[]): readonly string[] => tenants.flatMap(warningOf);

function warningOf({ name, adminKey, publicJobs, origins }: Doors): readonly string[] {
  const hasJobs = publicJobs === 'all' || publicJobs.length > 0;
  if (adminKey === null && !hasJobs)
    return [
      `Nobody can open a form of the tenant "${name}": set APPLY_ADMIN_KEY, with which a server asks for sessions, or APPLY_PUBLIC_JOBS.`,
    ];
  if (hasJobs && origins !== 'any' && origins.length === 0)
    return [
      `Only our own pages can open a form of the tenant "${name}": APPLY_PUBLIC_JOBS is set and APPLY_ORIGINS is not.`,
    ];
  return [];
}
