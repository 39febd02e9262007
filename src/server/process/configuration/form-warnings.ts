/** What is allowed in the settings of forms, and will not be as it seems: sentences for the person who starts the server. */
import { basicDetailNames } from '../../../core/model/details.ts';
import { jobId } from '../../../core/model/ids.ts';
import { settingsOf } from '../../forms/asked-details.ts';
import type { FormSettings } from '../../forms/form-settings.ts';
import type { TenantConfiguration } from './tenant-configuration.ts';

type Forms = Pick<TenantConfiguration, 'name' | 'form' | 'jobs'>;

export const tellOfForms = (tenants: readonly Forms[]): readonly string[] => tenants.flatMap(warningsOf);

function warningsOf({ name, form = {}, jobs = {} }: Forms): readonly string[] {
  const places = [
    { place: `tenants.${name}`, own: form, settings: settingsOf({ form }, jobId('')) },
    ...Object.entries(jobs).map(([job, own]) => ({
      place: `tenants.${name}.jobs.${job}`,
      own,
      settings: settingsOf({ form, jobs }, jobId(job)),
    })),
  ];
  return places.flatMap(({ place, own, settings }) =>
    faultsOf(own, settings).map((fault) => `APPLY_CONFIG at ${place}.${fault}`),
  );
}

/** @param own said at this place, and not only above it */
function faultsOf(own: Partial<FormSettings>, settings: FormSettings): readonly string[] {
  const { details = {}, equality = [] } = own;
  const isUseless = details.address2 === 'required' && settings.details.address !== 'required';
  return [
    ...basicDetailNames
      .filter((one) => details[one] === 'no')
      .map((one) => `details.${one}: the recruitment service makes no application without it.`),
    ...(isUseless ? ['details.address2: it is asked for only where "address" is "required".'] : []),
    ...equality
      .filter(({ options }) => !options.some(({ undisclosed }) => undisclosed === true))
      .map(
        ({ id }) =>
          `equality: no option of "${id}" is "undisclosed", so a service that demands it makes people disclose it.`,
      ),
  ];
}
