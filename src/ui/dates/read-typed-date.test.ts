import { describe, expect, test } from 'vitest';
import {
  faultyParts,
  orderOf,
  readDay,
  readWholeDay,
  regionalLocale,
  understood,
  writtenOrder,
} from './read-typed-date.ts';

const typed = (day: string, month: string, year: string) => ({ day, month, year });
const reading = (locale: string, more: object = {}) => ({ locale, isBirth: false, isLeft: true, ...more });

test('a language without a region has that of the applicant’s settings', () => {
  expect(regionalLocale('en', ['de-AT', 'en-GB'])).toBe('en-GB');
  expect(regionalLocale('en-AU', ['en-GB'])).toBe('en-AU');
  expect(regionalLocale('fr', ['en-GB'])).toBe('fr');
  expect(regionalLocale('en', ['en-US@posix', 'en-GB'])).toBe('en-GB');
  expect(regionalLocale('en', ['en-US@posix'])).toBe('en');
});

describe('a typed day', () => {
  test.each([
    ['1', '9', '2027', '2027-09-01'],
    ['29', '2', '2028', '2028-02-29'],
    ['29', '2', '2027', null],
    ['1', 'sept', '2027', '2027-09-01'],
    ['1', 'ma', '2027', null],
    ['٣١', '١٢', '٢٠٢٧', '2027-12-31'],
    ['３１', '１２', '２０２７', '2027-12-31'],
    ['', '', '', ''],
    ['1', '', '2027', null],
    ['1', '9', '027', null],
  ])('%s %s %s is %s', (day, month, year, iso) => {
    expect(readDay(typed(day, month, year), reading('en-GB'))).toBe(iso);
  });

  test.each([
    ['de', 'Mär', 3],
    ['fr', 'août', 8],
    ['fr', 'juil', 7],
    ['ar', 'ديسمبر', 12],
    ['ar', 'march', 3],
  ])('in %s the month %s is %s', (locale, month, number) => {
    expect(readDay(typed('1', month, '2027'), reading(locale))).toBe(
      `2027-${`${number}`.padStart(2, '0')}-01`,
    );
  });

  test.each(['ar-SA-u-ca-islamic-umalqura', 'th-TH-u-ca-buddhist'])(
    'has the months of the calendar that is sent, where %s has another one',
    (locale) => {
      const named = (place: number) =>
        new Date(2027, place, 15).toLocaleDateString(locale, { month: 'long', calendar: 'gregory' });
      const read = Array.from({ length: 12 }, (_, place) =>
        readDay(typed('1', named(place), '2027'), reading(locale)),
      );
      expect(read.map((day) => Number(day?.slice(5, 7)))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    },
  );

  test.each([
    ['05', false, '2005'],
    ['30', false, '2030'],
    ['85', false, '1985'],
    ['85', true, '1985'],
    ['05', true, '2005'],
    ['30', true, '1930'],
  ])('the year %s (of birth: %s) is %s once it is left', (year, isBirth, whole) => {
    const given = typed('1', '1', year);
    expect(understood(given, reading('en-GB', { isBirth })).year).toBe(whole);
    expect(readDay(given, reading('en-GB', { isBirth, isLeft: false }))).toBe(null);
  });
});

test.each([
  ['1', '', '2027', 'month'],
  ['31', '2', '2027', 'day'],
  ['1', '13', '2027', 'month'],
  ['1', '1', '227', 'year'],
  ['', '9', '202', 'day year'],
  ['1', '', '2', 'month year'],
  ['', '', '', ''],
  ['1', '1', '2027', ''],
])('of %s %s %s only %s is wrong', (day, month, year, parts) => {
  expect(faultyParts(typed(day, month, year), reading('en-GB')).join(' ')).toBe(parts);
});

test('the order of the fields is the one in which the language writes a day', () => {
  const regions = ['AT', 'BE', 'BR', 'CH', 'DE', 'ES', 'FR', 'PT'];
  const known = [
    ...['ar', 'de', 'es', 'fr', 'pt'].flatMap((one) => [one, ...regions.map((region) => `${one}-${region}`)]),
    ...['en', 'en-US', 'en-AU', 'en-GB', 'en-IE', 'en-IN', 'en-NZ', 'en-ZA'],
  ];
  for (const locale of known) expect(orderOf(locale), locale).toEqual(writtenOrder(locale));
});

describe('a whole day in one field', () => {
  test.each([
    ['en-GB', '2027-09-01', '1 9 2027'],
    ['en-GB', '20270901', '1 9 2027'],
    ['en-GB', '2027-09-01T12:00:00Z', '1 9 2027'],
    ['en-GB', '01/09/2027', '1 9 2027'],
    ['en-US', '09/01/2027', '1 9 2027'],
    ['de', '1. September 2027', '1 9 2027'],
    ['en-US', 'September 1st, 2027', '1 9 2027'],
    ['es', '1 de septiembre de 2027', '1 9 2027'],
    ['fr', '1er septembre 2027', '1 9 2027'],
    ['ar', '١ سبتمبر ٢٠٢٧', '1 9 2027'],
    ['sv', '27-09-01', '1 9 27'],
    ['en-GB', '1/9/27', '1 9 27'],
  ])('in %s: %s', (locale, text, parts) => {
    const day = readWholeDay(text, { locale });
    expect(day && `${day.day} ${day.month} ${day.year}`).toBe(parts);
  });

  test.each(['1', '12', '2027', '1234', 'September', '1/9', 'soon', '', '+44 20 7946 0018'])(
    '%s is none',
    (text) => {
      expect(readWholeDay(text, { locale: 'en-GB' })).toBe(null);
    },
  );
});
