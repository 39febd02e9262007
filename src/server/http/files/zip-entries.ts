/**
 * Whether a zip is what its list of contents says: the header of each entry says the same, each unpacks to as many bytes
 * as it claims, and they fill the archive one after the other. So every program that opens it finds the same in it.
 */
import type { StoredContent } from '../../../core/model/ports.ts';
import type { Unpack } from './unpack.ts';
import { LOCAL_SIGNATURE, viewOf, type ZipDirectory, type ZipEntry } from './zip-directory.ts';

/** Of an entry's own header without its name and what follows it (APPNOTE 4.3.7). */
const HEADER = 30;
/** Bits of the flags. */
export const ENCRYPTED = 0x2041;
const SIZES_FOLLOW = 0x0008;
/** The two ways of packing that documents use (ECMA-376, part 2, annex C). */
const STORED = 0;
const DEFLATED = 8;
/** In front of sizes that follow, where the writer puts it. */
const SIZES_SIGNATURE = 0x08074b50;
/** Bytes that are read and unpacked at once. */
const CHUNK = 65_536;

/** Unpacks at most as many bytes as the list claims, and one chunk more. */
export async function isHonest(
  content: StoredContent,
  { entries, from: end }: ZipDirectory,
  unpack: Unpack,
): Promise<boolean> {
  const names = new Set(entries.map(({ name }) => name.toLowerCase()));
  if (names.size < entries.length) return false;
  let at = 0;
  for (const entry of entries.toSorted((one, other) => one.from - other.from)) {
    if (entry.from !== at) return false;
    const data = await readHeader(content, entry);
    if (data === null || data + entry.packed > end) return false;
    if (!(await unpacksAsClaimed(content, entry, { data, unpack }))) return false;
    const after = await findEnd(content, entry, data + entry.packed);
    if (after === null) return false;
    at = after;
  }
  return at === end;
}

/** Where its bytes begin; null: it says otherwise than the list. */
async function readHeader(content: StoredContent, entry: ZipEntry): Promise<number | null> {
  const { from, writtenName, flags, method } = entry;
  const name = HEADER + writtenName.byteLength;
  const bytes = await content.read(from, name);
  const view = viewOf(bytes, HEADER);
  if (view?.getUint32(0, true) !== LOCAL_SIGNATURE || (flags & ENCRYPTED) !== 0) return null;
  const differing = (view.getUint16(6, true) ^ flags) & (ENCRYPTED | SIZES_FOLLOW);
  const isNamed =
    view.getUint16(26, true) === writtenName.byteLength && isEqual(bytes.subarray(HEADER), writtenName);
  const isPacked = view.getUint16(8, true) === method;
  const hasSizes = saysSizes(entry, view.getUint32(18, true), view.getUint32(22, true));
  return differing === 0 && isNamed && isPacked && hasSizes ? from + name + view.getUint16(28, true) : null;
}

const isEqual = (one: Uint8Array, other: Uint8Array): boolean =>
  one.byteLength === other.byteLength && one.every((byte, index) => byte === other[index]);

/** Who writes an archive in one go knows the sizes only afterwards, and leaves their places empty. */
const saysSizes = ({ flags, packed, unpacked }: ZipEntry, first: number, second: number): boolean =>
  (first === packed && second === unpacked) || ((flags & SIZES_FOLLOW) !== 0 && first === 0 && second === 0);

interface Packed {
  readonly data: number;
  readonly unpack: Unpack;
}

async function unpacksAsClaimed(
  content: StoredContent,
  { method, packed, unpacked }: ZipEntry,
  { data, unpack }: Packed,
): Promise<boolean> {
  if (method === STORED) return packed === unpacked;
  if (method !== DEFLATED) return false;
  const chunks = () => readChunks(content, data, data + packed);
  return (await unpack({ size: packed, chunks }, unpacked)) === unpacked;
}

async function* readChunks(content: StoredContent, from: number, until: number): AsyncGenerator<Uint8Array> {
  for (let at = from; at < until; at += CHUNK) yield await content.read(at, Math.min(CHUNK, until - at));
}

/** Behind the sizes that follow it, if any do; null: these are others. */
async function findEnd(content: StoredContent, entry: ZipEntry, at: number): Promise<number | null> {
  if ((entry.flags & SIZES_FOLLOW) === 0) return at;
  const view = viewOf(await content.read(at, 16), 12);
  if (view === null) return null;
  const skipped = view.getUint32(0, true) === SIZES_SIGNATURE ? 4 : 0;
  if (view.byteLength < skipped + 12) return null;
  const [packed, unpacked] = [view.getUint32(skipped + 4, true), view.getUint32(skipped + 8, true)];
  return packed === entry.packed && unpacked === entry.unpacked ? at + skipped + 12 : null;
}
