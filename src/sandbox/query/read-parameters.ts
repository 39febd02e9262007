/** The parameters of every read: `include`, sparse fields, extra fields, `locale`. */

import { type IncludeTree, includeTree } from '../read/include-walk.ts';
import { jobSeekerIncludes, LOCALE, nestedIncludes } from '../readings.ts';
import { applications } from '../resource-types/applications.ts';
import type { FieldChoice } from '../resources/stored-resource.ts';
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

export const applicationIncludeRule = oneOf([...relationships, ...nestedIncludes]);

export const readRules = (include: ParameterRule): ParameterRules =>
  new Map([['include', include], ...fieldParameterRules, [LOCALE, localeRule]]);

export const jobSeekerIncludeRule = oneOf(jobSeekerIncludes);
export const jobIncludeRule = oneOf(['job_postings']);
export const postingIncludeRule = oneOf(['job']);

/** For a valid query only. */
export function readParameters(query: URLSearchParams): ReadParameters {
  const include = query.get('include');
  return { include: include === null ? null : includeTree(listOf(include)), choice: readFieldChoice(query) };
}
