import { isObject, itemsOf, type JsonObject, namesOf } from './json-object.ts';

/**
 * JSON:API 1.1, "Sparse Fieldsets": of a type whose fields were named, no others come. The service's own
 * `extra_fields[TYPE]` name more of them.
 */
export function fieldFaults(document: JsonObject, query: URLSearchParams): readonly string[] {
  const { data } = document;
  const primary = Array.isArray(data) ? itemsOf(data) : [data];
  return [...primary, ...itemsOf(document['included'])].filter(isObject).flatMap((resource) => {
    const named = query.get(`fields[${resource['type']}]`);
    if (named === null) return [];
    const extra = query.get(`extra_fields[${resource['type']}]`) ?? '';
    const wanted = [...named.split(','), ...extra.split(',')];
    return fieldsOf(resource)
      .filter((name) => !wanted.includes(name))
      .map((name) => `${resource['type']}/${resource['id']}: ${name} was not asked for`);
  });
}

function fieldsOf({ attributes, relationships }: JsonObject): readonly string[] {
  return [
    ...(isObject(attributes) ? namesOf(attributes) : []),
    ...(isObject(relationships) ? namesOf(relationships) : []),
  ];
}
