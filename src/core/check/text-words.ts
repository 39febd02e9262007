/** The words and marks of a text, each with its place, so that the text itself can be quoted. */
import type { RichText, RichTextTag } from '../model/rich-text.ts';

export interface Word {
  /** In lower case; a mark is a word of its own. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

export interface Said {
  readonly text: string;
  readonly words: readonly Word[];
}

const MOST_WORDS = 400;
const LONGEST_TEXT = 4_000;

/** Groups of digits may be parted by a blank or an apostrophe: `50 000`, `50'000`. */
const pattern =
  /(?:min|max|mind|yrs|hrs|ca)\.|\p{L}+|\d{1,3}(?:[ \u00a0\u2009\u202f'’]\d{3})+(?:[.,]\d+)?\+?(?!\d)|\d+(?:[.,]\d+)*(?:\+(?!\d))?|[<>]=|=[<>]|[≥≤<>!?…:;,\n]|\.(?![\p{L}\d])/giu;

const signs: ReadonlyMap<string, string> = new Map([
  ['>=', '≥'],
  ['=>', '≥'],
  ['<=', '≤'],
  ['=<', '≤'],
]);

/** In the words of `wordsOf`, and where a phrase that looks across them would join what does not belong together. */
const sentenceEnds = new Set(['.', '!', '?', '…', '\n']);
const clauseEnds = new Set([...sentenceEnds, ':', ';']);

export const endsSentence = (word: Word | undefined): boolean =>
  word !== undefined && sentenceEnds.has(word.text);
export const endsClause = (word: Word | undefined): boolean =>
  word !== undefined && clauseEnds.has(word.text);
export const isMark = (word: Word | undefined): boolean => endsClause(word) || word?.text === ',';

export function wordsOf(long: string): Said {
  // Sorting a long run of marks takes quadratic time.
  const text = long
    .slice(0, LONGEST_TEXT)
    .replace(/(\p{M}{8})\p{M}+/gu, '$1')
    .normalize('NFC');
  const words: Word[] = [];
  for (const match of text.matchAll(pattern)) {
    if (words.length === MOST_WORDS) break;
    const [written] = match;
    words.push({ text: plain(written), start: match.index, end: match.index + written.length });
  }
  return { text, words };
}

function plain(written: string): string {
  if (/^\d/.test(written)) return written.replace(/[\s'’]/g, '');
  return signs.get(written) ?? written.toLowerCase().replace(/^(?!mind\.)(\p{L}+)\.$/u, '$1');
}

/** In one line of each phrase. */
export const joined = (words: readonly Word[]): string => words.map(({ text }) => text).join(' ');

const inline: ReadonlySet<RichTextTag> = new Set<RichTextTag>(['strong', 'em', 'a']);

/** What a help text says; a paragraph or an item of a list ends with a line. */
export function textOf(help: RichText): string {
  const parts: string[] = [];
  const waiting: RichText[number][] = [...help].reverse();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next === 'string') parts.push(withoutTags(next.slice(0, LONGEST_TEXT)));
    else {
      const line = inline.has(next.tag) ? [] : ['\n'];
      waiting.push(...line);
      for (const child of [...next.children].reverse()) waiting.push(child);
      waiting.push(...line);
    }
  }
  return parts.join(' ');
}

const withoutTags = (text: string): string =>
  text.replace(/<\/?(?:p|br|ul|ol|li|div|h\d)\b[^<>]*>/gi, '\n').replace(/<\/?[a-z][^<>]*>/gi, ' ');
