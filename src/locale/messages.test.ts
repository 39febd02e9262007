import { describe, expect, test } from 'vitest';
import { ar } from './ar.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { enFilling } from './en-filling.ts';
import { es } from './es.ts';
import { formatDay, formatPercent } from './formats.ts';
import { fr } from './fr.ts';
import { createMessages } from './messages.ts';
import { pt } from './pt.ts';

const all = { ...en, ...enFilling };
const english = createMessages('en', all);

describe('sentences', () => {
  test('parameters fill their places, and numbers take the format of the locale', () => {
    expect(english.text('choose.between', { minimum: 9, maximum: 1400 })).toBe(
      'Select between 9 and 1,400 options',
    );
  });

  test.each([
    [1, 'There is a problem with 1 answer'],
    [2, 'There is a problem with 2 answers'],
  ])('%i gets its plural form', (count, sentence) => {
    expect(english.text('summary.title', { count })).toBe(sentence);
  });

  test.each([
    ['ar', ar, 1, 'سؤال واحد'],
    ['ar', ar, 11, '11 سؤالًا'],
    ['ar-EG', ar, 3, '٣ أسئلة'],
    ['fr', fr, 0, '0 question ajoutée'],
    ['pt-PT', pt, 0, '0 perguntas acrescentadas'],
    ['es', es, 1_000_000, '1.000.000 de preguntas'],
    ['de', de, 1200, '1.200 Fragen'],
  ])('%s: the plural form and the number follow the language (row %#)', (locale, catalogue, count, words) => {
    expect(createMessages(locale, catalogue).text('live.shown', { count, title: 'x' })).toContain(words);
  });

  test('a parameter whose value looks like a placeholder stays text', () => {
    expect(english.text('live.shown', { count: 1, title: '{count}' })).toBe(
      '1 question added after “{count}”',
    );
  });
});

/** The spaces and direction marks that Intl writes depend on its version. */
const plain = (text: string) => text.replace(/\s/g, ' ').replace(/[\u061c\u200e\u200f]/g, '');

describe('numbers, days and sizes', () => {
  test.each([
    [0, '0 kB'],
    [10 * 1024 * 1024, '10 MB'],
    [1_600_000, '1.5 MB'],
  ])('%i bytes are written as %s', (bytes, text) => {
    expect(english.formatSize(bytes)).toBe(text);
  });

  test.each([
    ['en', '471 kB', '1.5 MB', '99%'],
    ['de', '471 kB', '1,5 MB', '99\u00a0%'],
    ['fr', '471 ko', '1,5 Mo', '99 %'],
    ['ar-EG', '٤٧١ كيلوبايت', '١٫٥ م.ب', '٩٩٪'],
  ])('%s: sizes and percentages are written as %s, %s, %s', (locale, kilobytes, megabytes, percent) => {
    const messages = createMessages(locale, all);
    const written = [
      messages.formatSize(482_133),
      messages.formatSize(1_600_000),
      formatPercent(messages, 0.99),
    ];
    expect(written.map(plain)).toEqual([kilobytes, megabytes, percent].map(plain));
  });

  test('a day is the same day in every time zone', () => {
    expect(formatDay(english, '2026-03-01')).toBe('March 1, 2026');
  });

  test.each([
    ['de-AT', '1. März 2026'],
    ['pt-BR', '1 de março de 2026'],
    ['ar-SA-u-ca-islamic', '١ مارس ٢٠٢٦'],
  ])('%s: a day is written in the words of its locale, in the Gregorian calendar', (locale, words) => {
    expect(formatDay(createMessages(locale, all), '2026-03-01')).toBe(words);
  });

  test.each([
    ['ar', 'rtl'],
    ['pt-BR', 'ltr'],
  ])('%s has the text direction %s', (locale, direction) => {
    expect(createMessages(locale, en).direction).toBe(direction);
  });
});
