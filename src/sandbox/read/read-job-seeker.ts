import type { Document } from '../json-api.ts';
import { checkParameters, type ParameterRules } from '../query/query-parameters.ts';
import { jobSeekerIncludeRule, readParameters, readRules } from '../query/read-parameters.ts';
import type { Place } from '../sandbox-state.ts';
import { type Checked, refused } from '../service-fault.ts';
import { readOne } from './read-resources.ts';

/** No path from a job seeker leads to an application. */
const rules: ParameterRules = new Map(
  [...readRules(jobSeekerIncludeRule)].filter(([name]) => name !== 'extra_fields[applications]'),
);

/** `GET /api/v1/job_seekers/{id}`: a reading, since the document says that job seekers return `tags` but not where. */
export function readJobSeeker(place: Place, id: string, query: URLSearchParams): Checked<Document> {
  const fault = checkParameters(query, rules);
  if (fault !== null) return refused(fault);
  return readOne(place, { type: 'job_seekers', id }, readParameters(query));
}
