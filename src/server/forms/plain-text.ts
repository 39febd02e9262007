/** Is it text, from the first byte to the last? */
import type { StoredContent } from '../ports.ts';

/**
 * What the first characters of a page can be, should any program take the file for one: all that browsers look for (MIME
 * Sniffing, 7.1), and every other tag, comment, declaration and instruction.
 */
const markup = /^<(?:[!?/%]|[a-z][a-z0-9:-]*(?:[\s/>]|$))/i;
/** What a browser passes over in front of them, and what else shows nothing: spaces, marks, controls. */
const invisible = /^[\s\p{C}\ufffd]+/u;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what text has not
const controls = /[\u0001-\u0008\u000e-\u001a\u001c-\u001f]/g;

/** Characters in a hundred: text of pages, and of old programs, has one here and there. */
const MOST_CONTROLS = 1;

/** UTF-8, UTF-16 with its mark, or one byte a character as Windows writes it. */
export async function isText(content: StoredContent): Promise<boolean> {
  const encoding = encodingOf(await content.read(0, 2));
  const decoder = new TextDecoder(encoding);
  const opening = createOpening(encoding);
  let found = 0;
  for await (const chunk of content.chunks()) {
    const text = decoder.decode(chunk, { stream: true });
    if (text.includes('\0')) return false;
    found += text.match(controls)?.length ?? 0;
    opening.add(chunk);
  }
  return found <= Math.max(1, (content.size * MOST_CONTROLS) / 100) && !isMarkup(opening.text());
}

/** The first characters that can be seen in these bytes. */
export function openingOf(bytes: Uint8Array): string {
  const opening = createOpening(encodingOf(bytes));
  opening.add(bytes);
  return opening.text();
}

export const isMarkup = (opening: string): boolean => markup.test(opening);

/** Characters that tell what begins there: more than the longest name of a tag. */
const OPENING = 64;

/** The first characters that can be seen, wherever they are. */
function createOpening(encoding: ReturnType<typeof encodingOf>) {
  const decoder = new TextDecoder(encoding === 'windows-1252' ? 'utf-8' : encoding);
  let text = '';
  return {
    add(chunk: Uint8Array): void {
      if (text.length < OPENING)
        text = (text + decoder.decode(chunk, { stream: true })).replace(invisible, '').slice(0, OPENING);
    },
    text: () => text,
  };
}

/** Control characters are the same bytes in UTF-8 as in any encoding of one byte a character. */
function encodingOf([first, second]: Uint8Array): 'utf-16le' | 'utf-16be' | 'windows-1252' {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'windows-1252';
}
