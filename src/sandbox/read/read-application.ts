import type { Document } from '../json-api.ts';
import { checkParameters } from '../query/query-parameters.ts';
import { applicationIncludeRule, readParameters, readRules } from '../query/read-parameters.ts';
import type { Place } from '../sandbox-state.ts';
import { type Checked, refused } from '../service-fault.ts';
import { readOne } from './read-resources.ts';

const rules = readRules(applicationIncludeRule);

/** `GET /api/v1/applications/{id}`: the document shows no `include` here, so a real service may not support it. */
export function readApplication(place: Place, id: string, query: URLSearchParams): Checked<Document> {
  const fault = checkParameters(query, rules);
  if (fault !== null) return refused(fault);
  return readOne(place, { type: 'applications', id }, readParameters(query));
}
