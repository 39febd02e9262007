import { expect, test } from 'vitest';
import { readFragment } from './open-page.ts';

test('a link carries the token and the appearance of the form', () => {
  expect(readFragment('#token=a.b-c_d&lang=de&theme=dark&heading-level=3')).toEqual({
    token: 'a.b-c_d',
    lang: 'de',
    theme: 'dark',
    'heading-level': '3',
  });
});

test.each([
  'endpoint=https://evil.example',
  'mode=preview',
  'isolation=light',
  'next=https://evil.example',
  'onload=x',
  'document=x',
])('a link cannot set %s, so it redirects no answers and no applicants', (pair) => {
  expect(readFragment(`#token=t&${pair}`)).toEqual({ token: 't' });
});
