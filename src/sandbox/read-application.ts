import { applicationResource } from './application-resource.ts';
import { includedAnswers, includeRule, visibleAnswers } from './included-answers.ts';
import type { Document } from './json-api.ts';
import { checkParameters, listOf, localeRule, type ParameterRules } from './query-parameters.ts';
import { isVisible, type SandboxState } from './sandbox-state.ts';
import { accepted, type Checked, notFound, refused } from './service-fault.ts';

/** `GET /api/v1/applications/{id}`: the document shows no `include` here, so a service may well have none. */
export function readApplication(state: SandboxState, id: string, query: URLSearchParams): Checked<Document> {
  const { no_include: noInclude } = state.faults.current();
  const fault = checkParameters(query, rulesOf(state));
  if (fault !== null) return refused(fault);
  const application = state.records.findApplication(id);
  if (application === undefined || !isVisible(state, application)) return refused(notFound);
  const include = noInclude === 'ignore' ? null : query.get('include');
  if (include === null) return accepted({ data: applicationResource(application, null), meta: {} });
  const answers = visibleAnswers(state, id);
  return accepted({
    data: applicationResource(application, answers),
    included: includedAnswers(state, answers, listOf(include)),
    meta: {},
  });
}

function rulesOf(state: SandboxState): ParameterRules {
  const rules: ParameterRules = new Map([['locale', localeRule]]);
  if (state.faults.current().no_include === 'refuse') return rules;
  return new Map([...rules, ['include', includeRule(state)]]);
}
