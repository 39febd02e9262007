/**
 * The list of contents that every zip ends with (APPNOTE 4.3.12 and 4.3.16): what lies in the archive by its own word.
 * `zip-entries.ts` holds it to that word.
 */
import type { StoredContent } from '../ports.ts';

export interface ZipEntry {
  /** A letter for each byte, since two names in a code page must not become one. */
  readonly name: string;
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
const WIDE_END_SIGNATURE = 0x06064b50;
/** Of the field behind a name that has numbers of eight bytes, and the number that takes their place. */
const WIDE = 1;
const FULL = 0xffff_ffff;
/** Bytes without the names and comments that follow. */
const ENTRY = 46;
const END = 22;
/** The end in numbers of eight bytes, and what tells where that begins. */
const WIDE_END = 56 + 20;
const LONGEST_COMMENT = 65_535;

/** null: this is none, or none that anything should open. */
export async function readZipDirectory(content: StoredContent): Promise<ZipDirectory | null> {
  if (viewOf(await content.read(0, 4), 4)?.getUint32(0, true) !== LOCAL_SIGNATURE) return null;
  const list = await findList(content);
  if (list === null) return null;
  const entries = readEntries(await content.read(list.from, list.length), list.entries);
  if (entries === null || !isOfSaneSize(entries, content.size)) return null;
  return { entries, from: list.from };
}

function isOfSaneSize(entries: readonly ZipEntry[], size: number): boolean {
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
      return readEnd(content, view, at, from + at);
  }
  return null;
}

/** The list fills all that is before its end, and the archive is one file: so no other reader finds another list. */
async function readEnd(
  content: StoredContent,
  view: DataView,
  at: number,
  end: number,
): Promise<List | null> {
  const told = { entries: view.getUint16(at + 10, true), length: view.getUint32(at + 12, true) };
  const list = { ...told, from: view.getUint32(at + 16, true) };
  const isOneFile = view.getUint32(at + 4, true) === 0 && view.getUint16(at + 8, true) === list.entries;
  const wide = await readWideEnd(content, end - WIDE_END);
  const isSame =
    wide === null ||
    (isEither(list.entries, 0xffff, wide.entries) &&
      isEither(list.length, FULL, wide.length) &&
      isEither(list.from, FULL, wide.from));
  const { entries, length, from } = wide ?? list;
  const fits = from + length === (wide === null ? end : end - WIDE_END) && length <= LONGEST_LIST;
  return isOneFile && isSame && fits && entries <= MOST_ENTRIES ? { entries, length, from } : null;
}

const isEither = (number: number, ...either: readonly number[]): boolean => either.includes(number);

/** The same in numbers of eight bytes, and where it begins (APPNOTE 4.3.14, 4.3.15), which some write for every archive. */
async function readWideEnd(content: StoredContent, from: number): Promise<List | null> {
  const view = viewOf(await content.read(Math.max(0, from), WIDE_END), WIDE_END);
  if (view?.getUint32(0, true) !== WIDE_END_SIGNATURE) return null;
  const numberAt = (at: number) => Number(view.getBigUint64(at, true));
  return numberAt(64) === from ? { entries: numberAt(32), length: numberAt(40), from: numberAt(48) } : null;
}

/** null: it is no list of so many entries and nothing else. */
function readEntries(bytes: Uint8Array, count: number): readonly ZipEntry[] | null {
  const entries: ZipEntry[] = [];
  let at = 0;
  while (entries.length < count) {
    const view = viewOf(bytes.subarray(at), ENTRY);
    if (view?.getUint32(0, true) !== ENTRY_SIGNATURE) return null;
    const named = at + ENTRY;
    const extra = named + view.getUint16(28, true);
    const end = extra + view.getUint16(30, true);
    const numbers = [24, 20, 42].map((place) => view.getUint32(place, true));
    const [unpacked = 0, packed = 0, from = 0] = widen(numbers, bytes.subarray(extra, end));
    const [flags, method] = [view.getUint16(8, true), view.getUint16(10, true)];
    entries.push({ name: readName(bytes.subarray(named, extra)), flags, method, packed, unpacked, from });
    at = end + view.getUint16(32, true);
  }
  return at === bytes.byteLength ? entries : null;
}

export const readName = (bytes: Uint8Array): string => new TextDecoder('latin1').decode(bytes);

/** A number too large for four bytes takes eight in a field behind the name (APPNOTE 4.5.3). */
export function widen(numbers: readonly number[], extra: Uint8Array): readonly number[] {
  const field = findWide(extra);
  let at = 0;
  return numbers.map((number) => {
    if (number !== FULL || field === null || at + 8 > field.byteLength) return number;
    at += 8;
    return Number(field.getBigUint64(at - 8, true));
  });
}

function findWide(extra: Uint8Array): DataView | null {
  for (let at = 0; ; ) {
    const view = viewOf(extra.subarray(at), 4);
    if (view === null) return null;
    const end = at + 4 + view.getUint16(2, true);
    if (view.getUint16(0, true) === WIDE) return viewOf(extra.subarray(at + 4, end), 0);
    at = end;
  }
}

/** null: there are not so many bytes. */
export const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array, least: number): DataView | null =>
  byteLength < least ? null : new DataView(buffer, byteOffset, byteLength);
