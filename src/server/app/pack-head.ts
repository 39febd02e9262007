/** Compresses the beginning of a body so that any bytes can end it, as a block of gzip that is not compressed. */
import { promisify } from 'node:util';
import { constants, crc32, gzip } from 'node:zlib';
import { joined } from '../http/files/memory-bytes.ts';
import type { PackHead } from '../http/forms/form-body.ts';

/** Bytes: the most of a block that is not compressed. */
const BLOCK = 65_535;

const compress = promisify(gzip);

export const packHead: PackHead = async (head) => {
  const packed = await compress(head, {
    finishFlush: constants.Z_SYNC_FLUSH,
    level: constants.Z_BEST_COMPRESSION,
  });
  const [size, sum] = [head.byteLength, crc32(head)];
  return (tail) => {
    const parts: Uint8Array[] = [packed];
    for (let from = 0; from < tail.byteLength; from += BLOCK) {
      const block = tail.subarray(from, from + BLOCK);
      parts.push(startBlock(block.byteLength), block);
    }
    const end = Buffer.alloc(lastBlock.byteLength + 8, lastBlock);
    // Of no bytes zlib tells the sum of nothing, whatever came before.
    end.writeUInt32LE(tail.byteLength === 0 ? sum : crc32(tail, sum), lastBlock.byteLength);
    end.writeUInt32LE((size + tail.byteLength) % 2 ** 32, lastBlock.byteLength + 4);
    parts.push(end);
    return joined(
      parts,
      parts.reduce((total, part) => total + part.byteLength, 0),
    );
  };
};

/** Not compressed and empty (RFC 1951, 3.2.4); behind it come checksum and length (RFC 1952, 2.3). */
const lastBlock = Buffer.from([1, 0, 0, 0xff, 0xff]);

function startBlock(length: number): Buffer {
  const start = Buffer.alloc(5);
  start.writeUInt16LE(length, 1);
  start.writeUInt16LE(length ^ 0xffff, 3);
  return start;
}
