import { isObject, itemsOf, type JsonObject, namesOf } from './json-object.ts';

/** JSON:API 1.1, "Compound Documents": what stands beside the primary data, and why. */

const keyOf = (object: JsonObject): string => JSON.stringify([object['type'], object['id']]);

const primaryOf = (document: JsonObject): readonly JsonObject[] => {
  const { data } = document;
  return (Array.isArray(data) ? itemsOf(data) : [data]).filter(isObject);
};

const includedOf = (document: JsonObject): readonly JsonObject[] =>
  itemsOf(document['included']).filter(isObject);

/** No two resource objects of a document share type and id. */
export function repeatFaults(document: JsonObject): readonly string[] {
  const keys = [...primaryOf(document), ...includedOf(document)].map(keyOf);
  const repeated = keys.filter((key, place) => keys.indexOf(key) !== place);
  return [...new Set(repeated)].map((key) => `${key} stands more than once in data and included`);
}

function linkageOf(resource: JsonObject, name: string): readonly JsonObject[] {
  const { relationships } = resource;
  const relationship = isObject(relationships) ? relationships[name] : undefined;
  const data = isObject(relationship) ? relationship['data'] : undefined;
  return (Array.isArray(data) ? itemsOf(data) : [data]).filter(isObject);
}

const relationshipNames = (resource: JsonObject): readonly string[] =>
  isObject(resource['relationships']) ? namesOf(resource['relationships']) : [];

/** Which resource objects lead where: the linkage of `names`, of all relationships without them. */
function follow(document: JsonObject, from: readonly JsonObject[], names?: readonly string[]): JsonObject[] {
  const wanted = new Set(
    from.flatMap((resource) =>
      (names ?? relationshipNames(resource)).flatMap((name) => linkageOf(resource, name)).map(keyOf),
    ),
  );
  return [...primaryOf(document), ...includedOf(document)].filter((resource) => wanted.has(keyOf(resource)));
}

/** Full linkage: every included resource is reached from the primary data, also by way of included ones. */
export function linkageFaults(document: JsonObject): readonly string[] {
  const reached = new Set(primaryOf(document).map(keyOf));
  let edge: readonly JsonObject[] = primaryOf(document);
  while (edge.length > 0) {
    edge = follow(document, edge).filter((resource) => !reached.has(keyOf(resource)));
    for (const resource of edge) reached.add(keyOf(resource));
  }
  return unreached(document, reached).map(
    (key) => `${key} is included, and nothing in the document names it`,
  );
}

function unreached(document: JsonObject, reached: ReadonlySet<string>): readonly string[] {
  return includedOf(document)
    .map(keyOf)
    .filter((key) => !reached.has(key));
}

/** "The server MUST NOT include unrequested resource objects": only what a path of `include` leads to. */
export function requestedFaults(document: JsonObject, include: string): readonly string[] {
  const reached = new Set<string>();
  for (const path of include.split(',')) {
    let from: readonly JsonObject[] = primaryOf(document);
    for (const name of path.split('.')) {
      from = follow(document, from, [name]);
      for (const resource of from) reached.add(keyOf(resource));
    }
  }
  return unreached(document, reached).map(
    (key) => `${key} is included, and include=${include} asks for none`,
  );
}

/** A relationship is to-one or to-many: the same for every resource of a type. */
export function cardinalityFaults(document: JsonObject): readonly string[] {
  const seen = new Map<string, boolean>();
  const faults = new Set<string>();
  for (const resource of [...primaryOf(document), ...includedOf(document)]) {
    for (const name of relationshipNames(resource)) {
      const { relationships } = resource;
      const relationship = isObject(relationships) ? relationships[name] : undefined;
      if (!isObject(relationship) || !('data' in relationship)) continue;
      const key = `${resource['type']}.${name}`;
      const isMany = Array.isArray(relationship['data']);
      if ((seen.get(key) ?? isMany) !== isMany) faults.add(`${key} is to-one here and to-many there`);
      seen.set(key, isMany);
    }
  }
  return [...faults];
}
