/** Counts what compressed bytes unpack to with Node's own zlib, beside the event loop where it takes long. */
import { pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import { createInflateRaw, inflateRawSync } from 'node:zlib';
import type { PackedBytes, Unpack } from '../http/files/unpack.ts';

/** Bytes of a small part, packed and unpacked: done at once, in less time than another thread needs to begin. */
const SMALL = 16_384;
const SMALL_UNPACKED = 65_536;
/** Bytes that are unpacked in one go, and then forgotten. */
const CHUNK = 262_144;

export const unpack: Unpack = async (packed, most) =>
  packed.size <= SMALL && most <= SMALL_UNPACKED ? unpackSmall(packed, most) : unpackLarge(packed, most);

async function unpackSmall(packed: PackedBytes, most: number): Promise<number | null> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of packed.chunks()) chunks.push(chunk);
  // An archive has up to 2,000 of them.
  await setImmediate();
  try {
    // The least that zlib takes is 1.
    const told: unknown = inflateRawSync(Buffer.concat(chunks), {
      maxOutputLength: Math.max(most, 1),
      info: true,
    });
    // What stands behind the end of the packed bytes is hidden from every program that unpacks them.
    if (!isInfo(told) || told.engine.bytesWritten !== packed.size) return null;
    return told.buffer.byteLength <= most ? told.buffer.byteLength : null;
  } catch {
    return null;
  }
}

interface InflateInfo {
  readonly buffer: Buffer;
  readonly engine: { readonly bytesWritten: number };
}

/** What zlib gives with `info`, of which its types say nothing. */
const isInfo = (told: unknown): told is InflateInfo =>
  typeof told === 'object' && told !== null && 'buffer' in told && 'engine' in told;

async function unpackLarge(packed: PackedBytes, most: number): Promise<number | null> {
  const inflate = createInflateRaw({ chunkSize: CHUNK });
  const tooMuch = new Error('More than was claimed.');
  let size = 0;
  try {
    await pipeline(packed.chunks(), inflate, async (slices: AsyncIterable<Uint8Array>) => {
      for await (const slice of slices) {
        size += slice.byteLength;
        if (size > most) throw tooMuch;
      }
    });
    return inflate.bytesWritten === packed.size ? size : null;
  } catch (error) {
    if (error === tooMuch || isBroken(error)) return null;
    throw error;
  }
}

/** zlib's own word for it. */
const isBroken = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
