/**
 * Whether a zip is what its list of contents says: the header of each entry says the same, each unpacks to as many bytes
 * as it claims, and they fill the archive one after the other. So every program that opens it finds the same in it.
 */
import type { StoredContent } from '../ports.ts';
import { countUnpacked } from './unpack.ts';
import {
  LOCAL_SIGNATURE,
  readName,
  viewOf,
  widen,
  type ZipDirectory,
  type ZipEntry,
} from './zip-directory.ts';

/** Of an entry's own header without its name and what follows it (APPNOTE 4.3.7). */
const HEADER = 30;
/** Bits of the flags. */
export const ENCRYPTED = 0x2041;
const SIZES_FOLLOW = 0x0008;
/** The two ways of packing that documents use (ECMA-376, part 2, annex C). */
export const STORED = 0;
const DEFLATED = 8;
/** In front of sizes that follow, where the writer puts it. */
const SIZES_SIGNATURE = 0x08074b50;
/** Bytes that are read and unpacked at once. */
const CHUNK = 65_536;

/** Unpacks at most as many bytes as the list claims, and one chunk more. */
export async function isHonest(
  content: StoredContent,
  { entries, from: end }: ZipDirectory,
): Promise<boolean> {
  const names = new Set(entries.map(({ name }) => name.toLowerCase()));
  const inOrder = entries.toSorted((one, other) => one.from - other.from);
  if (names.size < entries.length || inOrder[0]?.from !== 0) return false;
  for (const [index, entry] of inOrder.entries()) {
    const data = await findData(content, entry);
    const next = inOrder[index + 1]?.from ?? end;
    if (data === null || !(await isOnlySizes(content, entry, data + entry.packed, next))) return false;
  }
  return true;
}

/** Where its bytes begin; null: its own header says otherwise than the list, or they unpack to another size. */
export async function findData(content: StoredContent, entry: ZipEntry): Promise<number | null> {
  const bytes = await content.read(entry.from, HEADER);
  const view = viewOf(bytes, HEADER);
  if (view?.getUint32(0, true) !== LOCAL_SIGNATURE) return null;
  const name = view.getUint16(26, true);
  const behind = await content.read(entry.from + HEADER, name + view.getUint16(28, true));
  const flags = view.getUint16(6, true) | entry.flags;
  const sizes = [view.getUint32(22, true), view.getUint32(18, true)];
  const isSame =
    (flags & ENCRYPTED) === 0 &&
    view.getUint16(8, true) === entry.method &&
    readName(behind.subarray(0, name)) === entry.name &&
    saysSizes(entry, widen(sizes, behind.subarray(name)), (flags & SIZES_FOLLOW) !== 0);
  const data = entry.from + HEADER + behind.byteLength;
  return isSame && (await unpacksAsClaimed(content, entry, data)) ? data : null;
}

/** Who writes an archive in one go knows the sizes only afterwards, and leaves their places empty. */
const saysSizes = (
  { packed, unpacked }: ZipEntry,
  [first, second]: readonly number[],
  mayFollow: boolean,
): boolean => (first === unpacked && second === packed) || (mayFollow && first === 0 && second === 0);

async function unpacksAsClaimed(
  content: StoredContent,
  { method, packed, unpacked }: ZipEntry,
  data: number,
): Promise<boolean> {
  if (method === STORED) return packed === unpacked;
  if (method !== DEFLATED) return false;
  const chunks = () => readChunks(content, data, data + packed);
  return (await countUnpacked({ size: packed, chunks }, unpacked)) === unpacked;
}

async function* readChunks(content: StoredContent, from: number, until: number): AsyncGenerator<Uint8Array> {
  for (let at = from; at < until; at += CHUNK) yield await content.read(at, Math.min(CHUNK, until - at));
}

/**
 * Between an entry and the next one there is only its checksum and sizes (APPNOTE 4.3.9), where the writer puts them:
 * in four or eight bytes each, with a signature or without.
 */
async function isOnlySizes(
  content: StoredContent,
  { packed, unpacked }: ZipEntry,
  from: number,
  until: number,
): Promise<boolean> {
  const length = until - from;
  if (length === 0) return true;
  if (![12, 16, 20, 24].includes(length)) return false;
  const view = viewOf(await content.read(from, length), length);
  if (view === null) return false;
  const width = length < 20 ? 4 : 8;
  const first = length - 2 * width;
  const sizeAt = (at: number) =>
    width === 4 ? view.getUint32(at, true) : Number(view.getBigUint64(at, true));
  const isSigned = first === 4 || view.getUint32(0, true) === SIZES_SIGNATURE;
  return isSigned && sizeAt(first) === packed && sizeAt(first + width) === unpacked;
}
