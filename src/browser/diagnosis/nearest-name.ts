/**
 * Finds the known name that an unknown one was probably meant to be: it contains the unknown one, or differs by at most
 * two typing errors.
 */

const SLIPS = 2;

export function nearestName(wanted: string, known: readonly string[]): string | null {
  const plain = (name: string) => name.toLowerCase().replace(/[^a-z]/g, '');
  const name = plain(wanted);
  const holding = known.filter(
    (one) => name.includes(plain(one)) || (name.length > 2 && plain(one).includes(name)),
  );
  // `job-posting` is a posting.
  const longest = holding.find((one) => holding.every((other) => plain(one).length >= plain(other).length));
  if (longest !== undefined) return longest;
  const distances = known.map((one) => [distance(name, plain(one)), one] as const);
  const [nearest] = distances.sort(([first], [second]) => first - second);
  return nearest !== undefined && nearest[0] <= Math.min(SLIPS, name.length / 2) ? nearest[1] : null;
}

/** Letters to insert, delete or replace (Levenshtein distance). */
function distance(first: string, second: string): number {
  let row = Array.from({ length: second.length + 1 }, (_, place) => place);
  for (const [line, letter] of [...first].entries()) {
    const above = row;
    row = [line + 1];
    for (const [place, other] of [...second].entries()) {
      const steps = [row[place], above[place + 1]].map((count = 0) => count + 1);
      row.push(Math.min(...steps, (above[place] ?? 0) + (letter === other ? 0 : 1)));
    }
  }
  return row.at(-1) ?? 0;
}
