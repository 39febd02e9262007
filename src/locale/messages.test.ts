import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { en } from './en.ts';
import { enLater } from './en-later.ts';
import { formatDay, formatPercent } from './formats-later.ts';
import { createMessages } from './messages.ts';

const all = { ...en, ...enLater };
const english = createMessages('en', all);

describe('sentences', () => {
  test('parameters stand in their places, numbers in the locale’s writing', () => {
    expect(english.text('form.progress', { answered: 9, total: 1400 })).toBe('9 of 1,400 answered');
  });

  test.each([
    [1, 'There is a problem with 1 answer'],
    [2, 'There is a problem with 2 answers'],
    [0, 'There is a problem with 0 answers'],
  ])('%i is said in its plural form', (count, sentence) => {
    expect(english.text('summary.title', { count })).toBe(sentence);
  });

  test('a host may say a sentence in its own words', () => {
    const messages = createMessages('en', en, { 'form.send': 'Apply now' });
    expect(messages.text('form.send')).toBe('Apply now');
  });

  test('text that looks like a place is never filled from a parameter’s value', () => {
    expect(english.text('live.shown', { count: 1, title: '{count}' })).toBe(
      '1 question added after “{count}”',
    );
  });
});

test('no sentence is in both parts of the catalogue', () => {
  expect(Object.keys(en).filter((key) => key in enLater)).toEqual([]);
});

describe('numbers, days and sizes', () => {
  test.each([
    [0, '0 kB'],
    [44, '1 kB'],
    [482_133, '471 kB'],
    [10 * 1024 * 1024, '10 MB'],
    [1_600_000, '1.5 MB'],
  ])('%i bytes are %s', (bytes, text) => {
    expect(english.formatSize(bytes)).toBe(text);
  });

  test('a day is the same day in every time zone', () => {
    expect(formatDay(english, '2026-03-01')).toBe('March 1, 2026');
  });

  test('a share is whole percents, never more than there is', () => {
    expect(formatPercent(english, 0.999)).toBe('99 %');
  });

  test('what is no day is shown as it is', () => {
    expect(formatDay(english, 'soon')).toBe('soon');
  });

  test.each([
    ['ar', 'rtl'],
    ['pt-BR', 'ltr'],
  ])('%s is written %s', (locale, direction) => {
    expect(createMessages(locale, en).direction).toBe(direction);
  });
});

test('no sentence of the catalogue is unused', () => {
  const widget = new URL('../widget/', import.meta.url);
  const sources = readdirSync(widget, { recursive: true })
    .map(String)
    .filter((name) => /(?<!\.test)\.tsx?$/.test(name))
    .map((name) => readFileSync(new URL(name, widget), 'utf8'))
    .join('\n');
  // A key is used as it stands, or by its beginning in a template.
  const templates = [...sources.matchAll(/`([a-z_]*\.?[a-z_.]*)\$\{/g)].map(([, start = '']) => start);
  const starts = templates.filter((start) => start !== '');
  const unused = Object.keys(all).filter(
    (key) => !sources.includes(`'${key}'`) && !starts.some((start) => key.startsWith(start)),
  );
  const byWholeTemplate = ['closed.', 'already_sent.'];
  expect(unused.filter((key) => !byWholeTemplate.some((start) => key.startsWith(start)))).toEqual([]);
});
