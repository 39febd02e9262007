/** Whether a PDF is encrypted (ISO 32000-1, 7.6.1): its trailer names how. It may ask for a password, or only forbid printing. */
import type { StoredContent } from '../ports.ts';

/** The key, then a reference to an object or the dictionary itself. */
const entry = /\/Encrypt\s{0,8}(?:\d{1,10}\s{1,8}\d{1,5}\s{1,8}R|<<)/;
/** Longest such entry, across the border of two chunks. */
const OVERLAP = 64;

export async function isProtectedPdf({ chunks }: StoredContent): Promise<boolean> {
  let end = '';
  for await (const chunk of chunks()) {
    const text = end + new TextDecoder('latin1').decode(chunk);
    if (entry.test(text)) return true;
    end = text.slice(-OVERLAP);
  }
  return false;
}
