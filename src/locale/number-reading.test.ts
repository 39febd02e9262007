import { describe, expect, test } from 'vitest';
import { languages } from './languages.ts';
import { readNumber } from './number-reading.ts';

const read = (typed: string, locale: string) => readNumber(typed, locale)?.decimal ?? null;

describe('a number in the format of the form’s language', () => {
  test.each([
    ['en', '1,250.5', '1250.5'],
    ['en', '\u22123', '-3'],
    ['en', '70,000', '70000'],
    ['en-IN', '12,34,567.5', '1234567.5'],
    ['de', '1.250,5', '1250.5'],
    ['de-CH', "1'250.5", '1250.5'],
    ['fr', '1\u202f250,5', '1250.5'],
    ['pt-BR', '1.250,5', '1250.5'],
    ['ar', '1,250.5', '1250.5'],
  ])('%s: “%s” is read as %s, without a confirmation', (locale, typed, decimal) => {
    expect(readNumber(typed, locale)).toEqual({ decimal, doubt: 'none' });
  });
});

describe('a number that means the same everywhere', () => {
  test.each(languages)('is read without a confirmation: %s', (locale) => {
    for (const typed of [
      '70000',
      '70 000',
      '70\u00a0000',
      "70'000",
      '٧٠٠٠٠',
      '٧٠٬٠٠٠',
      '+ 70000',
      '\u061c٧٠٠٠٠',
    ])
      expect(readNumber(typed, locale), typed).toEqual({ decimal: '70000', doubt: 'none' });
    for (const typed of ['١٬٢٥٠٫٥', '1٬250٫5', '1 250٫5'])
      expect(readNumber(typed, locale), typed).toEqual({ decimal: '1250.5', doubt: 'none' });
    expect(readNumber('١٫٢٥٠', locale)).toEqual({ decimal: '1.250', doubt: 'none' });
    expect(readNumber('\u061c-٥', locale)).toEqual({ decimal: '-5', doubt: 'none' });
    for (const typed of ['－５', '–5', '- 5', '\u2212 5'])
      expect(readNumber(typed, locale), typed).toEqual({ decimal: '-5', doubt: 'none' });
  });
});

describe('a currency', () => {
  test.each(languages)('is ignored, and the reading is confirmed: %s', (locale) => {
    for (const typed of ['€ 70 000', '70 000 €', '70000 euros', 'R$ 70 000', '￥７００００', '٧٠٬٠٠٠ ﷼'])
      expect(readNumber(typed, locale), typed).toEqual({ decimal: '70000', doubt: 'marks' });
    expect(read('-€5', locale)).toBe('-5');
    expect(read('€ -5', locale)).toBe('-5');
  });

  test.each([
    ['en', '€ 70,000'],
    ['en', '70.000,00 €', '70000.00'],
    ['de', '70.000 €'],
    ['fr', '70.000 €'],
    ['pt-BR', 'R$ 70.000'],
  ])('%s: “%s” is read as an amount', (locale, typed, decimal = '70000') => {
    expect(read(typed, locale)).toBe(decimal);
  });
});

describe('a number in another format than the form’s language', () => {
  test.each([
    // A single foreign mark is a decimal mark, unless three digits follow it.
    ['en', '12,5', '12.5'],
    ['en', ',5', '0.5'],
    ['de', '12.5', '12.5'],
    ['de-CH', '12,5', '12.5'],
    // Three digits after each mark are thousands.
    ['en', '1.250.000', '1250000'],
    ['de', '1,250,000', '1250000'],
    ['fr', '1.250', '1250'],
    // The last of two marks is the decimal mark.
    ['en', '1.250,50', '1250.50'],
    ['de', '1,250.50', '1250.50'],
    ['ar', '١.٢٥٠،٥٠', '1250.50'],
  ])('%s: “%s” is read as %s, and confirmed', (locale, typed, decimal) => {
    expect(readNumber(typed, locale)).toEqual({ decimal, doubt: 'marks' });
  });

  test.each([
    ['en', '70.000', '70.000', 'marks'],
    ['en', '1.234', '1.234', 'decimals'],
    ['de', '1,234', '1.234', 'decimals'],
    ['ar', '1.234', '1.234', 'decimals'],
    ['en', '0.125', '0.125', 'none'],
    ['en', '1250.125', '1250.125', 'none'],
  ])('%s: “%s” keeps its decimal mark, as %s with the doubt “%s”', (locale, typed, decimal, doubt) => {
    expect(readNumber(typed, locale)).toEqual({ decimal, doubt });
  });
});

test.each(['12 years', '70 Mio. €', '50 %', '1.2.3', '1,000,00', '--1', '-', '.', '€', '٤٠ سنة'])(
  '“%s” is not a number in any language',
  (typed) => {
    for (const locale of [...languages, 'de-CH', 'en-IN', 'ar-EG'])
      expect(read(typed, locale), locale).toBeNull();
  },
);

test('every one of forty digits stays', () => {
  const digits = '1234567890123456789012345678901234567890';
  expect(read(digits, 'en')).toBe(digits);
  expect(read(`€ ${digits}`, 'de')).toBe(digits);
});
