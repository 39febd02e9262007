/** Reads office documents: the list of a zip, checked against its entries, and the names in a compound file. */
import { inflateRawSync } from 'node:zlib';
import type { StoredContent } from '../ports.ts';

/** The type of an office document. */
export interface Recognised {
  /** Type as an ending; null if it is unknown. */
  readonly kind: string | null;
  readonly hasMacros: boolean;
}

/** The stream in which each program stores its text ([MS-DOC] 2.1, [MS-XLS] 2.1, [MS-PPT] 2.1). */
const streams = new Map([
  ['WordDocument', 'doc'],
  ['Workbook', 'xls'],
  ['Book', 'xls'],
  ['PowerPoint Document', 'ppt'],
]);

/**
 * Looks at names only: directory entries begin at multiples of their size, wherever the directory is ([MS-CFB] 2.6).
 */
export async function recogniseCompound({ chunks }: StoredContent): Promise<Recognised> {
  const ENTRY = 128;
  const names: string[] = [];
  for await (const chunk of chunks()) {
    const bytes = bufferOf(chunk);
    for (let at = 0; at + ENTRY <= bytes.length; at += ENTRY) {
      const length = bytes.readUInt16LE(at + 64);
      const isName = length >= 4 && length <= 64 && [1, 2].includes(bytes.readUInt8(at + 66));
      if (isName) names.push(bytes.toString('utf16le', at, at + length - 2));
    }
  }
  const hasMacros = names.some((name) => /^(?:macros|vba|_vba_project_cur)$/i.test(name));
  const found = names.find((name) => streams.has(name)) ?? '';
  return { kind: streams.get(found) ?? null, hasMacros };
}

/** Content types of the main part (ECMA-376, part 1, 11 to 13). */
const mainParts = {
  docx: /wordprocessingml\.(?:document|template)\.main\+xml/,
  xlsx: /spreadsheetml\.(?:sheet|template)\.main\+xml/,
  pptx: /presentationml\.(?:presentation|slideshow|template)\.main\+xml/,
};

/** Includes `&#`, because an escaped letter would hide a word from us, but not from the program. */
const macroTypes = /macroEnabled\.main|ms-office\.vba|macrosheet|&#/i;
const macroNames = /(^|\/)vba(Project|Data)[^/]*$/i;

/** Gives null if the content is no office package, or if its list of contents is wrong. */
export async function recognisePackage(content: StoredContent): Promise<Recognised | null> {
  const entries = await readEntries(content);
  if (entries === null) return null;
  const normalised = entries.map((entry) => ({ ...entry, name: entry.name.replaceAll('\\', '/') }));
  // Refuses two lists, because a program may read the other one.
  const [list, other] = normalised.filter(({ name }) => /^\/?\[content_types\]\.xml$/i.test(name));
  const types = list === undefined || other !== undefined ? null : await readText(content, list);
  if (types === null) return null;
  const [kind, second] = Object.entries(mainParts).flatMap(([ending, mainPart]) =>
    mainPart.test(types) ? [ending] : [],
  );
  if (kind === undefined || second !== undefined) return null;
  return { kind, hasMacros: macroTypes.test(types) || normalised.some(({ name }) => macroNames.test(name)) };
}

/** An entry in the list at the end of every zip (APPNOTE 4.3.12). */
interface Entry {
  /** One letter for each byte, so that two names in a code page never become equal. */
  readonly name: string;
  readonly method: number;
  readonly packed: number;
  readonly unpacked: number;
  /** Offset of its local header. */
  readonly from: number;
  /** Offset of its bytes, according to the local header. */
  data: number;
}

/** More than any document has: larger archives are attacks on the program that unpacks them. */
const MOST_ENTRIES = 2_000;
const LONGEST_LIST = 1_048_576;
/** Declared bytes of all entries unpacked; above the second number, at most `MOST_GROWTH` times the archive's size. */
const MOST_UNPACKED = 200 * 1_048_576;
const ALWAYS_UNPACKED = 16 * 1_048_576;
const MOST_GROWTH = 30;

const LOCAL = 0x0403_4b50;
const LISTED = 0x0201_4b50;
const END = Buffer.from('PK\u0005\u0006');
const ZIP64_END = 0x0606_4b50;
/** Sizes without the names that follow. */
const [LOCAL_SIZE, LISTED_SIZE, END_SIZE, ZIP64_END_SIZE] = [30, 46, 22, 76];
/** Marks a number that is stored elsewhere in eight bytes. */
const FULL = 0xffff_ffff;
/** Bytes after an entry: only its checksum and sizes (APPNOTE 4.3.9), too few for a hidden entry. */
const LONGEST_DESCRIPTOR = 24;

const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

