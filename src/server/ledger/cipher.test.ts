import { expect, test } from 'vitest';
import { createCipher } from './cipher.ts';

const [old, young] = ['o'.repeat(32), 'y'.repeat(32)];
const plain = new TextEncoder().encode('Nurse');

test('opens what it sealed, and the sealed bytes do not show the text', () => {
  const cipher = createCipher([old]);
  const sealed = cipher.seal('a', plain);
  expect(Buffer.from(sealed).includes('Nurse')).toBe(false);
  expect(cipher.open('a', sealed)).toEqual(Buffer.from(plain));
});

test('opens data that the old secret sealed when a new secret comes first', () => {
  const sealed = createCipher([old]).seal('a', plain);
  expect(createCipher([young, old]).open('a', sealed)).toEqual(Buffer.from(plain));
  expect(createCipher([young]).open('a', sealed)).toBeNull();
});

test.each([
  ['another context', (sealed: Buffer) => ({ context: 'b', sealed })],
  ['a changed byte', (sealed: Buffer) => ({ context: 'a', sealed: flip(sealed) })],
  ['half of the bytes', (sealed: Buffer) => ({ context: 'a', sealed: sealed.subarray(0, 20) })],
  ['half of its tag', (sealed: Buffer) => ({ context: 'a', sealed: sealed.subarray(0, sealed.length - 8) })],
  ['no bytes', () => ({ context: 'a', sealed: Buffer.alloc(0) })],
])('does not open with %s', (_name, change) => {
  const cipher = createCipher([old]);
  const { context, sealed } = change(Buffer.from(cipher.seal('a', plain)));
  expect(cipher.open(context, sealed)).toBeNull();
});

function flip(bytes: Buffer): Buffer {
  bytes[bytes.length - 1] = (bytes[bytes.length - 1] ?? 0) ^ 1;
  return bytes;
}
