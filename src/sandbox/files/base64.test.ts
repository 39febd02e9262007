import { expect, test } from 'vitest';
import fc from '../../properties.support.ts';
import { decodeBase64, isBase64 } from './data-uri.ts';

test('decoding returns the encoded bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
      const text = Buffer.from(bytes).toString('base64');
      expect(isBase64(text)).toBe(true);
      expect([...decodeBase64(text)]).toEqual([...bytes]);
    }),
  );
});

test.each(['ABC', 'A===', 'AB=C', 'AB-_', 'AB\n=', '====', 'AAA=AAAA', 'ABC\u0141'])(
  '"%s" is not base64',
  (text) => {
    expect(isBase64(text)).toBe(false);
  },
);
