import { describe, expect, test } from 'vitest';
import { orderOf, partNames, readDay, readWholeDay, withFullYear, wrongParts } from './dates.tsx';

const typed = (day: string, month: string, year: string) => ({ day, month, year });

describe('a typed day', () => {
  test.each([
    ['1', '9', '2027', '2027-09-01'],
    ['29', '2', '2028', '2028-02-29'],
    ['29', '2', '2027', null],
    ['1', 'sept', '2027', null],
    ['٣١', '١٢', '٢٠٢٧', '2027-12-31'],
    ['', '', '', ''],
    ['1', '', '2027', null],
  ])('%s %s %s is read as %s', (day, month, year, iso) => {
    expect(readDay(typed(day, month, year))).toBe(iso);
  });

  test.each([
    ['05', false, '2005'],
    ['30', false, '2030'],
    ['85', false, '1985'],
    ['05', true, '2005'],
    ['30', true, '1930'],
  ])('with the year %s (of birth: %s) gets the year %s', (year, isBirth, whole) => {
    expect(withFullYear(typed('1', '1', year), isBirth).year).toBe(whole);
  });
});

test.each([
  ['1', '', '2027', 'month'],
  ['31', '2', '2027', 'day'],
  ['1', 'May', '2027', 'month'],
  ['1', '1', '227', 'year'],
  ['', '', '', ''],
  ['1', '1', '2027', ''],
])('the wrong parts of the date “%s” “%s” “%s” are “%s”', (day, month, year, parts) => {
  expect(wrongParts(typed(day, month, year)).join(' ')).toBe(parts);
});

describe('the order of the date fields', () => {
  test.each([
    ['en', ['de-AT', 'en-GB'], 'day'],
    ['en', ['en-US@posix', 'en-GB'], 'month'],
    ['en-AU', ['en-US'], 'day'],
    ['en', ['fr-CA'], 'month'],
  ])('in %s with the settings %s starts with the %s', (locale, languages, first) => {
    expect(orderOf(locale, languages)[0]).toBe(first);
  });
});

describe('a whole day in one field', () => {
  test.each([
    ['en-GB', '2027-09-01', '1 9 2027'],
    ['en-GB', '01/09/2027', '1 9 2027'],
    ['en-US', '09/01/2027', '1 9 2027'],
    ['de', '01. 09. 2027', '1 9 2027'],
    ['ar', '١/٩/٢٠٢٧', '1 9 2027'],
  ])('in %s: %s is read in the order of the language', (locale, text, parts) => {
    const day = readWholeDay(text, orderOf(locale, []));
    expect(day && `${day.day} ${day.month} ${day.year}`).toBe(parts);
  });

  test.each(['1', '12', '2027', '1234', '202712', '1/9', '1 September 2027', 'soon', '', '+44 20 7946 0018'])(
    '%s is not a whole day',
    (text) => {
      expect(readWholeDay(text, partNames)).toBe(null);
    },
  );
});
