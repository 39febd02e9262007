/**
 * All that a command or the server prints passes here. Titles, names and errors come from services, pages and stores:
 * what would steer a terminal, or show text in another order than it stands, is shown as an escape instead.
 */

/**
 * Controls but the line end and the tabulator, marks of direction (Unicode Bidirectional Algorithm, 2), separators that
 * some programs take for line ends, and halves of a pair.
 */
const hidden =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** As `\u202e`, which is the same character to who reads JSON: a text of JSON stays one. */
export const visible = (text: string): string => text.replace(hidden, escaped);

/** Of a text that stands within a line of ours: it cannot begin one. */
export const visibleInLine = (text: string): string => visible(text).replace(/[\n\t]/g, escaped);

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** To the standard output, with a line end behind it. */
export function print(text: string): void {
  process.stdout.write(`${visible(text)}\n`);
}

/** To the standard error stream. */
export function printError(text: string): void {
  process.stderr.write(`${visible(text)}\n`);
}

/** Each is one line, whatever is in it. Nothing for none. */
export function printLines(lines: readonly string[]): void {
  // One write: a pipe takes long output in its own time.
  process.stdout.write(lines.map((line) => `${visibleInLine(line)}\n`).join(''));
}

/** What was not thought of, with where it happened. */
export const printUnexpected = (error: unknown): void =>
  printError(error instanceof Error ? (error.stack ?? error.message) : String(error));