/** Gives null if the list is incomplete or wrong, or the archive is too large for a document. */
async function readEntries(content: StoredContent): Promise<readonly Entry[] | null> {
  const list = await findList(content);
  if (list === null) return null;
  const entries = parseList(bufferOf(await content.read(list.from, list.length)), list.count);
  if (entries === null) return null;
  const unpacked = entries.reduce((sum, entry) => sum + entry.unpacked, 0);
  if (unpacked > Math.min(MOST_UNPACKED, Math.max(ALWAYS_UNPACKED, MOST_GROWTH * content.size))) return null;
  return (await fillsArchive(content, entries, list.from)) ? entries : null;
}

/** Requires that the list ends where the end record begins, so that no other reader finds another list. */
async function findList(content: StoredContent) {
  const start = Math.max(0, content.size - END_SIZE - 0xffff);
  const tail = bufferOf(await content.read(start, content.size - start));
  const at = tail.lastIndexOf(END);
  if (at < 0 || at + END_SIZE > tail.length || at + END_SIZE + tail.readUInt16LE(at + 20) !== tail.length)
    return null;
  const declared = [
    tail.readUInt16LE(at + 10),
    tail.readUInt32LE(at + 12),
    tail.readUInt32LE(at + 16),
  ] as const;
  const zip64 = await readZip64End(content, start + at - ZIP64_END_SIZE);
  const isSame =
    zip64 === null || declared.every((number, index) => [zip64[index], FULL, 0xffff].includes(number));
  const [count, length, from] = zip64 ?? declared;
  const end = start + at - (zip64 === null ? 0 : ZIP64_END_SIZE);
  const isPlausible = count <= MOST_ENTRIES && length <= LONGEST_LIST && from + length === end;
  return isSame && isPlausible ? { count, length, from } : null;
}

/** The same numbers in eight bytes each (APPNOTE 4.3.14), which some programs always write. */
async function readZip64End(content: StoredContent, from: number) {
  const end = bufferOf(await content.read(Math.max(0, from), ZIP64_END_SIZE));
  if (end.length < ZIP64_END_SIZE || end.readUInt32LE(0) !== ZIP64_END) return null;
  const numberAt = (at: number) => Number(end.readBigUInt64LE(at));
  return [numberAt(32), numberAt(40), numberAt(48)] as const;
}

/** Gives null unless the list has exactly `count` entries and nothing else. */
function parseList(list: Buffer, count: number): readonly Entry[] | null {
  const entries: Entry[] = [];
  let at = 0;
  while (entries.length < count) {
    if (at + LISTED_SIZE > list.length || list.readUInt32LE(at) !== LISTED) return null;
    const method = list.readUInt16LE(at + 10);
    const name = at + LISTED_SIZE;
    const extra = name + list.readUInt16LE(at + 28);
    const comment = extra + list.readUInt16LE(at + 30);
    const numbers = [24, 20, 42].map((offset) => list.readUInt32LE(at + offset));
    const [unpacked = 0, packed = 0, from = 0] = widen(numbers, list.subarray(extra, comment));
    entries.push({ name: list.toString('latin1', name, extra), method, packed, unpacked, from, data: from });
    at = comment + list.readUInt16LE(at + 32);
  }
  return at === list.length ? entries : null;
}

/** Numbers too large for four bytes are stored in eight, in a field after the name (APPNOTE 4.5.3). */
function widen(numbers: readonly number[], extra: Buffer): readonly number[] {
  let at = 0;
  while (at + 4 <= extra.length && extra.readUInt16LE(at) !== 1) at += 4 + extra.readUInt16LE(at + 2);
  at += 4;
  return numbers.map((number) => {
    if (number !== FULL || at + 8 > extra.length) return number;
    at += 8;
    return Number(extra.readBigUInt64LE(at - 8));
  });
}

/** True if the entries fill the archive without gaps, under the same names: then the list is complete. */
async function fillsArchive(
  content: StoredContent,
  entries: readonly Entry[],
  end: number,
): Promise<boolean> {
  const inOrder = entries.toSorted((first, second) => first.from - second.from);
  for (const [index, entry] of inOrder.entries()) {
    const { name, from, packed } = entry;
    const header = bufferOf(await content.read(from, LOCAL_SIZE + name.length));
    if (header.length < LOCAL_SIZE || header.readUInt32LE(0) !== LOCAL) return false;
    const isSame = header.toString('latin1', LOCAL_SIZE) === name && header.readUInt16LE(26) === name.length;
    entry.data = from + LOCAL_SIZE + name.length + header.readUInt16LE(28);
    const gap = (inOrder[index + 1]?.from ?? end) - entry.data - packed;
    if (!isSame || gap < 0 || gap > LONGEST_DESCRIPTOR) return false;
  }
  return inOrder[0]?.from === 0;
}

/** Reads text with one or two bytes a letter. Gives null if it is longer than any such list, or cannot be unpacked. */
async function readText(content: StoredContent, { data, packed, method }: Entry): Promise<string | null> {
  if (packed > LONGEST_LIST) return null;
  const bytes = await content.read(data, packed);
  try {
    const text = method === 0 ? bufferOf(bytes) : inflateRawSync(bytes, { maxOutputLength: LONGEST_LIST });
    return text.toString('latin1').replaceAll('\0', '');
  } catch {
    return null;
  }
}
