/**
 * The list of contents that every zip ends with (APPNOTE 4.3.12 and 4.3.16): what lies in the archive by its own word.
 * `zip-entries.ts` holds it to that word.
 */
import type { StoredContent } from '../../../core/model/ports.ts';

export interface ZipEntry {
  readonly name: string;
  /** The same as it is written. */
  readonly writtenName: Uint8Array;
  /** Bits (APPNOTE 4.4.4). */
  readonly flags: number;
  /** How it is packed (APPNOTE 4.4.5). */
  readonly method: number;
  /** Bytes as they lie in the archive. */
  readonly packed: number;
  /** Bytes of what it unpacks to. */
  readonly unpacked: number;
  /** Where its own header begins. */
  readonly from: number;
}

export interface ZipDirectory {
  readonly entries: readonly ZipEntry[];
  /** Where the list begins, and all entries have ended. */
  readonly from: number;
}

/** More entries than any document has; a larger archive is meant to harm the program that unpacks it. */
const MOST_ENTRIES = 2_000;
/** Bytes of all entries unpacked, by their own word. */
const MOST_UNPACKED = 200 * 1_048_576;
/** Bytes that any document may unpack to, however small it is. */
const ALWAYS_UNPACKED = 16 * 1_048_576;
/** Of a larger one, times its size: long tables reach 20, bombs 1,000. */
const MOST_GROWTH = 30;
/** Bytes of the list itself. */
const LONGEST_LIST = 1_048_576;

export const LOCAL_SIGNATURE = 0x04034b50;
const ENTRY_SIGNATURE = 0x02014b50;
const END_SIGNATURE = 0x06054b50;
/** Bytes without the names and comments that follow. */
const ENTRY = 46;
const END = 22;
const LONGEST_COMMENT = 65_535;

/** null: this is none, or none that anything should open. */
export async function readZipDirectory(content: StoredContent): Promise<ZipDirectory | null> {
  if (viewOf(await content.read(0, 4), 4)?.getUint32(0, true) !== LOCAL_SIGNATURE) return null;
  const list = await findList(content);
  if (list === null) return null;
  const entries = readEntries(await content.read(list.from, list.length), list.entries);
  if (entries === null || !isLruCache(entries, content.size)) return null;
  return { entries, from: list.from };
}

function isLruCache(entries: readonly ZipEntry[], size: number): boolean {
  const unpacked = entries.reduce((sum, entry) => sum + entry.unpacked, 0);
  return unpacked <= Math.min(MOST_UNPACKED, Math.max(ALWAYS_UNPACKED, MOST_GROWTH * size));
}

interface List {
  readonly from: number;
  readonly length: number;
  readonly entries: number;
}

async function findList(content: StoredContent): Promise<List | null> {
  const from = Math.max(0, content.size - END - LONGEST_COMMENT);
  const tail = await content.read(from, END + LONGEST_COMMENT);
  const view = viewOf(tail, END);
  if (view === null) return null;
  for (let at = tail.byteLength - END; at >= 0; at -= 1) {
    const isEnd = view.getUint32(at, true) === END_SIGNATURE;
    if (isEnd && at + END + view.getUint16(at + 20, true) === tail.byteLength)
      return readEnd(view, at, from + at);
  }
  return null;
}

/**
 * The list fills all that is before its end, and the archive is one file: so no other reader finds another list. The
 * writing of archives over 4 GB, which has places of its own for all of this, is for no document.
 */
function readEnd(view: DataView, at: number, end: number): List | null {
  const list = {
    entries: view.getUint16(at + 10, true),
    length: view.getUint32(at + 12, true),
    from: view.getUint32(at + 16, true),
  };
  const isOneFile = view.getUint32(at + 4, true) === 0 && view.getUint16(at + 8, true) === list.entries;
  const fits = list.from + list.length === end && list.length <= LONGEST_LIST;
  return isOneFile && fits && list.entries <= MOST_ENTRIES ? list : null;
}

/** null: it is no list of so many entries and nothing else. */
function readEntries(bytes: Uint8Array, count: number): readonly ZipEntry[] | null {
  const entries: ZipEntry[] = [];
  let at = 0;
  while (entries.length < count) {
    const view = viewOf(bytes.subarray(at), ENTRY);
    if (view?.getUint32(0, true) !== ENTRY_SIGNATURE) return null;
    const name = view.getUint16(28, true);
    const writtenName = bytes.subarray(at + ENTRY, at + ENTRY + name);
    entries.push({
      name: new TextDecoder().decode(writtenName),
      writtenName,
      flags: view.getUint16(8, true),
      method: view.getUint16(10, true),
      packed: view.getUint32(20, true),
      unpacked: view.getUint32(24, true),
      from: view.getUint32(42, true),
    });
    at += ENTRY + name + view.getUint16(30, true) + view.getUint16(32, true);
  }
  return at === bytes.byteLength ? entries : null;
}

/** null: there are not so many bytes. */
export const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array, least: number): DataView | null =>
  byteLength < least ? null : new DataView(buffer, byteOffset, byteLength);
