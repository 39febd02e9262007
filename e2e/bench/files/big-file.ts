/** A file of 10 MB that is like no other, made as it is sent: what sends it needs no memory for it. */
import { randomBytes, randomUUID } from 'node:crypto';

const MB = 1_048_576;
const SIZE = 10 * MB;
const CHUNK = 65_536;
const block = randomBytes(CHUNK);

export interface BigFile {
  readonly id: string;
  readonly name: string;
  readonly size: number;
  chunks(): Generator<Buffer>;
}

export function makeBigFile(size = SIZE): BigFile {
  const id = randomUUID();
  return {
    id,
    name: `portfolio ${id.slice(0, 8)}.pdf`,
    size,
    *chunks() {
      const head = Buffer.from(`%PDF-1.7\n% ${id}\n`);
      yield head.subarray(0, size);
      for (let left = size - head.byteLength; left > 0; left -= CHUNK) yield block.subarray(0, left);
    },
  };
}
