/** `KEY.HASH`: the key's name says whether the present secrets can find the hash of an email. */

/** Submissions that are counted at the most: with a million of them the store would stand still meanwhile. */
export const MOST_UNFINDABLE = 10_000;

export const keyNameOf = (hash: string): string => hash.slice(0, Math.max(0, hash.indexOf('.')));

export const keyNamesOf = (hashes: readonly string[]): readonly string[] => [
  ...new Set(hashes.map(keyNameOf)),
];
