import type { Document } from '../json-api.ts';
import { checkParameters, type ParameterRules } from '../query/query-parameters.ts';
import { applicationIncludeRule, readParameters, readRules } from '../query/read-parameters.ts';
import type { Place, SandboxState } from '../sandbox-state.ts';
import { type Checked, refused } from '../service-fault.ts';
import { readOne } from './read-resources.ts';

/** `GET /api/v1/applications/{id}`: the document shows no `include` here, so a real service may not support it. */
export function readApplication(place: Place, id: string, query: URLSearchParams): Checked<Document> {
  const { state } = place;
  const fault = checkParameters(query, rulesOf(state));
  if (fault !== null) return refused(fault);
  const read = readParameters(state, query);
  const include = state.faults.current().no_include === 'ignore' ? null : read.include;
  return readOne(place, { type: 'applications', id }, { ...read, include });
}

function rulesOf(state: SandboxState): ParameterRules {
  const rules = readRules(applicationIncludeRule(state));
  if (state.faults.current().no_include !== 'refuse') return rules;
  return new Map([...rules].filter(([name]) => name !== 'include'));
}
