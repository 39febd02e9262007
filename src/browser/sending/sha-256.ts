/**
 * SHA-256 (FIPS 180-4) of one block, without a wait: `crypto.subtle` answers each hash by a task of its own, which takes
 * a hundred times as long as the hash.
 */

/** Characters of ASCII that fit into one block, beside its end and its length. */
export const LONGEST = 55;
/** Of words: a block, and the hash. */
const [BLOCK, ROUNDS, WORDS] = [16, 64, 8];

/** The first 32 bits of the fractions of square and cube roots of the first primes. */
const fraction = (root: number) => (root * 2 ** 32) | 0;
const first = new Int32Array(WORDS);
const constants = new Int32Array(ROUNDS);
for (let candidate = 2, found = 0; found < ROUNDS; candidate += 1) {
  let divisor = 2;
  while (candidate % divisor) divisor += 1;
  if (divisor < candidate) continue;
  if (found < WORDS) first[found] = fraction(candidate ** (1 / 2));
  constants[found++] = fraction(candidate ** (1 / 3));
}

const schedule = new Int32Array(ROUNDS);

/** @param text at most `LONGEST` characters of ASCII; the hash is written into `hash`, as eight words */
export function sha256(text: string, hash: Int32Array): void {
  const words = schedule;
  const { length } = text;
  for (let word = 0; word < BLOCK; word += 1) {
    let bytes = 0;
    for (let place = word * 4; place < word * 4 + 4; place += 1)
      bytes = (bytes << 8) | (place < length ? text.charCodeAt(place) : place === length ? 128 : 0);
    words[word] = bytes;
  }
  words[BLOCK - 1] = length * 8;
  const at = (list: Int32Array, place: number) => list[place] ?? 0;
  for (let round = BLOCK; round < ROUNDS; round += 1) {
    const early = at(words, round - 15);
    const late = at(words, round - 2);
    const low = ((early >>> 7) | (early << 25)) ^ ((early >>> 18) | (early << 14)) ^ (early >>> 3);
    const high = ((late >>> 17) | (late << 15)) ^ ((late >>> 19) | (late << 13)) ^ (late >>> 10);
    words[round] = (at(words, round - 16) + low + at(words, round - 7) + high) | 0;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = first;
  for (let round = 0; round < ROUNDS; round += 1) {
    const high = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const more = (h + high + ((e & f) ^ (~e & g)) + at(constants, round) + at(words, round)) | 0;
    const low = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const less = (low + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + more) | 0;
    d = c;
    c = b;
    b = a;
    a = (more + less) | 0;
  }
  for (const [word, value] of [a, b, c, d, e, f, g, h].entries()) hash[word] = at(first, word) + value;
}
