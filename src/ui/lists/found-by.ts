/** Letters that no normalisation takes apart. */
const others: Readonly<Record<string, string>> = { Ø: 'O', Ł: 'L', Đ: 'D', Æ: 'AE', Œ: 'OE' };

/** Without case, accents, vowel marks of Arabic and Hebrew, and whatever else one leaves out when searching. */
export const plainLetters = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}\u0640]/gu, '')
    .toUpperCase()
    .replace(/[ØŁĐÆŒ]/g, (letter) => others[letter] ?? letter);

/** Whether plain letters have every word that is sought, in any order, each as the part of a word too. */
export function foundBy(sought: string): (letters: string) => boolean {
  const words = plainLetters(sought).split(/\s+/);
  return (letters) => words.every((word) => letters.includes(word));
}
