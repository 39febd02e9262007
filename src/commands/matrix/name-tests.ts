/** Writes into the matrix which tests show which row, from their titles: each begins with the id of its row. */
import { type MatrixRow, type Side, sides } from './matrix-row.ts';

const rooms: Readonly<Record<Side, string>> = { sandbox: 'src/sandbox/', client: 'src/service/' };

/**
 * The rows of `src/a.test.ts > tags.add_one and tags.remove_one: both are read back`: an id with which a part of the
 * name begins, and every other id in it that no plain word could be.
 */
function rowsOf(name: string, ids: ReadonlySet<string>): readonly string[] {
  const parts = name.split(' > ').slice(1);
  return parts.flatMap((part) =>
    part
      .split(/\s+/)
      .map((word) => word.replace(/[,:;]$/, ''))
      .filter((word, place) => ids.has(word) && (place === 0 || word.includes('.'))),
  );
}

/** What a row names already stays while that test exists. */
export function nameTests(rows: readonly MatrixRow[], names: readonly string[]): readonly MatrixRow[] {
  const ids = new Set(rows.map(({ id }) => id));
  const existing = new Set(names);
  const titled = names.flatMap((name) => rowsOf(name, ids).map((row) => ({ name, row })));
  return rows.map((row) => {
    const named = (side: Side) => {
      const own = titled.filter((test) => test.row === row.id && test.name.startsWith(rooms[side]));
      const kept = row[side].filter((name) => existing.has(name));
      return [...new Set([...kept, ...own.map(({ name }) => name)])].sort();
    };
    return { ...row, ...Object.fromEntries(sides.map((side) => [side, named(side)])) };
  });
}
