/** Whether a file of rich text has an object of another program in it, as its macros would be (RTF 1.9.1, "Objects"). */
import type { StoredContent } from '../ports.ts';

/** Control words that bring the data of an object, or have it loaded at once. */
const words = ['\\objdata', '\\objupdate', '\\objautlink'];
const LONGEST_WORD = Math.max(...words.map(({ length }) => length));

export async function carriesObject({ chunks }: StoredContent): Promise<boolean> {
  let end = '';
  for await (const chunk of chunks()) {
    const text = (end + new TextDecoder('latin1').decode(chunk)).toLowerCase();
    if (words.some((word) => text.includes(word))) return true;
    end = text.slice(1 - LONGEST_WORD);
  }
  return false;
}
