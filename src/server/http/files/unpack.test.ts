/** Compressed bytes are counted, and a bomb is left where its claim ends. */
import { deflateRawSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { countUnpacked } from './unpack.ts';

const MB = 1_048_576;
const small = deflateRawSync(Buffer.alloc(1_000, 'a'));
/** 128 MB in 128 kB. */
const bomb = deflateRawSync(Buffer.alloc(128 * MB));

/** Bytes as they lie in an archive, and how many of them were read. */
function packed(bytes: Uint8Array) {
  const read = { bytes: 0 };
  async function* chunks() {
    for (let at = 0; at < bytes.byteLength; at += 16_384) {
      const chunk = bytes.subarray(at, at + 16_384);
      read.bytes += chunk.byteLength;
      yield chunk;
    }
  }
  return { size: bytes.byteLength, chunks, read };
}

async function* unreadable(): AsyncGenerator<Uint8Array> {
  yield small.subarray(0, 4);
  throw new Error('The disk does not answer.');
}

describe('compressed bytes are counted', () => {
  test.each([
    ['exactly as many as claimed', small, 1_000, 1_000],
    ['fewer than claimed', small, 1_001, 1_000],
    ['one more than claimed', small, 999, null],
    ['nothing', deflateRawSync(''), 0, 0],
    ['something that claims to be nothing', deflateRawSync('a'), 0, null],
    ['many', deflateRawSync(Buffer.alloc(3 * MB)), 3 * MB, 3 * MB],
    ['many more than claimed', deflateRawSync(Buffer.alloc(3 * MB)), MB, null],
    ['those that end too early', small.subarray(0, -2), 1_000, null],
    ['many that end too early', bomb.subarray(0, 30_000), 128 * MB, null],
    ['those that are not packed', Buffer.from('none of it is packed'), 1_000, null],
  ])('%s', async (_case, bytes, most, size) => {
    expect(await countUnpacked(packed(bytes), most)).toBe(size);
  });

  test('bytes that cannot be read are no verdict', async () => {
    const reading = { size: 100_000, chunks: unreadable };
    await expect(countUnpacked(reading, 1_000)).rejects.toThrow('disk');
  });
});
