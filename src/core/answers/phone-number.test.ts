import { expect, test } from 'vitest';
import { readPhone } from './phone-number.ts';

type Countries = readonly (string | undefined)[];

const LONDON = '+442079460018';

test.each<readonly [string, Countries, string, string | undefined]>([
  ['020 7946 0018', ['GB'], LONDON, 'GB'],
  ['+44 20 7946 0018', [], LONDON, 'GB'],
  ['0044 20 7946 0018', ['DE'], LONDON, 'GB'],
  ['030 123456', ['DE'], '+4930123456', 'DE'],
  ['(415) 555-2671', ['US'], '+14155552671', 'US'],
  ['+1 416 555 0123', ['US'], '+14165550123', 'CA'],
  ['020 7946 0018', [undefined, 'GB'], LONDON, 'GB'],
  // Several countries share this number, so the likely one decides.
  ['+358 128 7473', ['GB', 'AX'], '+3581287473', 'AX'],
  ['+358 128 7473', ['GB'], '+3581287473', 'FI'],
  ['+358 128 7473', [], '+3581287473', 'FI'],
  // A satellite number has no country.
  ['+800 1234 5678', [], '+80012345678', undefined],
  ['+44 (0)20 7946 0018', ['GB'], LONDON, 'GB'],
  ['٠٢٠ ٧٩٤٦ ٠٠١٨', ['GB'], LONDON, 'GB'],
  ['\u202a+44\u00a020\u00a07946\u00a00018\u202c', ['DE'], LONDON, 'GB'],
])('%s with the likely countries %j is clearly %s of %s', (text, countries, number, country) => {
  expect(readPhone(text, countries)).toMatchObject({ number, country, understood: '' });
});

test.each<readonly [string, string, string, string]>([
  ['Tel.: 020 7946 0018', 'GB', LONDON, '020 7946 0018'],
  ['https://wa.me/442079460018', 'FR', LONDON, '+44 20 7946 0018'],
  ['020 7946 0018 / 07700 900123', 'GB', LONDON, '020 7946 0018'],
  ['011 44 20 7946 0018', 'FR', LONDON, '+44 20 7946 0018'],
  ['212-FLOWERS', 'GB', '+12123569377', '+1 212 356 9377'],
  // These have the right length for the country, but no known range.
  ['(357) 555-0123', 'US', '+13575550123', '+1 357 555 0123'],
  ['+44 (0)207 946 001', 'FR', '+44207946001', '+44 207946001'],
])('%s in %s is %s, and the field shows %s', (text, country, number, shown) => {
  const read = readPhone(text, [country]);
  expect(read).toMatchObject({ number, text: shown });
  // The form reads the shown text again before it sends.
  expect(readPhone(shown, [read?.country])?.number).toBe(number);
});

test.each<readonly [string, Countries]>([
  ['030 123456', ['GB']],
  ['07700 900123', ['FR']],
  ['020 7946 0018', []],
  ['12345', ['GB']],
  ['212-555-0123 12', ['US']],
  ['+44 20 7946', []],
  ['201 555 0101 1', ['US']],
  ['call me', ['GB']],
  ['', ['GB']],
  [`+44${'2'.repeat(5_000)}`, []],
  ['1a'.repeat(5_000), ['GB']],
])('%s with the likely countries %j is not a phone number', (text, countries) => {
  expect(readPhone(text, countries)).toBeNull();
});
