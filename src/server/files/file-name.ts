/** Names of files, as clients write them and as we pass them on. */

const LONGEST_NAME = 100;

/** Characters: a name of 255, which is what file systems take, escaped has 2,295. */
const LONGEST_DISPOSITION = 4_096;

/**
 * The name in `Content-Disposition: attachment; filename*=UTF-8''…` (RFC 6266, RFC 8187); null without one, and for a
 * header that is longer than any name needs.
 */
export function readDispositionName(header: string | null): string | null {
  if (header === null || header.length > LONGEST_DISPOSITION) return null;
  const extended = /;\s*filename\*\s*=\s*UTF-8'[^']*'([^;\s]+)/i.exec(header)?.[1];
  if (extended !== undefined) return decodePercent(extended);
  return /;\s*filename\s*=\s*"([^"]+)"/i.exec(header)?.[1] ?? null;
}

function decodePercent(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/**
 * No folders, no characters that steer a terminal or turn the writing direction (`fdp.exe` shown as `exe.pdf`),
 * one way of writing each letter, at most 100 characters with the ending kept. '' when nothing is left.
 */
export function cleanFileName(name: string): string {
  const last = name.normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const plain = last
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Surrogate}]/gu, '')
    .replace(/\s+/g, ' ')
    .replace(/^[.\s]+|(?<![.\s])[.\s]+$/g, '');
  const letters = Array.from(plain);
  if (letters.length <= LONGEST_NAME) return plain;
  const ending = /\.[A-Za-z0-9]{1,5}$/.exec(plain)?.[0] ?? '';
  return (
    letters
      .slice(0, LONGEST_NAME - ending.length)
      .join('')
      .trimEnd() + ending
  );
}
