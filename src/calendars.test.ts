/** Dates use the Gregorian calendar. Without a named calendar `Intl` uses that of the reader's region, such as a lunar one. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const call = /(?:new Date\([^()]*\)\.)?(?:DateTimeFormat|toLocale(?:Date)?String)\((?:[^()]|\([^()]*\))*\)/g;
const isOfDays = (found: string) => /Date|dateStyle|month:/.test(found);

const findCalls = (source: string) => [...source.matchAll(call)].map(([found]) => found).filter(isOfDays);

const unnamed = (source: string) =>
  findCalls(source).filter((found) => !found.includes("calendar: 'gregory'"));

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !/\.(test|support)\.tsx?$/.test(file))
  .map((file) => [file, readFileSync(`src/${file}`, 'utf8')] as const);

test('every use of `Intl` for days names its calendar', () => {
  const callers = sources.filter(([, source]) => findCalls(source).length > 0).map(([file]) => file);
  expect(callers.sort()).toEqual([
    'browser/drafts/status.ts',
    'locale/formats.ts',
    'pages/attention/entry-card.tsx',
  ]);
  expect(sources.flatMap(([file, source]) => unnamed(source).map((found) => `${file}: ${found}`))).toEqual(
    [],
  );
});

test.each([
  "new Intl.DateTimeFormat(locale, { month: 'long' })",
  'new Date(day(at)).toLocaleDateString()',
  "date.toLocaleString(locale, { dateStyle: 'long' })",
  'new Date(at).toLocaleString()',
])('the test finds %s without a calendar (control)', (source) => {
  expect(unnamed(source)).toHaveLength(1);
});
