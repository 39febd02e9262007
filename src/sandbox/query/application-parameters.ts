import { accepted, type Checked, refused } from '../service-fault.ts';
import { type Paging, pagingRules, readPaging } from './paging.ts';
import { checkParameters, listOf, listRule, type ParameterRules } from './query-parameters.ts';
import { applicationIncludeRule, type ReadParameters, readParameters, readRules } from './read-parameters.ts';
import { sortRule } from './sorting.ts';

/** The parameters of `GET /api/v1/applications`. */
export interface ApplicationParameters {
  /** null: all but `confidential`. */
  readonly visibilities: readonly string[] | null;
  /** Compared as it is written: a number that is not in E.164 finds nothing. */
  readonly phone: string | null;
  /** The first decides; the next breaks ties. */
  readonly sort: readonly string[];
  readonly paging: Paging;
  readonly read: ReadParameters;
}

const JOB_VISIBILITY = 'filter[job_visibility]';
const CANDIDATE_PHONE = 'filter[candidate_phone]';

const visibilities: readonly string[] = ['confidential', 'external', 'internal', 'private_job'];

const sortableAttributes = ['id', 'created_at', 'updated_at'] as const;

/** Paging and total work as for questions. This is a reading: the document names none for this list. */
const rules: ParameterRules = new Map([
  ...readRules(applicationIncludeRule),
  [JOB_VISIBILITY, listRule((name) => visibilities.includes(name), visibilities.join(', '))],
  [CANDIDATE_PHONE, () => null],
  ['sort', sortRule(sortableAttributes)],
  ...pagingRules,
]);

export function readApplicationParameters(query: URLSearchParams): Checked<ApplicationParameters> {
  const fault = checkParameters(query, rules);
  if (fault !== null) return refused(fault);
  const list = (name: string) => (query.has(name) ? listOf(query.get(name) ?? '') : null);
  return accepted({
    visibilities: list(JOB_VISIBILITY),
    phone: query.get(CANDIDATE_PHONE),
    sort: list('sort') ?? [],
    paging: readPaging(query),
    read: readParameters(query),
  });
}
