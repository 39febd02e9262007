/** Counts the bytes that compressed data unpacks to, off the event loop when it is large, and keeps none of them. */
import { pipeline } from 'node:stream/promises';
import { createInflateRaw, inflateRawSync } from 'node:zlib';
import { giveTurn } from '../../clock.ts';

/** Bytes as they lie in an archive. */
export interface PackedBytes {
  readonly size: number;
  chunks(): AsyncIterable<Uint8Array>;
}

/** Bytes of a small part, packed and unpacked: handled synchronously, which is faster than starting another thread. */
const SMALL = 16_384;
const SMALL_UNPACKED = 65_536;
/** Bytes that are unpacked at a time, and then discarded. */
const CHUNK = 262_144;

/**
 * How many bytes these unpack to (DEFLATE, RFC 1951); null: they are broken, or more than `most`. Stops there, so that
 * a bomb costs no more than it claims. Rejects when they cannot be read.
 */
export const countUnpacked = async (packed: PackedBytes, most: number): Promise<number | null> =>
  packed.size <= SMALL && most <= SMALL_UNPACKED ? unpackSmall(packed, most) : unpackLarge(packed, most);

async function unpackSmall(packed: PackedBytes, most: number): Promise<number | null> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of packed.chunks()) chunks.push(chunk);
  // An archive has up to 2,000 small parts.
  await giveTurn();
  try {
    // The smallest limit that zlib accepts is 1.
    const told: unknown = inflateRawSync(Buffer.concat(chunks), {
      maxOutputLength: Math.max(most, 1),
      info: true,
    });
    // Bytes after the end of the packed data are invisible to every program that unpacks it.
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

/** What zlib returns with `info`, which its types do not declare. */
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

/** The error code of zlib. */
const isBroken = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
