/** Is it text, from the first byte to the last? */
import type { StoredContent } from '../model/ports.ts';

/** Markup that a browser would run, should anybody ever open the file in one. */
const markup = /^\s*<(!doctype|html|head|body|script|svg|\?xml|iframe)/i;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what text has not
const controls = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/;

/** UTF-8, UTF-16 with its mark, or one byte a character as Windows writes it. */
export async function isText(content: StoredContent): Promise<boolean> {
  const encoding = encodingOf(await content.read(0, 2));
  const shown = encoding === 'windows-1252' ? 'utf-8' : encoding;
  if (markup.test(new TextDecoder(shown).decode(await content.read(0, BEGINNING)))) return false;
  const decoder = new TextDecoder(encoding);
  for await (const piece of content.chunks())
    if (controls.test(decoder.decode(piece, { stream: true }))) return false;
  return true;
}

/** Bytes in which a page would begin. */
const BEGINNING = 4_096;

/** Control characters are the same bytes in UTF-8 as in any encoding of one byte a character. */
function encodingOf([first, second]: Uint8Array): 'utf-16le' | 'utf-16be' | 'windows-1252' {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'windows-1252';
}
