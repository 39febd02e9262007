import { expect, test } from 'vitest';
import { givenFault, isEmailAddress, LONGEST_DETAIL } from './answers.ts';

test.each([
  'a@b.de',
  "o'neil_@example.com",
  'jörg@müller.example',
  '用户@例子.公司',
  'x..y@docomo.example',
  `${'x'.repeat(200)}@example.com`,
])('%s is an e-mail address', (text) => {
  expect(isEmailAddress(text)).toBe(true);
});

test.each([
  '',
  'a@b',
  '@b.de',
  'a@b..de',
  'a@b@c.de',
  'a b@c.de',
  'a@b.de,c@d.de',
  '<a@b.de>',
  'mailto:a@b.de',
  'a@b.de\nBcc: x@y.de',
  '"a\nb"@c.de',
  '"Ada" <a@b.de>',
])('%j is not an e-mail address', (text) => {
  expect(isEmailAddress(text)).toBe(false);
});

test('a detail fits the service’s length limit, and an e-mail address has the right form', () => {
  const longest = 'x'.repeat(LONGEST_DETAIL);
  expect(givenFault('first_name', longest)).toBeNull();
  expect(givenFault('last_name', `${longest}x`)).toBe('too_long');
  expect(givenFault('last_name', 'no address')).toBeNull();
  expect(givenFault('email', 'no address')).toBe('invalid_email');
  expect(givenFault('email', `${longest}@b.de`)).toBe('too_long');
});
