/** The first line in which two texts differ, both ways; null: they are equal. */
export function firstDifference(ours: string, theirs: string): string | null {
  if (ours === theirs) return null;
  const [one, other] = [ours.split('\n'), theirs.split('\n')];
  const place = one.findIndex((line, index) => line !== other[index]);
  const line = place < 0 ? one.length : place;
  return `line ${line + 1}\n  widget       ${one[line] ?? '(nothing)'}\n  hand-written ${other[line] ?? '(nothing)'}`;
}
