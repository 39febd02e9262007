/**
 * All output of the commands and the server. Titles, names and errors come from services, pages and stores: characters
 * that would control a terminal, or display text in another order, are printed as escapes.
 */

/**
 * Control characters except line feed and tab, direction marks (Unicode Bidirectional Algorithm, 2), separators that
 * some programs read as line ends, and lone surrogates.
 */
const hidden =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Writes such characters as `\u202e`: a JSON parser reads it as the same character, so JSON output stays valid. */
export const visible = (text: string): string => text.replace(hidden, escapeCharacter);

/** Also escapes line feeds and tabs, so that the text cannot begin a new line. */
export const visibleInLine = (text: string): string => visible(text).replace(/[\n\t]/g, escapeCharacter);

const escapeCharacter = (character: string): string =>
  `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Writes to standard output, with a line end. */
export function print(text: string): void {
  process.stdout.write(`${visible(text)}\n`);
}

/** Writes to standard error. */
export function printError(text: string): void {
  process.stderr.write(`${visible(text)}\n`);
}

/** Prints each item as one line, whatever it contains. Writes nothing for an empty list. */
export function printLines(lines: readonly string[]): void {
  // One write, because a pipe takes long output at its own speed.
  process.stdout.write(lines.map((line) => `${visibleInLine(line)}\n`).join(''));
}

/** Prints an unforeseen error with its stack. */
export const printUnexpected = (error: unknown): void =>
  printError(error instanceof Error ? (error.stack ?? error.message) : String(error));
