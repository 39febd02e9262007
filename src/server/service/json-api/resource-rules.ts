import { isObject, itemsOf, type JsonObject, metaFaults, namesOf, strangers } from './json-object.ts';
import { linksFaults } from './link-rules.ts';
import { isMemberName } from './member-names.ts';

/** JSON:API 1.1, "Resource Objects", as a server writes them: with an id, always. */
const resourceMembers = ['type', 'id', 'attributes', 'relationships', 'links', 'meta'];

export function resourceFaults(resource: unknown, place: string): readonly string[] {
  if (!isObject(resource)) return [`${place}: is no resource object`];
  return [
    ...identityFaults(resource, place),
    ...strangers(resource, resourceMembers, place),
    ...fieldFaults(resource, place),
    ...linksFaults(resource['links'], `${place}/links`),
    ...metaFaults(resource, place),
  ];
}

function identityFaults(object: JsonObject, place: string): readonly string[] {
  const { type, id } = object;
  const isNamed = typeof type === 'string' && isMemberName(type);
  return [
    ...(isNamed ? [] : [`${place}/type: is no string that could name a member`]),
    ...(typeof id === 'string' && id !== '' ? [] : [`${place}/id: is no string that names anything`]),
  ];
}

/** Attributes and relationships share one namespace with `type` and `id`. */
function fieldFaults(resource: JsonObject, place: string): readonly string[] {
  const { attributes = {}, relationships = {} } = resource;
  if (!isObject(attributes)) return [`${place}/attributes: is no object`];
  if (!isObject(relationships)) return [`${place}/relationships: is no object`];
  const fields = [...namesOf(attributes), ...namesOf(relationships)];
  const clashes = namesOf(attributes).filter((name) => name in relationships);
  return [
    ...clashes.map((name) => `${place}: ${name} is an attribute and a relationship`),
    ...fields
      .filter((name) => ['type', 'id'].includes(name))
      .map((name) => `${place}: a field is named ${name}`),
    ...namesOf(attributes).flatMap((name) => reservedFaults(attributes[name], `${place}/attributes/${name}`)),
    ...namesOf(relationships).flatMap((name) =>
      relationshipFaults(relationships[name], `${place}/relationships/${name}`),
    ),
  ];
}

/** `relationships` and `links` are reserved in every object that is, or is in, an attribute. */
function reservedFaults(value: unknown, place: string): readonly string[] {
  if (Array.isArray(value))
    return itemsOf(value).flatMap((item, index) => reservedFaults(item, `${place}/${index}`));
  if (!isObject(value)) return [];
  return namesOf(value).flatMap((name) => [
    ...(['relationships', 'links'].includes(name) ? [`${place}: ${name} is reserved`] : []),
    ...reservedFaults(value[name], `${place}/${name}`),
  ]);
}

function relationshipFaults(relationship: unknown, place: string): readonly string[] {
  if (!isObject(relationship)) return [`${place}: is no relationship object`];
  const says = ['links', 'data', 'meta'].some((name) => name in relationship);
  return [
    ...(says ? [] : [`${place}: has neither links nor data nor meta`]),
    ...strangers(relationship, ['links', 'data', 'meta'], place),
    ...(hasNoTarget(relationship['links']) ? [`${place}/links: has neither self nor related`] : []),
    ...linksFaults(relationship['links'], `${place}/links`),
    ...('data' in relationship ? linkageFaults(relationship['data'], `${place}/data`) : []),
    ...metaFaults(relationship, place),
  ];
}

const hasNoTarget = (links: unknown) => isObject(links) && !('self' in links) && !('related' in links);

/** null, one identifier, or a list of them, each once. */
function linkageFaults(linkage: unknown, place: string): readonly string[] {
  if (linkage === null) return [];
  if (!Array.isArray(linkage)) return identifierFaults(linkage, place);
  return itemsOf(linkage).flatMap((item, index) => identifierFaults(item, `${place}/${index}`));
}

function identifierFaults(identifier: unknown, place: string): readonly string[] {
  if (!isObject(identifier)) return [`${place}: is no resource identifier`];
  return [
    ...identityFaults(identifier, place),
    ...strangers(identifier, ['type', 'id', 'meta'], place),
    ...metaFaults(identifier, place),
  ];
}
