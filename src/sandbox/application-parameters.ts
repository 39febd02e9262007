import { relationshipNames } from './application-resource.ts';
import { includeRule } from './included-answers.ts';
import {
  checkParameters,
  listOf,
  listRule,
  localeRule,
  type ParameterRules,
  wholeNumberRule,
} from './query-parameters.ts';
import { applications } from './resource-types/applications.ts';
import { readableNames } from './resource-types/resource-type.ts';
import type { SandboxState } from './sandbox-state.ts';
import { accepted, type Checked, refused } from './service-fault.ts';

/** The parameters of `GET /api/v1/applications`. */
export interface ApplicationParameters {
  /** null: all but `confidential`. */
  readonly visibilities: readonly string[] | null;
  /** As it is written: E.164, or it finds nothing. */
  readonly phone: string | null;
  /** null without `include`. */
  readonly include: readonly string[] | null;
  /** The first decides, the next where it does not. */
  readonly sort: readonly string[];
  /** null: all fields. */
  readonly fields: ReadonlySet<string> | null;
  readonly pageNumber: number;
  readonly pageSize: number;
  readonly countTotal: boolean;
}

const visibilities: readonly string[] = ['confidential', 'external', 'internal', 'private_job'];
const sorts = ['id', '-id', 'created_at', '-created_at', 'updated_at', '-updated_at'];

const fieldNames: ReadonlySet<string> = new Set(['id', ...readableNames(applications), ...relationshipNames]);

/** Paging and the total are as for questions: a reading, the document names none for this list. */
const PAGE_SIZE = 100;
const LARGEST_PAGE = 1000;
const LAST_PAGE = 999_999_999;

const rulesOf = (state: SandboxState): ParameterRules =>
  new Map([
    ['filter[job_visibility]', listRule((name) => visibilities.includes(name), visibilities.join(', '))],
    ['filter[candidate_phone]', () => null],
    ['include', includeRule(state)],
    ['sort', listRule((name) => sorts.includes(name), sorts.join(', '))],
    ['fields[applications]', listRule((name) => fieldNames.has(name), 'fields of applications')],
    ['page[number]', wholeNumberRule(1, LAST_PAGE)],
    ['page[size]', wholeNumberRule(0, LARGEST_PAGE)],
    ['stats[total]', (value) => (value === 'count' ? null : 'must be count')],
    ['locale', localeRule],
  ]);

export function readApplicationParameters(
  state: SandboxState,
  query: URLSearchParams,
): Checked<ApplicationParameters> {
  const fault = checkParameters(query, rulesOf(state));
  if (fault !== null) return refused(fault);
  const list = (name: string) => (query.has(name) ? listOf(query.get(name) ?? '') : null);
  const fields = list('fields[applications]');
  return accepted({
    visibilities: list('filter[job_visibility]'),
    phone: query.get('filter[candidate_phone]'),
    include: list('include'),
    sort: list('sort') ?? [],
    fields: fields === null ? null : new Set(fields),
    pageNumber: Number(query.get('page[number]') ?? 1),
    pageSize: Number(query.get('page[size]') ?? PAGE_SIZE),
    countTotal: query.has('stats[total]'),
  });
}
