/** For tests: the smallest files of each kind, and damaged ones. */
import type { StoredContent } from '../ports.ts';

export const toContent = (bytes: Uint8Array): StoredContent => ({
  size: bytes.byteLength,
  read: async (from, length) => bytes.subarray(from, from + length),
  async *chunks() {
    for (let from = 0; from < bytes.byteLength; from += 65_536) yield bytes.subarray(from, from + 65_536);
  },
});

export interface ZipEntry {
  /** Stored without compression. */
  readonly content?: string;
  /** Replaces `content`: deflated bytes and their unpacked size. */
  readonly deflated?: { readonly bytes: Uint8Array; readonly size: number };
  /** The unpacked size that the list of contents claims; the true one by default. */
  readonly claimed?: number;
  /** The name in its own header. */
  readonly calledItself?: string;
  /** Leaves the entry out of the list of contents. */
  readonly unlisted?: boolean;
  /** The place that the list claims; the true one by default. */
  readonly from?: number;
}

const little = (size: 2 | 4, value: number): Buffer => {
  const bytes = Buffer.alloc(size);
  if (size === 2) bytes.writeUInt16LE(value);
  else bytes.writeUInt32LE(value);
  return bytes;
};

const whole = (...parts: readonly Uint8Array[]) => new Uint8Array(Buffer.concat(parts));

interface WrittenEntry {
  readonly local: Buffer;
  readonly listed: (at: number) => Buffer;
}

function writeEntry(name: string, entry: ZipEntry): WrittenEntry {
  const { content = '<x/>', deflated } = entry;
  const data = deflated === undefined ? Buffer.from(content) : Buffer.from(deflated.bytes);
  const { claimed = deflated?.size ?? data.length, calledItself = name } = entry;
  const method = deflated === undefined ? 0 : 8;
  const common = (called: string, sizes: readonly number[]) =>
    Buffer.concat([
      ...[little(2, 20), little(2, 0), little(2, method), little(4, 0), little(4, 0)],
      ...sizes.map((size) => little(4, size)),
      ...[little(2, Buffer.byteLength(called)), little(2, 0)],
    ]);
  const listedSizes = [data.length, claimed];
  const own = [common(calledItself, listedSizes), Buffer.from(calledItself)];
  const file = [little(4, 0x04034b50), ...own, data];
  const list = [little(4, 0x02014b50), little(2, 20), common(name, listedSizes)];
  const rest = (at: number) => [little(2, 0), little(2, 0), little(2, 0), little(4, 0), little(4, at)];
  return {
    local: Buffer.concat(file),
    listed: (at) => Buffer.concat([...list, ...rest(at), Buffer.from(name)]),
  };
}

export function zip(entries: Readonly<Record<string, ZipEntry>>): Uint8Array {
  const local: Buffer[] = [];
  const list: Buffer[] = [];
  let at = 0;
  for (const [name, entry] of Object.entries(entries)) {
    const written = writeEntry(name, entry);
    if (entry.unlisted !== true) list.push(written.listed(entry.from ?? at));
    local.push(written.local);
    at += written.local.length;
  }
  const names = Buffer.concat(list);
  const { length } = list;
  const tail = [little(4, 0x06054b50), little(4, 0), little(2, length), little(2, length)];
  const where = [little(4, names.length), little(4, at), little(2, 0)];
  return whole(...local, names, ...tail, ...where);
}

const mainTypes = {
  word: 'wordprocessingml.document',
  xl: 'spreadsheetml.sheet',
  ppt: 'presentationml.presentation',
};

const office = 'application/vnd.openxmlformats-officedocument';

/** The part of a package that lists the types of the others. */
export const contentTypes = (...types: readonly string[]): string =>
  `<?xml version="1.0"?><Types>${types.map((type) => `<Override PartName="/x" ContentType="${type}"/>`).join('')}</Types>`;

export const mainType = (folder: keyof typeof mainTypes): string => `${office}.${mainTypes[folder]}.main+xml`;

/** A package as office programs write it. */
export const officePackage = (
  folder: keyof typeof mainTypes,
  more: Readonly<Record<string, ZipEntry>> = {},
): Uint8Array =>
  zip({
    '[Content_Types].xml': { content: contentTypes(mainType(folder)) },
    '_rels/.rels': {},
    [`${folder}/x.xml`]: {},
    ...more,
  });

/** A compound file of sectors of 512 bytes: its table first, then the directory in as many sectors as it needs. */
export function compound(names: readonly string[]): Uint8Array {
  const header = Buffer.alloc(512, 0);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(header);
  header.writeUInt16LE(9, 30);
  header.writeUInt32LE(1, 48);
  header.writeUInt32LE(0xfffffffe, 68);
  header.fill(0xff, 76);
  header.writeUInt32LE(0, 76);
  const entries = ['Root Entry', ...names].map(directoryEntry);
  while (entries.length % 4 > 0) entries.push(Buffer.alloc(128));
  const sectors = entries.length / 4;
  const table = Buffer.alloc(512, 0xff);
  for (let sector = 1; sector <= sectors; sector += 1) {
    const following = sector === sectors ? 0xfffffffe : sector + 1;
    table.writeUInt32LE(following, sector * 4);
  }
  return whole(header, table, ...entries);
}

function directoryEntry(name: string): Buffer {
  const entry = Buffer.alloc(128);
  entry.write(name, 0, 'utf16le');
  entry.writeUInt16LE(name.length * 2 + 2, 64);
  entry.writeUInt8(2, 66);
  return entry;
}

const big = (size: 2 | 4, value: number): Buffer => Buffer.from(little(size, value)).reverse();

export const png = (width: number, height: number): Uint8Array =>
  whole(
    Buffer.from('89504e470d0a1a0a', 'hex'),
    ...[big(4, 13), Buffer.from('IHDR'), big(4, width), big(4, height), Buffer.alloc(9)],
    ...[big(4, 0), Buffer.from('IDAT'), Buffer.alloc(4)],
  );

/** @param before bytes of description before the frame */
export const jpeg = (width: number, height: number, before = 14): Uint8Array =>
  whole(
    Buffer.from('ffd8', 'hex'),
    ...[Buffer.from('ffe0', 'hex'), big(2, before + 2), Buffer.alloc(before, 1)],
    ...[Buffer.from('ffc0', 'hex'), big(2, 11), Buffer.from([8]), big(2, height), big(2, width)],
    Buffer.alloc(4),
  );

export const movie = (brand: string): Uint8Array =>
  whole(Buffer.from([0, 0, 0, 24]), Buffer.from(`ftyp${brand}`), Buffer.alloc(32));

export const text = (content: string): Uint8Array => new TextEncoder().encode(content);
