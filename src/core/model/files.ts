/** File name endings that mean the same as an ending that the service lists. */
const otherEndings: ReadonlyMap<string, readonly string[]> = new Map([
  ['.jpeg', ['.jpe', '.jfif', '.pjpeg', '.pjp']],
  ['.mp4', ['.m4v']],
  ['.mov', ['.qt']],
  ['.txt', ['.text']],
]);

/** @param types endings with a dot, or media types, as the limits of a form have them */
export const withOtherEndings = (types: readonly string[]): readonly string[] =>
  types.flatMap((type) => [type, ...(otherEndings.get(type) ?? [])]);

/**
 * Maximum number of files of one application, and of their bytes together, as at the proxy
 * (`src/server/http/README.md#limits`). The limit of a single file comes with the form.
 */
export const mostFiles = 20;
export const mostBytes = 100 * 1_048_576;
