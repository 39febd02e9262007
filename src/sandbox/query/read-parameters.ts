/** The parameters of every read: `include`, sparse fields, extra fields, `locale`. */

import { type IncludeTree, includeTree } from '../read/include-walk.ts';
import { jobSeekerIncludes, LOCALE, nestedIncludes } from '../readings.ts';
import { applications } from '../resource-types/applications.ts';
import type { FieldChoice } from '../resources/stored-resource.ts';
import type { SandboxState } from '../sandbox-state.ts';
import { fieldParameterRules, readFieldChoice } from './field-parameters.ts';
import {
  emptyOr,
  listOf,
  listRule,
  localeRule,
  type ParameterRule,
  type ParameterRules,
} from './query-parameters.ts';

export interface ReadParameters {
  /** null without `include`. */
  readonly include: IncludeTree | null;
  readonly choice: FieldChoice;
}

const oneOf = (paths: readonly string[]): ParameterRule =>
  emptyOr(listRule((path) => paths.includes(path), paths.join(', ')));

const relationships = applications.relationships.map(({ name }) => name);

const applicationInclude = oneOf([...relationships, ...nestedIncludes]);
const flatInclude = oneOf(relationships);

export const readRules = (include: ParameterRule): ParameterRules =>
  new Map([['include', include], ...fieldParameterRules, [LOCALE, localeRule]]);

/** The fault `no_nested_include` removes the paths that are a reading. */
export const applicationIncludeRule = (state: SandboxState): ParameterRule =>
  state.faults.current().no_nested_include ? flatInclude : applicationInclude;

export const jobSeekerIncludeRule = oneOf(jobSeekerIncludes);
export const jobIncludeRule = oneOf(['job_postings']);
export const postingIncludeRule = oneOf(['job']);

/** For a valid query only. With the fault `no_linkage` an answer neither names nor includes its question. */
export function readParameters(state: SandboxState, query: URLSearchParams): ReadParameters {
  const include = query.get('include');
  const hidden = state.faults.current().no_linkage ? /(^|\.)answers\.question$/ : null;
  const paths = listOf(include ?? '').map((path) =>
    hidden === null ? path : path.replace(hidden, '$1answers'),
  );
  return { include: include === null ? null : includeTree(paths), choice: readFieldChoice(query) };
}
