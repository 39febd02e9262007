import { describe, expect, test } from 'vitest';
import { checkFile, checkRoom, checkStart, readStart } from './check-file.ts';

const file = (name: string, type = '', size = 1) =>
  Object.defineProperty(new File(['x'], name, { type }), 'size', { value: size });
const row = { id: '1', name: 'a', size: 60 * 1_048_576, type: '', progress: { kind: 'staged' } } as never;

describe('a chosen file', () => {
  test.each([
    ['is empty', file('cv.pdf', '', 0), 'file_empty'],
    ['has just the size that is allowed', file('cv.pdf', '', 10), null],
    ['has a byte more', file('cv.pdf', '', 11), 'file_too_large'],
    ['is of another kind', file('cv.exe'), 'file_type'],
    ['is written in capitals', file('CV.PDF'), null],
  ])('that %s', (_name, chosen, code) => {
    expect(checkFile(chosen, { bytes: 10, types: ['.pdf'] })).toBe(code);
  });

  test.each(['me.JPE', 'me.jfif', 'me.jpg', 'me.m4v', 'me.qt', 'me.text'])(
    'is taken by another ending of its kind: %s',
    (name) => {
      const types = ['.jpeg', '.jpg', '.mp4', '.mov', '.txt'];
      expect(checkFile(file(name), { bytes: null, types })).toBeNull();
    },
  );

  test('is taken where no limits are known', () => {
    expect(checkFile(file('x.exe', '', 1e12), { bytes: null, types: [] })).toBeNull();
  });

  test.each([
    ['image/*', file('a.png', 'image/png'), null],
    ['image/*', file('a.pdf', 'application/pdf'), 'file_type'],
    ['application/pdf', file('a', 'application/pdf'), null],
    // The system knows no kind for it: the proxy looks into it.
    ['application/pdf', file('a.pages'), null],
  ])('beside %s', (type, chosen, code) => {
    expect(checkFile(chosen, { bytes: null, types: [type] })).toBe(code);
  });
});

describe('room for one more', () => {
  test.each([
    [40, 1, null],
    [40.1, 1, 'total_too_large'],
    [0.1, 20, 'too_many'],
    [0, 19, 'total_too_large'],
  ])('%s MB beside %s', (megabytes, count, code) => {
    expect(
      checkRoom(
        megabytes * 1_048_576,
        Array.from({ length: count }, () => row),
      ),
    ).toBe(code);
  });
});

test('a file that has gone has no start, one that is there has', async () => {
  const gone = new File(['x'], 'a');
  gone.slice = () => ({ arrayBuffer: () => Promise.reject(new Error('gone')) }) as never;
  expect([await readStart(gone), await readStart(new File(['x'], 'a'))]).toEqual([
    null,
    new Uint8Array([120]),
  ]);
});

test.each([
  ['a program of Windows', 'MZ\x10\0\x03', 'file_type'],
  ['a program of Linux', '\x7fELF\x02', 'file_type'],
  ['a PDF', '%PDF-1.7', null],
  ['a text about a town', 'MZ: Mainz', null],
  ['a text of one letter', 'M', null],
])('whatever it is called, %s is known by how it begins', async (_name, content, code) => {
  const start = await readStart(new File([content], 'cv.pdf'));
  expect(start && checkStart(start)).toBe(code);
});
