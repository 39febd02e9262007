import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { attentionTable } from '../../cli/attention-table.ts';
import { finish } from '../../cli/command-result.ts';
import { linkJson, linkTable, oneLine } from '../../cli/link/link-table.ts';
import { alignColumns } from '../../cli/text-table.ts';
import { applicationId, jobId } from '../../core/model/ids.ts';
import { assert, property, string } from '../../properties.support.ts';
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
  ['our own layout', 'one\n\ttwo', 'one\n\ttwo'],
  ['a colour', '\u001b[31mred', '\\u001b[31mred'],
  ['a window title', '\u001b]0;x\u0007', '\\u001b]0;x\\u0007'],
  ['a colour of one byte', '\u009b31m', '\\u009b31m'],
  ['a line that begins anew', 'paid\rnot', 'paid\\u000dnot'],
  ['steps back', 'no\b\byes', 'no\\u0008\\u0008yes'],
  ['a deletion', 'a\u007f', 'a\\u007f'],
  ['a text turned round', 'a\u202egpj.exe', 'a\\u202egpj.exe'],
  ['an isolated one', '\u2066a\u2069', '\\u2066a\\u2069'],
  ['marks of direction', '\u200e\u200f\u061c', '\\u200e\\u200f\\u061c'],
  ['other line ends', 'a\u2028b\u2029c\u0085d', 'a\\u2028b\\u2029c\\u0085d'],
  ['halves of a pair', '\ud83d and \ude00', '\\ud83d and \\ude00'],
])('%s is shown as it stands', (_name, text, shown) => {
  expect(visible(text)).toBe(shown);
  expect(capture(() => print(text))).toBe(`${shown}\n`);
  expect(capture(() => printError(text))).toBe(`${shown}\n`);
});

test('within a line nothing begins another one', () => {
  expect(visibleInLine('a\n\tb')).toBe('a\\u000a\\u0009b');
  expect(capture(() => printLines(['a\nb', 'c']))).toBe('a\\u000ab\nc\n');
  expect(capture(() => printLines([]))).toBe('');
});

test('JSON that is printed is read as it was', { tags: 'deep' }, () => {
  assert(
    property(string({ unit: 'binary' }), (text) => {
      expect(JSON.parse(visible(JSON.stringify({ text }, null, 2)))).toEqual({ text });
    }),
  );
});

/** Reverses, colours, and fakes a line of the list. */
const hostile = 'Nurse\u202e\u001b[2J\n    parked: nothing';
const shown = 'Nurse\\u202e\\u001b[2J\\u000a    parked: nothing';

const application = {
  id: applicationId('99'),
  job: jobId('1'),
  title: hostile,
  stage: hostile,
  applied: '2026-01-08T14:05:00Z',
  state: 'open' as const,
  isClosed: false,
  link: null,
  fault: null,
};
const item = { question: '7', part: 0, title: hostile, state: 'parked', code: 'unclear' };
const row = {
  ...{ reference: 'ABCD-EFGH-JKMN', state: 'attention', application: '99', job: hostile },
  ...{ accepted_at: '2026-01-08T14:05:00Z', kept_until: '2026-01-15T14:05:00Z', items: [item] },
};
const result = (stdout: string, stderr: readonly string[] = []) => finish({ code: 0, stdout, stderr });

describe('a title from elsewhere is shown, in one line, by', () => {
  test.each<[string, number, () => void]>([
    ['attention', 2, () => print(attentionTable([row]))],
    ['link', 4, () => result(linkTable([application, application], '+44'))],
    ['link beside a link', 2, () => result('https://x', [oneLine(application)])],
    ['every table', 1, () => printLines(alignColumns([[hostile, 'x']]))],
  ])('%s', (_name, times, work) => {
    const text = capture(work);
    expect(text.split(shown)).toHaveLength(times + 1);
    expect(text).not.toContain(hostile);
  });

  test('link, and is itself to who reads its JSON', () => {
    const text = capture(() => result(linkJson([application])));
    expect(text).not.toContain('\u202e');
    expect(JSON.stringify(JSON.parse(text))).toContain(JSON.stringify(hostile));
  });
});

test('a line of the log shows it too, and is itself to who reads it', () => {
  const lines: string[] = [];
  createLog({ write: (line) => void lines.push(line) }).warn('origin_refused', { origin: hostile });
  expect(lines.join('')).not.toContain('\u202e');
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ origin: hostile });
});

describe('no other place prints', () => {
  const root = fileURLToPath(new URL('../../', import.meta.url));
  const isPrinting = /\bconsole\.(log|error|warn|info|debug|table|dir|trace)\b|\bprocess\.(stdout|stderr)\b/;
  const printing = (folder: string) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((file) => join(root, folder, file))
      .filter((file) => /\.ts$/.test(file) && !/\.(test|support)\.ts$/.test(file))
      .filter((file) => isPrinting.test(readFileSync(file, 'utf8')))
      .map((file) => relative(root, file).replaceAll('\\', '/'));

  test('among the commands', () => {
    expect(printing('cli')).toEqual([]);
  });

  test('in the server', () => {
    expect(printing('server')).toEqual(['server/app/print.ts']);
  });
});
