import { expect, test } from 'vitest';
import { en } from '../locale/en.ts';
import { createMessages } from '../locale/messages.ts';
import { textDirection } from './screen.tsx';

test.each([
  ['en', 'Your name', undefined],
  ['en', 'English with العربية inside', undefined],
  ['ar', 'اسمك (English inside)', undefined],
  ['ar', '“CV”', 'ltr'],
  ['en', '', undefined],
  ['ar', '', undefined],
] as const)('in a form in %s, “%s” has the text direction %s', (locale, text, direction) => {
  expect(textDirection(text, createMessages(locale, en))).toBe(direction);
});
