/** Writes into the matrix which tests show which row, from their titles: each begins with the id of its row. */
import { type MatrixRow, type Side, sides } from './matrix-row.ts';

const rooms: Readonly<Record<Side, string>> = { sandbox: 'src/sandbox/', client: 'src/service/' };

const idEnd = /^($|[ :,])/;

/** The longest id with which a part of the name begins: `tags.add_one` of `… > tags.add_one is read back`. */
function rowOf(name: string, ids: ReadonlySet<string>): string | null {
  const parts = name.split(' > ').slice(1);
  const found = [...ids].filter((id) =>
    parts.some((part) => part.startsWith(id) && idEnd.test(part.slice(id.length))),
  );
  return found.sort((left, right) => right.length - left.length)[0] ?? null;
}

/** What a row names already stays while that test exists. */
export function nameTests(rows: readonly MatrixRow[], names: readonly string[]): readonly MatrixRow[] {
  const ids = new Set(rows.map(({ id }) => id));
  const existing = new Set(names);
  const titled = names.map((name) => ({ name, row: rowOf(name, ids) })).filter(({ row }) => row !== null);
  return rows.map((row) => {
    const named = (side: Side) => {
      const own = titled.filter((test) => test.row === row.id && test.name.startsWith(rooms[side]));
      const kept = row[side].filter((name) => existing.has(name));
      return [...new Set([...kept, ...own.map(({ name }) => name)])].sort();
    };
    return { ...row, ...Object.fromEntries(sides.map((side) => [side, named(side)])) };
  });
}
