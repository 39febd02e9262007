import { isObject, itemsOf } from './json-object.ts';

/** JSON:API 1.1, "Member Names": globally allowed at both ends; between them also hyphen, low line, space. */
const allowed =
  /^[a-zA-Z0-9\u0080-\u{10ffff}]([a-zA-Z0-9\u0080-\u{10ffff}_ -]*[a-zA-Z0-9\u0080-\u{10ffff}])?$/u;

export const isMemberName = (name: string): boolean => allowed.test(name.replace(/^@/, ''));

/** Every member name of a document, at any depth. */
export function nameFaults(value: unknown, place = ''): readonly string[] {
  if (Array.isArray(value))
    return itemsOf(value).flatMap((item, index) => nameFaults(item, `${place}/${index}`));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => [
    ...(isMemberName(name) ? [] : [`${place}: ${JSON.stringify(name)} is no member name`]),
    ...nameFaults(inner, `${place}/${name}`),
  ]);
}
