/** Where in a document something stands (RFC 6901). */

/**
 * To what stands at this path, or to the last on the way to it that is there: a pointer names what was sent, and what is
 * missing is missing in that (JSON:API, "Error Objects").
 */
export function pointerTo(document: unknown, path: readonly PropertyKey[]): string {
  let pointer = '';
  let place = document;
  for (const step of path) {
    if (typeof place !== 'object' || place === null || !Object.hasOwn(place, step)) break;
    pointer += `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`;
    place = new Map(Object.entries(place)).get(String(step));
  }
  return pointer;
}
