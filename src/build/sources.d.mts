/** Files, and folders with all their contents, relative to the root. */
export const sources: readonly string[];

/** @param root ends in a slash */
export function hashOfSources(root: string): string;
