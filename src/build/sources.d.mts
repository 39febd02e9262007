/** Relative to the root: files, and folders with all that is in them. */
export const sources: readonly string[];

/** @param root ends in a slash */
export function hashOfSources(root: string): string;
