import { expect, test } from 'vitest';
import { createCipher } from './cipher.ts';

const [old, young] = ['o'.repeat(32), 'y'.repeat(32)];
const plain = new TextEncoder().encode('Nurse');

test('what was sealed opens again, and is not to be read in between', () => {
  const cipher = createCipher([old]);
  const sealed = cipher.seal('a', plain);
  expect(Buffer.from(sealed).includes('Nurse')).toBe(false);
  expect(cipher.open('a', sealed)).toEqual(Buffer.from(plain));
});

test('a second secret opens what the first one sealed before it came', () => {
  const sealed = createCipher([old]).seal('a', plain);
  expect(createCipher([young, old]).open('a', sealed)).toEqual(Buffer.from(plain));
  expect(createCipher([young]).open('a', sealed)).toBeNull();
});

test.each([
  ['another context', (sealed: Buffer) => ({ context: 'b', sealed })],
  ['a changed byte', (sealed: Buffer) => ({ context: 'a', sealed: flip(sealed) })],
  ['half of it', (sealed: Buffer) => ({ context: 'a', sealed: sealed.subarray(0, 20) })],
  ['half of its tag', (sealed: Buffer) => ({ context: 'a', sealed: sealed.subarray(0, sealed.length - 8) })],
  ['nothing', () => ({ context: 'a', sealed: Buffer.alloc(0) })],
])('with %s it does not open', (_name, change) => {
  const cipher = createCipher([old]);
  const { context, sealed } = change(Buffer.from(cipher.seal('a', plain)));
  expect(cipher.open(context, sealed)).toBeNull();
});

function flip(bytes: Buffer): Buffer {
  bytes[bytes.length - 1] = (bytes[bytes.length - 1] ?? 0) ^ 1;
  return bytes;
}
