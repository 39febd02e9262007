/** What people write who do not look it up. */
const synonyms: Readonly<Record<string, string>> = {
  language: 'lang',
  locale: 'lang',
  'job-id': 'job',
  jobid: 'job',
  'posting-id': 'job',
  session: 'token',
  'access-token': 'token',
  url: 'endpoint',
  server: 'endpoint',
  host: 'endpoint',
  'color-scheme': 'theme',
  headinglevel: 'heading-level',
  heading: 'heading-level',
  utm_source: 'source',
};

/** The known name that was probably meant; null when none is near. */
export function nearestName(name: string, known: readonly string[]): string | null {
  const synonym = synonyms[name];
  if (synonym !== undefined && known.includes(synonym)) return synonym;
  const [best] = known
    .map((each) => ({ each, distance: distance(name, each) }))
    .sort((one, other) => one.distance - other.distance);
  return best !== undefined && best.distance <= Math.min(2, Math.floor(best.each.length / 2))
    ? best.each
    : null;
}

/** Letters to insert, leave out or exchange (Levenshtein). */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const letter of one) {
    let diagonal = row[0] ?? 0;
    const next = [diagonal + 1];
    for (let index = 0; index < other.length; index++) {
      const above = row[index + 1] ?? 0;
      const exchanged = diagonal + (letter === other[index] ? 0 : 1);
      next.push(Math.min(exchanged, above + 1, (next[index] ?? 0) + 1));
      diagonal = above;
    }
    row = next;
  }
  return row[other.length] ?? 0;
}
