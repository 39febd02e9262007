/**
 * The list of contents that every zip ends with (APPNOTE 4.3.12 and 4.3.16): what lies in the archive by its own word,
 * read without unpacking a byte of it.
 */
import type { StoredContent } from '../model/ports.ts';

/** More than any document has; what is above is made to hurt whoever unpacks it. */
const MOST_ENTRIES = 2_000;
/** Bytes of all entries unpacked, by their own word. */
const MOST_UNPACKED = 200 * 1_048_576;
/** Bytes of the list itself. */
const LONGEST_LIST = 1_048_576;

const LOCAL_SIGNATURE = 0x04034b50;
const ENTRY_SIGNATURE = 0x02014b50;
const END_SIGNATURE = 0x06054b50;
/** Bytes without the names and comments that follow. */
const ENTRY = 46;
const END = 22;
const LONGEST_COMMENT = 65_535;

/** Names in the archive; null: this is none, or none that anybody should open. */
export async function readZipNames(content: StoredContent): Promise<readonly string[] | null> {
  if (viewOf(await content.read(0, 4), 4)?.getUint32(0, true) !== LOCAL_SIGNATURE) return null;
  const list = await findList(content);
  return list === null ? null : readNames(await content.read(list.from, list.length), list.entries);
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

/** Anything may claim to be larger than what it lies in. */
function readEnd(view: DataView, at: number, end: number): List | null {
  const list = {
    entries: view.getUint16(at + 10, true),
    length: view.getUint32(at + 12, true),
    from: view.getUint32(at + 16, true),
  };
  const fits = list.from + list.length <= end && list.length <= LONGEST_LIST;
  return fits && list.entries <= MOST_ENTRIES ? list : null;
}

function readNames(bytes: Uint8Array, entries: number): readonly string[] | null {
  const names: string[] = [];
  let [at, unpacked] = [0, 0];
  for (let count = 0; count < entries; count += 1) {
    const view = viewOf(bytes.subarray(at), ENTRY);
    if (view?.getUint32(0, true) !== ENTRY_SIGNATURE) return null;
    const name = view.getUint16(28, true);
    unpacked += view.getUint32(24, true);
    names.push(new TextDecoder().decode(bytes.subarray(at + ENTRY, at + ENTRY + name)));
    at += ENTRY + name + view.getUint16(30, true) + view.getUint16(32, true);
  }
  return at <= bytes.byteLength && unpacked <= MOST_UNPACKED ? names : null;
}

/** null: there are not so many bytes. */
const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array, least: number): DataView | null =>
  byteLength < least ? null : new DataView(buffer, byteOffset, byteLength);
