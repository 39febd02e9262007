import { FILTER_QUESTIONABLE, FILTER_QUESTIONABLE_EQUALS, TOTAL_COUNT } from '../readings.ts';
import { badRequest, type ServiceFault } from '../service-fault.ts';
import type { Faults } from './faults.ts';

/** A service that differs from our readings where the document is silent: parameter names that it does not know. */
export function narrowedFault(faults: Faults, path: string, query: URLSearchParams): ServiceFault | null {
  if (faults.no_jobs && path.startsWith('/api/v1/jobs'))
    return { code: 'forbidden', detail: 'The key may not read jobs' };
  const unknown = unknownParameters(faults).find((name) => query.has(name));
  return unknown === undefined ? null : badRequest(`${unknown} is not a parameter of this path`);
}

function unknownParameters({ questionable_filter, no_stats }: Faults): readonly string[] {
  return [...otherForms[questionable_filter], ...(no_stats ? [TOTAL_COUNT] : [])];
}

const otherForms: Readonly<Record<Faults['questionable_filter'], readonly string[]>> = {
  both: [],
  eq: [FILTER_QUESTIONABLE],
  plain: [FILTER_QUESTIONABLE_EQUALS],
};
