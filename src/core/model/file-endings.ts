/** How names of files end that the service calls by other letters: programs write and open both as the same. */
const otherEndings: ReadonlyMap<string, readonly string[]> = new Map([
  ['.jpeg', ['.jpe', '.jfif', '.pjpeg', '.pjp']],
  ['.mp4', ['.m4v']],
  ['.mov', ['.qt']],
  ['.txt', ['.text']],
]);

/** @param types endings with a dot, or media types, as the limits of a form have them */
export const withOtherEndings = (types: readonly string[]): readonly string[] =>
  types.flatMap((type) => [type, ...(otherEndings.get(type) ?? [])]);
