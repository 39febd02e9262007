/** What lies in office documents: the list of a zip checked against its entries, and the names in a compound file. */
import { inflateRawSync } from 'node:zlib';
import type { StoredContent } from '../ports.ts';

/** What an office document is. */
export interface Recognised {
  /** As an ending; null: nothing that we know. */
  readonly kind: string | null;
  readonly hasMacros: boolean;
}

/** The stream that each program keeps its text in ([MS-DOC] 2.1, [MS-XLS] 2.1, [MS-PPT] 2.1). */
const streams = new Map([
  ['WordDocument', 'doc'],
  ['Workbook', 'xls'],
  ['Book', 'xls'],
  ['PowerPoint Document', 'ppt'],
]);

/** By names alone: wherever the directory lies, its entries begin at multiples of their size ([MS-CFB] 2.6). */
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

/** Of the main part (ECMA-376, part 1, 11 to 13). */
const mainParts = {
  docx: /wordprocessingml\.(?:document|template)\.main\+xml/,
  xlsx: /spreadsheetml\.(?:sheet|template)\.main\+xml/,
  pptx: /presentationml\.(?:presentation|slideshow|template)\.main\+xml/,
};

/** An escaped letter would hide the word from us, and not from the program. */
const macroTypes = /macroEnabled\.main|ms-office\.vba|macrosheet|&#/i;
const macroNames = /(^|\/)vba(Project|Data)[^/]*$/i;

/** null: it is no package of an office program, or none whose list of contents is true. */
export async function recognisePackage(content: StoredContent): Promise<Recognised | null> {
  const entries = await readEntries(content);
  if (entries === null) return null;
  const named = entries.map((entry) => ({ ...entry, name: entry.name.replaceAll('\\', '/') }));
  // Of two lists a program may read the other one.
  const [list, other] = named.filter(({ name }) => /^\/?\[content_types\]\.xml$/i.test(name));
  const types = list === undefined || other !== undefined ? null : await readText(content, list);
  if (types === null) return null;
  const [kind, second] = Object.entries(mainParts).flatMap(([kind, main]) =>
    main.test(types) ? [kind] : [],
  );
  if (kind === undefined || second !== undefined) return null;
  return { kind, hasMacros: macroTypes.test(types) || named.some(({ name }) => macroNames.test(name)) };
}

/** By the list that every zip ends with (APPNOTE 4.3.12). */
interface Entry {
  /** A letter for each byte, since two names in a code page must not become one. */
  readonly name: string;
  readonly method: number;
  readonly packed: number;
  /** Where its own header begins, and behind it its bytes. */
  readonly from: number;
  data: number;
}

/** Bytes of the list of entries, and of the list of parts unpacked: more than any document has. */
const LONGEST_LIST = 262_144;
const [LOCAL, LISTED, END] = [0x0403_4b50, 0x0201_4b50, Buffer.from('PK\u0005\u0006')];
/** Sizes of each without the names that follow. */
const [LOCAL_SIZE, LISTED_SIZE, END_SIZE] = [30, 46, 22];
/** Behind an entry only its checksum and sizes may stand, at most so long (APPNOTE 4.3.9): no other entry fits in. */
const LONGEST_DESCRIPTOR = 24;

const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

/** It fills all that is before its end, so no other reader finds another list. null: it is not whole or true. */
async function readEntries(content: StoredContent): Promise<readonly Entry[] | null> {
  const start = Math.max(0, content.size - END_SIZE - 0xffff);
  const tail = bufferOf(await content.read(start, content.size - start));
  const end = tail.lastIndexOf(END);
  if (end < 0 || end + END_SIZE > tail.length || end + END_SIZE + tail.readUInt16LE(end + 20) !== tail.length)
    return null;
  const [count, length] = [tail.readUInt16LE(end + 10), tail.readUInt32LE(end + 12)];
  const from = tail.readUInt32LE(end + 16);
  if (length > LONGEST_LIST || from + length !== start + end) return null;
  const entries = parseList(bufferOf(await content.read(from, length)), count);
  return entries !== null && (await fillArchive(content, entries, from)) ? entries : null;
}

/** null: it is no list of so many entries and nothing else. */
function parseList(list: Buffer, count: number): readonly Entry[] | null {
  const entries: Entry[] = [];
  let at = 0;
  while (entries.length < count) {
    if (at + LISTED_SIZE > list.length || list.readUInt32LE(at) !== LISTED) return null;
    const extra = at + LISTED_SIZE + list.readUInt16LE(at + 28);
    const from = list.readUInt32LE(at + 42);
    entries.push({
      name: list.toString('latin1', at + LISTED_SIZE, extra),
      method: list.readUInt16LE(at + 10),
      packed: list.readUInt32LE(at + 20),
      from,
      data: from,
    });
    at = extra + list.readUInt16LE(at + 30) + list.readUInt16LE(at + 32);
  }
  return at === list.length ? entries : null;
}

/** They fill the archive one after the other under the same names: nothing in it is missing from the list. */
async function fillArchive(content: StoredContent, entries: readonly Entry[], end: number): Promise<boolean> {
  const inOrder = entries.toSorted((one, other) => one.from - other.from);
  for (const [index, entry] of inOrder.entries()) {
    const { name, from, packed } = entry;
    const header = bufferOf(await content.read(from, LOCAL_SIZE + name.length));
    if (header.length < LOCAL_SIZE || header.readUInt32LE(0) !== LOCAL) return false;
    const isSame = header.toString('latin1', LOCAL_SIZE) === name && header.readUInt16LE(26) === name.length;
    entry.data = from + LOCAL_SIZE + name.length + header.readUInt16LE(28);
    const rest = (inOrder[index + 1]?.from ?? end) - entry.data - packed;
    if (!isSame || rest < 0 || rest > LONGEST_DESCRIPTOR) return false;
  }
  return inOrder[0]?.from === 0;
}

/** Of two bytes a letter or one. null: it is longer than any such list, or cannot be unpacked. */
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
