import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { languages } from './languages.ts';
import { createNumberWriting } from './number-writing.ts';

const regions = ['de-AT', 'de-CH', 'en-IN', 'en-ZA', 'es-MX', 'fr-CH', 'pt-PT', 'ar-EG', 'ar-MA', 'ar-SA'];
const locales = [...languages, ...regions];

describe('reading what was typed', () => {
  test.each([
    ['en', '1,250.5', '1250.5'],
    ['en', ' 1250.50 ', '1250.50'],
    ['en', '.5', '0.5'],
    ['en', '5.', '5'],
    ['en', '-3', '-3'],
    ['en', '\u22123', '-3'],
    ['en', '+3', '3'],
    ['en', '007', '7'],
    ['en', '0.10', '0.10'],
    ['en', '0,123', '123'],
    ['en', '3,5', null],
    ['en', '1,25', null],
    ['en', '12 years', null],
    ['en', '1.2.3', null],
    ['en', '--1', null],
    ['en', '-', null],
    ['en', '.', null],
    ['en', '1e5', null],
    ['en', 'Infinity', null],
    ['de', '1.250,5', '1250.5'],
    ['de', '1250,5', '1250.5'],
    ['de', '1.5', null],
    ['fr', '1 250,5', '1250.5'],
    ['fr', '1\u202f250,5', '1250.5'],
    ['es', '1.250,5', '1250.5'],
    ['pt-BR', '1.250,5', '1250.5'],
    ['de-CH', "1'250.5", '1250.5'],
    ['de-CH', '1’250.5', '1250.5'],
    ['de-AT', '1\u00a0250,5', '1250.5'],
    ['de-AT', '1.250', null],
    ['es', '1250,5', '1250.5'],
    ['es-MX', '1,250.5', '1250.5'],
    ['fr', '1\u00a0250,5', '1250.5'],
    ['fr', '1.5', null],
    ['pt-PT', '1\u00a0250,5', '1250.5'],
    ['pt-PT', '1\u202f250,5', '1250.5'],
    ['pt-PT', '1 250,5', '1250.5'],
    ['en', '1 250.5', '1250.5'],
    ['en', '1 2 3', null],
    ['en', '020 7946 0958', null],
    ['en-IN', '12,34,567.5', '1234567.5'],
    ['en-IN', '1,234,567.5', '1234567.5'],
  ])('%s: "%s" is %s', (locale, typed, decimal) => {
    expect(createNumberWriting(locale).read(typed)).toBe(decimal);
  });
});

describe('reading Arabic', () => {
  const both = ['ar', 'ar-EG', 'ar-SA', 'ar-MA', 'ar-u-nu-arab'];

  test.each(both)('%s: digits of both kinds, with the Arabic separators', (locale) => {
    const { read } = createNumberWriting(locale);
    expect(read('١٬٢٥٠٫٥')).toBe('1250.5');
    expect(read('1٬250٫5')).toBe('1250.5');
    expect(read('٠٠٧')).toBe('7');
    expect(read('٤٠ سنة')).toBeNull();
  });

  test.each([
    ['ar', '1,250.5'],
    ['ar', '١,٢٥٠.٥'],
    ['ar-EG', '1,250.5'],
    ['ar-EG', '١٢٥٠.٥'],
    ['ar-MA', '1.250,5'],
  ])('%s: the Latin separators as they are written there: %s', (locale, typed) => {
    expect(createNumberWriting(locale).read(typed)).toBe('1250.5');
  });

  test('a point groups where the comma is the decimal mark', () => {
    expect(createNumberWriting('ar-MA').read('1.250')).toBe('1250');
    expect(createNumberWriting('ar-EG').read('1.250')).toBe('1.250');
  });

  test('a sign may have the mark of direction that Intl writes', () => {
    expect(createNumberWriting('ar').read('\u200e-5')).toBe('-5');
    expect(createNumberWriting('ar-EG').read('\u061c-٥')).toBe('-5');
  });
});

describe('writing a stored number', () => {
  test.each([
    ['en', '1250.5', '1,250.5'],
    ['de', '1250.5', '1.250,5'],
    ['en', '-1000000', '-1,000,000'],
    ['en', '0.000000000000000000001', '0.000000000000000000001'],
    ['en', '12345678901234567890', '12,345,678,901,234,567,890'],
    ['en', 'not a number', 'not a number'],
    ['en', '-0.5', '-0.5'],
    ['en-IN', '1234567.5', '12,34,567.5'],
    ['es', '1250.5', '1250,5'],
    ['es', '12500', '12.500'],
    ['fr', '12500.5', '12\u202f500,5'],
    ['pt-PT', '12500.5', '12\u00a0500,5'],
    ['ar', '1250.5', '1,250.5'],
    ['ar-EG', '1250.50', '١٬٢٥٠٫٥٠'],
    // A number that may be a year has no groups.
    ['en', '2019', '2019'],
    ['de', '1987', '1987'],
    ['ar-EG', '2019', '٢٠١٩'],
    ['en', '2100', '2,100'],
    ['en', '2019.5', '2,019.5'],
    ['ar-EG', '-0.5', '\u061c-٠٫٥'],
  ])('%s: %s is %s', (locale, decimal, written) => {
    expect(createNumberWriting(locale).write(decimal)).toBe(written);
  });

  test('what is written is read back, digit by digit, in every language', () => {
    const locale = fc.constantFrom(...locales);
    const whole = fc.bigInt({ min: 0n, max: 10n ** 30n }).map(String);
    const fraction = fc.option(fc.stringMatching(/^\d{1,12}$/), { nil: null });
    fc.assert(
      fc.property(locale, fc.boolean(), whole, fraction, (name, negative, digits, rest) => {
        const decimal = `${negative ? '-' : ''}${digits}${rest === null ? '' : `.${rest}`}`;
        const writing = createNumberWriting(name);
        expect(writing.read(writing.write(decimal))).toBe(decimal);
      }),
    );
  });
});
