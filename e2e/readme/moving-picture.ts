/** A moving PNG of several still ones, as the PNG specification has them since its third edition (11.3.4). */
import { crc32 } from 'node:zlib';

export interface Frame {
  /** All of the same size and colour type. */
  readonly png: Buffer;
  /** Milliseconds that it is shown. */
  readonly shown: number;
}

interface Chunk {
  readonly type: string;
  readonly data: Buffer;
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** It plays once and rests on its last frame, since nothing in a README can pause it (WCAG 2.2.2). */
export function movingPicture(frames: readonly Frame[]): Buffer {
  const [first, ...others] = frames.map(({ png, shown }) => ({ chunks: chunksOf(png), shown }));
  if (first === undefined) throw new Error('A moving picture needs a frame.');
  const header = dataOf(first.chunks, 'IHDR');
  const size = { width: header.readUInt32BE(0), height: header.readUInt32BE(4) };
  // The first control has number 0; all that follows it is counted on.
  let sequence = 1;
  const later = others.flatMap(({ chunks, shown }) => {
    if (!dataOf(chunks, 'IHDR').equals(header)) throw new Error('The frames differ in size or colour type.');
    return [
      writeChunk('fcTL', frameControl(sequence++, size, shown)),
      ...chunks
        .filter(isImage)
        .map(({ data }) => writeChunk('fdAT', Buffer.concat([numbers(sequence++), data]))),
    ];
  });
  return Buffer.concat([
    signature,
    writeChunk('IHDR', header),
    writeChunk('acTL', numbers(frames.length, 1)),
    writeChunk('fcTL', frameControl(0, size, first.shown)),
    ...first.chunks.filter(isImage).map(({ data }) => writeChunk('IDAT', data)),
    ...later,
    writeChunk('IEND', Buffer.alloc(0)),
  ]);
}

const isImage = ({ type }: Chunk): boolean => type === 'IDAT';

const dataOf = (chunks: readonly Chunk[], type: string): Buffer =>
  chunks.find((chunk) => chunk.type === type)?.data ?? Buffer.alloc(0);

function chunksOf(png: Buffer): readonly Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = signature.length; at < png.length; ) {
    const length = png.readUInt32BE(at);
    const type = png.toString('latin1', at + 4, at + 8);
    chunks.push({ type, data: png.subarray(at + 8, at + 8 + length) });
    // Length, type and checksum have four bytes each.
    at += length + 12;
  }
  return chunks;
}

function writeChunk(type: string, data: Buffer): Buffer {
  const checked = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  return Buffer.concat([numbers(data.length), checked, numbers(crc32(checked))]);
}

function frameControl(sequence: number, size: { width: number; height: number }, shown: number): Buffer {
  const delay = Buffer.alloc(6);
  delay.writeUInt16BE(shown, 0);
  delay.writeUInt16BE(1_000, 2);
  // The last two bytes: nothing is taken away, nothing blended.
  return Buffer.concat([numbers(sequence, size.width, size.height, 0, 0), delay]);
}

function numbers(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  values.forEach((value, index) => {
    bytes.writeUInt32BE(value, 4 * index);
  });
  return bytes;
}
