/** Whether a text has words that are hardly ever the same in two languages. Names, numbers and single words often are. */
import { stored } from './stored-condition.ts';

/** Words that names have in them, too: “Bachelor of Science”, “Ruby on Rails”. */
const joining = new Set(
  'of the and for in on at or to de del la el las los y du des le les et a da do das dos e van von und für der die das im am en'.split(
    ' ',
  ),
);

/** Of a text: more tells nothing else. */
const LONGEST_TEXT = 500;

const wordsIn = (text: string): readonly string[] =>
  text.slice(0, LONGEST_TEXT).match(/[\p{L}\p{M}]{2,}/gu) ?? [];

/** Arabic has no capitals, so each of its words counts. A name such as “iBT” or “nginx.org” is none. */
const hasLowerCase = (text: string): boolean =>
  text
    .slice(0, LONGEST_TEXT)
    .split(/[\s/]/)
    .some((word) => {
      const bare = word.replace(/[?!,;:.)]$/, '');
      return /^\(?[\p{Ll}\p{Lo}\p{M}’'-]{2,}$/u.test(bare) && !joining.has(bare);
    });

/** Three words, whatever they are nested in. */
export const hasWords = (json: unknown): boolean =>
  someText(json, (text) => wordsIn(text).length > 2 && hasLowerCase(text));

/** Two words, such as “Part time”. */
export const hasPhrase = (text: string | null): boolean =>
  text !== null && wordsIn(text).length > 1 && hasLowerCase(text);

export const hasLetters = (json: unknown): boolean => someText(json, (text) => /\p{L}/u.test(text));

function someText(json: unknown, isMeant: (text: string) => boolean): boolean {
  // Not recursive, because a document may be nested deeper than the call stack.
  const waiting: unknown[] = [json];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (Array.isArray(next)) for (const one of next) waiting.push(one);
    else if (typeof next !== 'string') waiting.push(...childrenIn(next));
    else if (isMeant(next)) return true;
  }
  return false;
}

function childrenIn(json: unknown): readonly unknown[] {
  const children = stored(json, 'children');
  return children === undefined ? [] : [children];
}
