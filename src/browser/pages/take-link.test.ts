import { expect, test } from 'vitest';
import { readFragment } from './open-page.ts';

test('a link carries the token and how the form looks', () => {
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
])(
  'a link cannot say %s: it would send answers or applicants elsewhere, or change what our page is',
  (pair) => {
    expect(readFragment(`#token=t&${pair}`)).toEqual({ token: 't' });
  },
);
