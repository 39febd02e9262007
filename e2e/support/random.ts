/** Reproducible random numbers: the same seed and schedule draw the same numbers on every machine. */
export interface Random {
  /** Returns a number from 0 to 1, with 1 excluded. */
  next(): number;
  chance(share: number): boolean;
  between(low: number, high: number): number;
  /** Returns a whole number between these limits, which are included. */
  whole(low: number, high: number): number;
  pick<Item>(items: readonly [Item, ...Item[]]): Item;
  /** Returns an exponentially distributed number with this mean, at most `most`. */
  tail(mean: number, most: number): number;
  /** Returns an independent generator, whose draws do not affect this one. */
  branch(): Random;
}

/** sfc32 (PractRand): 128 bits of state, passes the usual tests, a few additions a number. */
export function createRandom(...seeds: readonly number[]): Random {
  let [a, b, c, counter] = [0x9e3779b9, 0x243f6a88, 0xb7e15162, 1];
  const draw = (): number => {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return sum >>> 0;
  };
  for (const seed of seeds) {
    a = (a ^ (seed >>> 0)) | 0;
    b = (b ^ Math.floor(seed / 4_294_967_296)) | 0;
    for (let round = 0; round < 12; round += 1) draw();
  }
  const next = () => draw() / 4_294_967_296;
  return {
    next,
    chance: (share) => next() < share,
    between: (low, high) => low + next() * (high - low),
    whole: (low, high) => low + Math.floor(next() * (high - low + 1)),
    pick: (items) => items[Math.floor(next() * items.length)] ?? items[0],
    tail: (mean, most) => Math.min(most, -Math.log(1 - next()) * mean),
    branch: () => createRandom(draw(), draw()),
  };
}
