import { describe, expect, test } from 'vitest';
import { mendedEmail, mendedPhone, mendedUrl } from './typing.tsx';

describe('an email address', () => {
  test.each([
    'Ada <ada@example.com>',
    '"Lovelace, Ada" <ada@example.com>',
    'mailto:ada@example.com',
    'ada@example.com, ',
    'ａｄａ＠ｅｘａｍｐｌｅ．ｃｏｍ',
    '\u200eada@example.com\u200f',
    'ada@example.com',
  ])('is extracted from “%s”', (typed) => {
    expect(mendedEmail(typed)).toBe('ada@example.com');
  });

  test.each(['ada', 'ada@example.com, bob@example.com', ''])('is not extracted from “%s”', (typed) => {
    expect(mendedEmail(typed)).toBe(typed);
  });
});

test.each([
  ['<https://example.com/ada>', 'https://example.com/ada'],
  ['a <b> c', 'a <b> c'],
  ['ｗｗｗ．ｅｘａｍｐｌｅ．ｃｏｍ／ａｄａ', 'www.example.com/ada'],
  ['https://example.com/two words', 'https://example.com/two words'],
  ['https://example.com and https://example.org', 'https://example.com and https://example.org'],
])('“%s” becomes “%s” in a field for a web address', (typed, mended) => {
  expect(mendedUrl(typed)).toBe(mended);
});

test.each([
  ['０２０ ７９４６ ００１８', '020 7946 0018'],
  ['٠٢٠ ٧٩٤٦ ٠٠١٨', '020 7946 0018'],
  ['\u202a+44 20 7946 0018\u202c', '+44 20 7946 0018'],
  ['020 7946 0018', '020 7946 0018'],
])('a phone number gets plain digits: “%s”', (typed, mended) => {
  expect(mendedPhone(typed)).toBe(mended);
});
