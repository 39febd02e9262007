import { readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { movingPicture } from './moving-picture.ts';

/** One pixel of one grey, as a PNG: each chunk is its length, type, data and a checksum, which is not read here. */
function pixel(grey: number, width = 1): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    return Buffer.concat([length, Buffer.from(type), data, Buffer.alloc(4)]);
  };
  const header = Buffer.from([0, 0, 0, width, 0, 0, 0, 1, 8, 0, 0, 0, 0]);
  const image = deflateSync(Buffer.from([0, ...Array<number>(width).fill(grey)]));
  const start = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([start, chunk('IHDR', header), chunk('IDAT', image), chunk('IEND', Buffer.alloc(0))]);
}

const namesIn = (png: Buffer): readonly string[] =>
  png.toString('latin1').match(/IHDR|acTL|fcTL|IDAT|fdAT|IEND/g) ?? [];

test('still pictures become one that moves: the first as every viewer reads it, the others behind it', () => {
  const made = movingPicture([
    { png: pixel(0), shown: 500 },
    { png: pixel(120), shown: 100 },
    { png: pixel(255), shown: 2_000 },
  ]);
  expect(namesIn(made)).toEqual('IHDR acTL fcTL IDAT fcTL fdAT fcTL fdAT IEND'.split(' '));
  const sequence = [...made.toString('latin1').matchAll(/fcTL|fdAT/g)].map(({ index }) =>
    made.readUInt32BE(index + 4),
  );
  expect(sequence).toEqual([0, 1, 2, 3, 4]);
});

test('frames of different sizes are refused', () => {
  const frames = [pixel(0), pixel(0, 2)].map((png) => ({ png, shown: 100 }));
  expect(() => movingPicture(frames)).toThrow('differ in size');
});

test('the picture of the README plays once and rests within five seconds, as WCAG 2.2.2 asks of what has no pause', () => {
  const picture = readFileSync(new URL('../../public/docs/apply-form-follow-up.png', import.meta.url));
  expect(picture.readUInt32BE(picture.indexOf('acTL') + 8)).toBe(1);
  const shown = [...picture.toString('latin1').matchAll(/fcTL/g)].map(
    ({ index }) => picture.readUInt16BE(index + 24) / picture.readUInt16BE(index + 26),
  );
  const untilTheLast = shown.slice(0, -1).reduce((sum, seconds) => sum + seconds, 0);
  expect(untilTheLast).toBeGreaterThan(0);
  expect(untilTheLast).toBeLessThanOrEqual(5);
});
