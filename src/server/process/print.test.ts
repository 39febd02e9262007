import { afterEach, expect, test, vi } from 'vitest';
import { createLog } from './log.ts';
import { print, printError, printLines, visible, visibleInLine } from './print.ts';

afterEach(() => void vi.restoreAllMocks());

/** What is printed meanwhile, on both streams. */
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
  ['a window title', '\u001b]0;x\u0007', '\\u001b]0;x\\u0007'],
  ['a line that begins anew', 'paid\rnot', 'paid\\u000dnot'],
  ['a text turned round', 'a\u202egpj.exe', 'a\\u202egpj.exe'],
  ['other line ends', 'a\u2028b\u2029c\u0085d', 'a\\u2028b\\u2029c\\u0085d'],
])('%s is shown in plain characters', (_name, text, shown) => {
  expect(visible(text)).toBe(shown);
  expect(capture(() => print(text))).toBe(`${shown}\n`);
  expect(capture(() => printError(text))).toBe(`${shown}\n`);
});

test('within a line nothing begins another one', () => {
  expect(visibleInLine('a\n\tb')).toBe('a\\u000a\\u0009b');
  expect(capture(() => printLines(['a\nb', 'c']))).toBe('a\\u000ab\nc\n');
  expect(capture(() => printLines([]))).toBe('');
});

/** Reverses, colours, and fakes a line of the list. */
const hostile = 'Nurse\u202e\u001b[2J\n    parked: nothing';

test('a line of the log shows it too, and is itself to who reads it', () => {
  const lines: string[] = [];
  createLog({ write: (line) => void lines.push(line) }).warn('origin_refused', { origin: hostile });
  expect(lines.join('')).not.toContain('\u202e');
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ origin: hostile });
});
