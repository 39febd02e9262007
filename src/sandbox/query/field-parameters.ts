/** `fields[TYPE]` and `extra_fields[TYPE]`, validated for every path against the table of resource types. */

import { extraFieldTypes } from '../readings.ts';
import { type ResourceType, readableNames } from '../resource-types/resource-type.ts';
import { resourceTypes } from '../resource-types/resource-types.ts';
import type { FieldChoice } from '../resources/stored-resource.ts';
import { emptyOr, listOf, listRule, type ParameterRule, type ParameterRules } from './query-parameters.ts';

/** The document counts `id` among the readable names; in JSON:API a relationship is a field, too. */
const fieldNames = (type: ResourceType): readonly string[] => [
  'id',
  ...readableNames(type),
  ...type.relationships.map(({ name }) => name),
];

/** Names that `fields[TYPE]` accepts. */
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

/** The document declares the unscoped form wrong. */
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

/** For a valid query only. */
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
