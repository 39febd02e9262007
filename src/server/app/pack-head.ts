/**
 * Compresses the beginning of a body so that it can be ended by any bytes: both formats have blocks that are not
 * compressed, and both can be flushed to a whole byte before one.
 */
import { promisify } from 'node:util';
import { brotliCompress, constants, crc32, gzip } from 'node:zlib';
import type { FinishBody, PackHead } from '../http/forms/form-body.ts';

/** Bytes of a beginning from which on the best compression takes seconds and saves a hundredth. */
const LARGE = 131_072;
/** Of 11: a tenth of a second for a megabyte. */
const LARGE_QUALITY = 9;
/** Bytes: the most of a block that is not compressed, in both formats. */
const BLOCK = 65_535;

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

export const packHead: PackHead = (head, encoding) => (encoding === 'br' ? packBrotli(head) : packGzip(head));

async function packBrotli(head: Uint8Array): Promise<FinishBody> {
  const packed = await compressBrotli(head, {
    finishFlush: constants.BROTLI_OPERATION_FLUSH,
    params: {
      [constants.BROTLI_PARAM_QUALITY]:
        head.byteLength < LARGE ? constants.BROTLI_MAX_QUALITY : LARGE_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: head.byteLength,
    },
  });
  return (tail) => joinBlocks(packed, tail, { start: startBrotli, end: lastBrotli });
}

/** The last block has nothing in it (RFC 7932, 9.2). */
const lastBrotli = Buffer.from([3]);

/** Not the last block, its length less one in 16 bits, not compressed, and zeros up to the byte (RFC 7932, 9.2). */
function startBrotli(length: number): Buffer {
  const start = Buffer.allocUnsafe(3);
  start.writeUIntLE(((length - 1) << 3) | (1 << 19), 0, 3);
  return start;
}

async function packGzip(head: Uint8Array): Promise<FinishBody> {
  const packed = await compressGzip(head, {
    finishFlush: constants.Z_SYNC_FLUSH,
    level: constants.Z_BEST_COMPRESSION,
  });
  const [size, sum] = [head.byteLength, crc32(head)];
  return (tail) => {
    const end = Buffer.allocUnsafe(lastDeflate.byteLength + 8);
    lastDeflate.copy(end);
    // Of no bytes zlib tells the sum of nothing, whatever came before.
    end.writeUInt32LE(tail.byteLength === 0 ? sum : crc32(tail, sum), lastDeflate.byteLength);
    end.writeUInt32LE((size + tail.byteLength) % 2 ** 32, lastDeflate.byteLength + 4);
    return joinBlocks(packed, tail, { start: startDeflate, end });
  };
}

/** The last block, not compressed and empty (RFC 1951, 3.2.4); behind it come checksum and length (RFC 1952, 2.3). */
const lastDeflate = Buffer.from([1, 0, 0, 0xff, 0xff]);

function startDeflate(length: number): Buffer {
  const start = Buffer.allocUnsafe(5);
  start.writeUInt8(0, 0);
  start.writeUInt16LE(length, 1);
  start.writeUInt16LE(length ^ 0xffff, 3);
  return start;
}

interface Blocks {
  /** What stands before so many bytes that are not compressed. */
  start(length: number): Buffer;
  readonly end: Buffer;
}

function joinBlocks(packed: Uint8Array, tail: Uint8Array, { start, end }: Blocks): Uint8Array<ArrayBuffer> {
  const parts = [packed];
  for (let from = 0; from < tail.byteLength; from += BLOCK) {
    const block = tail.subarray(from, from + BLOCK);
    parts.push(start(block.byteLength), block);
  }
  parts.push(end);
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.byteLength, 0));
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.byteLength;
  }
  return whole;
}
