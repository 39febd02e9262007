import { expect, test } from 'vitest';
import { readPhone } from './phone.ts';

test.each([
  ['+447700900123', '+447700900123'],
  [' +44-7700-900.123 ', '+447700900123'],
  ['+44 (0)7700 900123', '+447700900123'],
  ['+1 (555) 010-0199', '+15550100199'],
  ['0044 7700 900123', '+447700900123'],
  ['+44\u00a07700\u2011900123', '+447700900123'],
])('the phone "%s" is read as %s', (written, phone) => {
  expect(readPhone(written)).toEqual({ ok: true, value: phone });
});

test.each([
  ['07700 900123', 'has no country code'],
  ['447700900123', 'the + is missing, as in +447700900123'],
  ['+07700900123', 'none begins with 0'],
  ['', 'is no phone number'],
  ['+44 7700 CALL', 'it has more than digits'],
  ['+4477009001234567', '5 to 15 digits'],
])('the phone "%s" is not guessed at: it %s', (written, complaint) => {
  const read = readPhone(written);
  expect(read).toEqual({ ok: false, error: expect.stringContaining(complaint) });
  expect(read).toEqual({ ok: false, error: expect.stringContaining('+447700900123') });
});
