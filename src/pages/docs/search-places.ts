/** One heading of a page with the words below it. */
export interface Place {
  readonly page: string;
  readonly title: string;
  readonly anchor: string;
  readonly heading: string;
  readonly text: string;
}

export interface Found {
  readonly place: Place;
  /** What stands around the first word that was looked for. */
  readonly excerpt: string;
}

/** More would not be read. */
const MOST = 12;
const AROUND = 70;

const fold = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

const wordsOf = (query: string): readonly string[] =>
  fold(query)
    .split(/\s+/)
    .filter((word) => word !== '');

/** Places that have every word, best first: in the heading, in the page's title, then in the text. */
export type Search = (query: string) => readonly Found[];

interface Part {
  readonly text: string;
  readonly whole: number;
  readonly begins: number;
  readonly within: number;
}

/** All texts are folded once, since each letter that is typed asks again. */
export function createSearch(places: readonly Place[]): Search {
  const prepared = places.map((place): { readonly place: Place; readonly parts: readonly Part[] } => ({
    place,
    parts: [
      { text: fold(place.heading), whole: 40, begins: 20, within: 8 },
      { text: fold(place.title), whole: 12, begins: 6, within: 3 },
      { text: fold(place.text), whole: 4, begins: 2, within: 1 },
    ],
  }));
  return (query) => {
    const words = wordsOf(query);
    if (words.length === 0) return [];
    return prepared
      .map(({ place, parts }) => ({ place, score: scoreOf(parts, words) }))
      .filter(({ score }) => score > 0)
      .sort((one, other) => other.score - one.score)
      .slice(0, MOST)
      .map(({ place }) => ({ place, excerpt: excerptOf(place.text, words) }));
  };
}

function scoreOf(parts: readonly Part[], words: readonly string[]): number {
  const scores = words.map((word) =>
    Math.max(
      ...parts.map(({ text, whole, begins, within }) => {
        if (!text.includes(word)) return 0;
        if (` ${text} `.includes(` ${word} `)) return whole;
        return isWordStart(text, word) ? begins : within;
      }),
    ),
  );
  return scores.includes(0) ? 0 : scores.reduce((sum, score) => sum + score, 0);
}

function isWordStart(text: string, word: string): boolean {
  for (let place = text.indexOf(word); place !== -1; place = text.indexOf(word, place + 1))
    if (place === 0 || /[^\p{L}\p{N}_]/u.test(text[place - 1] ?? '')) return true;
  return false;
}

function excerptOf(text: string, words: readonly string[]): string {
  const folded = fold(text);
  const places = words.map((word) => folded.indexOf(word)).filter((place) => place !== -1);
  const first = Math.max(0, Math.min(...(places.length === 0 ? [0] : places)) - AROUND / 2);
  const cut = text.slice(first, first + 2 * AROUND);
  return `${first > 0 ? '… ' : ''}${cut.trim()}${first + 2 * AROUND < text.length ? ' …' : ''}`;
}
