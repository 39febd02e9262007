import { randomBytes } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { packHead } from './pack-head.ts';

const question = (id: number) =>
  `{"type":"questions","id":"${id}","attributes":{"title":"Which of these?"}},`;
const small = Buffer.from(Array.from({ length: 40 }, (_, id) => question(id)).join(''));
const large = Buffer.from(Array.from({ length: 10_000 }, (_, id) => question(id)).join(''));

describe('a beginning that was compressed once', () => {
  test.each([
    ['a small one', small],
    ['a large one', large],
    ['one that cannot be compressed', randomBytes(5_000)],
    ['an empty one', Buffer.alloc(0)],
  ])('reads as it was written with each end that follows it: %s', async (_case, head) => {
    const finish = await packHead(head);
    for (const length of [0, 1, 2, 700, 65_535, 65_536, 200_000]) {
      const tail = randomBytes(length);
      expect(gunzipSync(finish(tail)).equals(Buffer.concat([head, tail]))).toBe(true);
    }
  });

  test('is the smaller by far, and its end is as long as it was', async () => {
    const finish = await packHead(small);
    const [without, long] = [finish(new Uint8Array(0)), finish(randomBytes(700))];
    expect(without.byteLength).toBeLessThan(small.byteLength / 4);
    expect(long.byteLength - without.byteLength).toBeLessThan(700 + 6);
  });
});
