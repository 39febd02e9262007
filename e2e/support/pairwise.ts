/**
 * Combinations in which every two values of different factors meet at least once; always the same ones. A fault
 * that needs one value, or two that meet, shows in them; they are a small part of all combinations.
 */

/** The place of a value in each factor. */
export type Row = readonly number[];

/** One value each of two factors. */
interface Pair {
  readonly left: number;
  readonly right: number;
  readonly leftValue: number;
  readonly rightValue: number;
}

/** @param sizes how many values each factor has */
export function pairwise(sizes: readonly number[]): readonly Row[] {
  const open = new Map(pairsOf(sizes).map((pair) => [keyOf(pair), pair]));
  const rows: Row[] = [];
  while (open.size > 0) {
    const row = bestRow(sizes, open, rows.length);
    rows.push(row);
    for (const key of keysIn(row)) open.delete(key);
  }
  return rows;
}

/** All combinations, the last factor changing fastest. */
export function product(sizes: readonly number[]): readonly Row[] {
  let rows: readonly Row[] = [[]];
  for (const size of sizes) rows = rows.flatMap((row) => numbers(size).map((value) => [...row, value]));
  return rows;
}

export function pairsOf(sizes: readonly number[]): readonly Pair[] {
  const factors = numbers(sizes.length);
  return factors.flatMap((left) =>
    factors
      .filter((right) => right > left)
      .flatMap((right) =>
        product([sizes[left] ?? 0, sizes[right] ?? 0]).map(([leftValue = 0, rightValue = 0]) => ({
          left,
          right,
          leftValue,
          rightValue,
        })),
      ),
  );
}

const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);

export const keyOf = ({ left, leftValue, right, rightValue }: Pair): string =>
  `${left}=${leftValue} ${right}=${rightValue}`;

/** The pairs that one row covers. */
export const keysIn = (row: Row): readonly string[] =>
  pairsOf(row.map(() => 1)).map((pair) =>
    keyOf({ ...pair, leftValue: row[pair.left] ?? 0, rightValue: row[pair.right] ?? 0 }),
  );

/** How many beginnings are tried for a row; more bring no shorter lists here. */
const BEGINNINGS = 40;

/** Of several rows, each grown from another open pair, the one that covers most open pairs. */
function bestRow(sizes: readonly number[], open: ReadonlyMap<string, Pair>, turn: number): Row {
  const candidates = [...open.values()].slice(0, BEGINNINGS).map((pair) => grow(sizes, open, pair, turn));
  const gains = candidates.map((row) => keysIn(row).filter((key) => open.has(key)).length);
  return candidates[gains.indexOf(Math.max(...gains))] ?? [];
}

/** Larger factors first: they have the most pairs to cover. Where values are equal, they take turns. */
function grow(sizes: readonly number[], open: ReadonlyMap<string, Pair>, start: Pair, turn: number): Row {
  const chosen = new Map([
    [start.left, start.leftValue],
    [start.right, start.rightValue],
  ]);
  const order = [...numbers(sizes.length)].sort((one, other) => (sizes[other] ?? 0) - (sizes[one] ?? 0));
  for (const factor of order) {
    if (!chosen.has(factor)) chosen.set(factor, bestValue(sizes[factor] ?? 0, factor));
  }
  return numbers(sizes.length).map((factor) => chosen.get(factor) ?? 0);

  function bestValue(size: number, factor: number): number {
    const values = numbers(size).map((step) => (step + turn) % size);
    const gains = values.map((value) => gainOf(factor, value));
    return values[gains.indexOf(Math.max(...gains))] ?? 0;
  }

  function gainOf(factor: number, value: number): number {
    return [...chosen].filter(([other, otherValue]) => {
      const [left, leftValue, right, rightValue] =
        factor < other ? [factor, value, other, otherValue] : [other, otherValue, factor, value];
      return open.has(keyOf({ left, leftValue, right, rightValue }));
    }).length;
  }
}
