/** `fields[TYPE]` and `extra_fields[TYPE]`: the same for every path, from the table of resource types. */

import { extraFieldTypes } from '../readings.ts';
import { type ResourceType, readableNames } from '../resource-types/resource-type.ts';
import { resourceTypes } from '../resource-types/resource-types.ts';
import type { FieldChoice } from '../resources/stored-resource.ts';
import { emptyOr, listOf, listRule, type ParameterRule, type ParameterRules } from './query-parameters.ts';

/** The document counts `id` among the readable names; a relationship is a field too, as JSON:API has it. */
const fieldNames = (type: ResourceType): readonly string[] => [
  'id',
  ...readableNames(type),
  ...type.relationships.map(({ name }) => name),
];

const oneOf = (names: readonly string[], type: string): ParameterRule =>
  emptyOr(listRule((name) => names.includes(name), `fields of ${type}`));

/** Of `fields[TYPE]`. */
export function fieldsRule(name: string): ParameterRule {
  const type = resourceTypes.get(name);
  return oneOf(type === undefined ? [] : fieldNames(type), name);
}

const fieldRules = [...resourceTypes.keys()].map((name) => [`fields[${name}]`, fieldsRule(name)] as const);

const extraFieldRules = extraFieldTypes.map((name): readonly [string, ParameterRule] => {
  const extra = resourceTypes.get(name)?.extraFields ?? [];
  return [`extra_fields[${name}]`, listRule((field) => extra.includes(field), extra.join(', '))];
});

/** The document calls the unscoped form wrong. */
const unscoped: ParameterRule = () => 'must name a type, as extra_fields[applications]';

export const fieldParameterRules: ParameterRules = new Map<string, ParameterRule>([
  ...fieldRules,
  ...extraFieldRules,
  ['extra_fields', unscoped],
]);

/** Of a query that meets the rules. */
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
