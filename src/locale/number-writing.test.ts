import { describe, expect, test } from 'vitest';
import fc from '../properties.support.ts';
import { languages } from './languages.ts';
import { readNumber } from './number-reading.ts';
import { createNumberWriting } from './number-writing.ts';

const regions = ['de-AT', 'de-CH', 'en-IN', 'en-ZA', 'es-MX', 'fr-CH', 'pt-PT', 'ar-EG', 'ar-MA', 'ar-SA'];
const locales = [...languages, ...regions];

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
    ['ar-EG', '1250.50', '١٬٢٥٠٫٥٠'],
    // A number that may be a year has no groups.
    ['en', '2019', '2019'],
    ['de', '1987', '1987'],
    ['ar-EG', '2019', '٢٠١٩'],
    ['en', '2100', '2,100'],
    ['ar-EG', '-0.5', '\u061c-٠٫٥'],
  ])('%s: %s is written as %s', (locale, decimal, written) => {
    expect(createNumberWriting(locale)(decimal)).toBe(written);
  });

  test('a written number reads back digit by digit, in every language', () => {
    const locale = fc.constantFrom(...locales);
    const whole = fc.bigInt({ min: 0n, max: 10n ** 30n }).map(String);
    const fraction = fc.option(fc.stringMatching(/^\d{1,12}$/), { nil: null });
    fc.assert(
      fc.property(locale, fc.boolean(), whole, fraction, (name, negative, digits, rest) => {
        const decimal = `${negative ? '-' : ''}${digits}${rest === null ? '' : `.${rest}`}`;
        const written = createNumberWriting(name)(decimal);
        expect(readNumber(written, name)?.decimal).toBe(decimal);
      }),
    );
  });
});
