const longest = 44;
const endLength = 16;

/** A long name with both its ends: the first words tell what it is, the last letters which version and kind. */
export function shortName(name: string): string {
  const letters = [...name];
  if (letters.length <= longest) return name;
  const start = letters.slice(0, longest - endLength - 1).join('');
  return `${start}…${letters.slice(-endLength).join('')}`;
}
