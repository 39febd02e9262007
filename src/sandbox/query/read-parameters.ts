import { accepted, type Checked, refused } from '../json-api.ts';
import { type IncludeTree, includeTree } from '../read/include-walk.ts';
import { extraFieldTypes, jobSeekerIncludes, LOCALE, nestedIncludes } from '../readings.ts';
import {
  applications,
  type ResourceType,
  readableNames,
  resourceTypes,
} from '../resource-types/resource-types.ts';
import type { FieldChoice } from '../resources/stored-resource.ts';
import {
  checkParameters,
  emptyOr,
  listOf,
  listRule,
  localeRule,
  type Paging,
  type ParameterRule,
  type ParameterRules,
  pagingRules,
  readPaging,
  sortRule,
} from './parameters.ts';

/** Includes `id`, which the document lists among the readable names, and the relationships, which are fields in JSON:API. */
const fieldNames = (type: ResourceType): readonly string[] => [
  'id',
  ...readableNames(type),
  ...type.relationships.map(({ name }) => name),
];

/** Accepts the fields of one type in `fields[TYPE]`. */
export function fieldsRule(name: string): ParameterRule {
  const type = resourceTypes.get(name);
  const names = type === undefined ? [] : fieldNames(type);
  const rule = emptyOr(listRule((field) => names.includes(field), names.join(', ')));
  return (value) => extraFieldComplaint(type, value) ?? rule(value);
}

/** An extra field is not a field of its type: it has a parameter of its own. */
function extraFieldComplaint(type: ResourceType | undefined, value: string): string | null {
  const extra = listOf(value).find((field) => type?.extraFields.includes(field));
  return extra === undefined ? null : `does not take "${extra}": ask for it by extra_fields[${type?.type}]`;
}

const fieldRules = [...resourceTypes.keys()].map((name) => [`fields[${name}]`, fieldsRule(name)] as const);

const extraFieldRules = extraFieldTypes.map((name): readonly [string, ParameterRule] => {
  const extra = resourceTypes.get(name)?.extraFields ?? [];
  return [`extra_fields[${name}]`, listRule((field) => extra.includes(field), extra.join(', '))];
});

/** Refuses the form without a type, which the document declares wrong. */
export const unscoped =
  (scoped: string): ParameterRule =>
  () =>
    `must name a type, as ${scoped}`;

export const fieldParameterRules: ParameterRules = new Map<string, ParameterRule>([
  ...fieldRules,
  ...extraFieldRules,
  ['fields', unscoped('fields[applications]')],
  ['extra_fields', unscoped('extra_fields[applications]')],
]);

/** Accepts only a valid query. */
export const readFieldChoice = (query: URLSearchParams): FieldChoice => ({
  fields: chosenIn(query, 'fields'),
  extraFields: chosenIn(query, 'extra_fields'),
});

function chosenIn(query: URLSearchParams, family: string): ReadonlyMap<string, ReadonlySet<string>> {
  return new Map(
    [...query].flatMap(([name, value]) => {
      const type = name.startsWith(`${family}[`) ? name.slice(family.length + 1, -1) : null;
      return type === null ? [] : [[type, new Set(listOf(value))]];
    }),
  );
}

/** The parameters of every read, except `locale`. */
export interface ReadParameters {
  /** null without `include`. */
  readonly include: IncludeTree | null;
  readonly choice: FieldChoice;
}

const oneOf = (paths: readonly string[]): ParameterRule =>
  emptyOr(listRule((path) => paths.includes(path), paths.join(', ')));

const relationships = applications.relationships.map(({ name }) => name);

export const applicationIncludeRule = oneOf([...relationships, ...nestedIncludes]);

export const readRules = (include: ParameterRule): ParameterRules =>
  new Map([['include', include], ...fieldParameterRules, [LOCALE, localeRule]]);

export const jobSeekerIncludeRule = oneOf(jobSeekerIncludes);
export const jobIncludeRule = oneOf(['job_postings']);
export const postingIncludeRule = oneOf(['job']);

/** Accepts only a valid query. */
export function readParameters(query: URLSearchParams): ReadParameters {
  const include = query.get('include');
  return { include: include === null ? null : includeTree(listOf(include)), choice: readFieldChoice(query) };
}

/** The parameters of `GET /api/v1/applications`. */
export interface ApplicationParameters {
  /** null for all but `confidential`. */
  readonly visibilities: readonly string[] | null;
  /** Compared without normalization: a number that is not in E.164 finds nothing. */
  readonly phone: string | null;
  /** Each further attribute breaks ties. */
  readonly sort: readonly string[];
  readonly paging: Paging;
  readonly read: ReadParameters;
}

const JOB_VISIBILITY = 'filter[job_visibility]';
const CANDIDATE_PHONE = 'filter[candidate_phone]';

const visibilities: readonly string[] = ['confidential', 'external', 'internal', 'private_job'];

const sortableAttributes = ['id', 'created_at', 'updated_at'] as const;

/** Paging and total work as for questions. This is a reading: the document names none for this list. */
const applicationListRules: ParameterRules = new Map([
  ...readRules(applicationIncludeRule),
  [JOB_VISIBILITY, listRule((name) => visibilities.includes(name), visibilities.join(', '))],
  [CANDIDATE_PHONE, () => null],
  ['sort', sortRule(sortableAttributes)],
  ...pagingRules,
]);

export function readApplicationParameters(query: URLSearchParams): Checked<ApplicationParameters> {
  const fault = checkParameters(query, applicationListRules);
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
