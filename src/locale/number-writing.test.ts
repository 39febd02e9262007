import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createNumberWriting } from './number-writing.ts';

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
  ])('%s: "%s" is %s', (locale, typed, decimal) => {
    expect(createNumberWriting(locale).read(typed)).toBe(decimal);
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
  ])('%s: %s is %s', (locale, decimal, written) => {
    expect(createNumberWriting(locale).write(decimal)).toBe(written);
  });

  test('what is written is read back, digit by digit, in every language', () => {
    const locale = fc.constantFrom('de', 'en', 'es', 'fr', 'pt', 'pt-BR', 'ar', 'de-CH');
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
