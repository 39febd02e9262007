import { expect, test } from 'vitest';
import fc from '../../properties.support.ts';
import { decodeBase64, isBase64 } from './base64.ts';

test('any bytes come back as they were written', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
      const text = Buffer.from(bytes).toString('base64');
      expect(isBase64(text)).toBe(true);
      expect([...decodeBase64(text)]).toEqual([...bytes]);
    }),
  );
});

test('what is longer than a piece comes back whole', () => {
  for (const length of [49_151, 49_152, 49_153, 150_000]) {
    const bytes = Uint8Array.from({ length }, (_, place) => place * 7);
    const text = Buffer.from(bytes).toString('base64');
    expect(isBase64(text)).toBe(true);
    expect(Buffer.from(decodeBase64(text)).equals(Buffer.from(bytes))).toBe(true);
    expect(isBase64(`${text.slice(0, -8)}ü${text.slice(-7)}`)).toBe(false);
  }
});

test.each(['ABC', 'A===', 'AB=C', 'AB-_', 'AB\n=', '====', 'AAA=AAAA', 'ABC\u0141'])(
  '"%s" is no base64',
  (text) => {
    expect(isBase64(text)).toBe(false);
  },
);
