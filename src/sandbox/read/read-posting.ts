import type { Document } from '../json-api.ts';
import { checkParameters } from '../query/query-parameters.ts';
import { postingIncludeRule, readParameters, readRules } from '../query/read-parameters.ts';
import type { Place } from '../sandbox-state.ts';
import { type Checked, refused } from '../service-fault.ts';
import { readOne } from './read-resources.ts';

const rules = readRules(postingIncludeRule);

/** `GET /api/v1/job_postings/{id}`: beyond the document, which names the type alone. */
export function readPosting(place: Place, id: string, query: URLSearchParams): Checked<Document> {
  const fault = checkParameters(query, rules);
  if (fault !== null) return refused(fault);
  return readOne(place, { type: 'job_postings', id }, readParameters(query));
}
