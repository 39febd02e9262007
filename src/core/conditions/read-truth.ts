/** Reads `true` and `false`, trimmed, in any ASCII case; nothing else (`yes`, `1`) is a truth value. */
export function readTruth(text: string): boolean | null {
  const word = text.trim().toLowerCase();
  if (word === 'true') return true;
  return word === 'false' ? false : null;
}
