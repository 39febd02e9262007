import { isObject, metaFaults, namesOf, strangers } from './json-object.ts';

/** JSON:API 1.1, "Links": a string, a link object, or null; `type` of an error and `profile` are lists of them. */
const members = ['href', 'rel', 'describedby', 'title', 'type', 'hreflang', 'anchor', 'params', 'meta'];
const lists = ['profile', 'type'];

function linkFaults(link: unknown, place: string): readonly string[] {
  if (link === null || typeof link === 'string') return [];
  if (!isObject(link)) return [`${place}: is no link`];
  const target = typeof link['href'] === 'string' ? [] : [`${place}: a link object needs href`];
  return [...target, ...strangers(link, members, place), ...metaFaults(link, place)];
}

/** What an object says under `links`, when it says anything. */
export function linksFaults(links: unknown, place: string): readonly string[] {
  if (links === undefined) return [];
  if (!isObject(links)) return [`${place}: is no object`];
  return namesOf(links).flatMap((name) => {
    const link = links[name];
    const isList = lists.includes(name) && Array.isArray(link);
    const all: readonly unknown[] = isList ? link : [link];
    return all.flatMap((each) => linkFaults(each, `${place}/${name}`));
  });
}
