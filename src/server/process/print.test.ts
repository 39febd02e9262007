import { afterEach, expect, test, vi } from 'vitest';
import { createLog } from './log.ts';
import { print, printError, printLines, visible, visibleInLine } from './print.ts';

afterEach(() => void vi.restoreAllMocks());

/** Returns what the work prints to both streams. */
function capture(work: () => void): string {
  let text = '';
  const take = (chunk: unknown) => {
    text += String(chunk);
    return true;
  };
  vi.spyOn(process.stdout, 'write').mockImplementation(take);
  vi.spyOn(process.stderr, 'write').mockImplementation(take);
  work();
  vi.restoreAllMocks();
  return text;
}

test.each([
  ['a plain text', 'Größe: 5 · 日本 😀', 'Größe: 5 · 日本 😀'],
  ['the escape sequence of a window title', '\u001b]0;x\u0007', '\\u001b]0;x\\u0007'],
  ['a carriage return', 'paid\rnot', 'paid\\u000dnot'],
  ['reversed text', 'a\u202egpj.exe', 'a\\u202egpj.exe'],
  ['other line ends', 'a\u2028b\u2029c\u0085d', 'a\\u2028b\\u2029c\\u0085d'],
])('prints %s in plain characters', (_name, text, shown) => {
  expect(visible(text)).toBe(shown);
  expect(capture(() => print(text))).toBe(`${shown}\n`);
  expect(capture(() => printError(text))).toBe(`${shown}\n`);
});

test('prints no line break within a line', () => {
  expect(visibleInLine('a\n\tb')).toBe('a\\u000a\\u0009b');
  expect(capture(() => printLines(['a\nb', 'c']))).toBe('a\\u000ab\nc\n');
  expect(capture(() => printLines([]))).toBe('');
});

/** Reverses the text, clears the screen and fakes a line of the list. */
const hostile = 'Nurse\u202e\u001b[2J\n    parked: nothing';

test('a log line escapes hostile text, and its JSON contains the original', () => {
  const lines: string[] = [];
  createLog({ write: (line) => void lines.push(line) }).warn('origin_refused', { origin: hostile });
  expect(lines.join('')).not.toContain('\u202e');
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ origin: hostile });
});
