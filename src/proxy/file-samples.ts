/** For tests: the smallest files of each kind, and what can be wrong with them. */
export interface ZipEntry {
  readonly content?: string;
  /** What the list of contents claims; the truth by default. */
  readonly claimed?: number;
}

const little = (size: 2 | 4, value: number): Buffer => {
  const bytes = Buffer.alloc(size);
  if (size === 2) bytes.writeUInt16LE(value);
  else bytes.writeUInt32LE(value);
  return bytes;
};

const whole = (...parts: readonly Uint8Array[]) => new Uint8Array(Buffer.concat(parts));

/** @param end changes what stands at the end */
export function zip(
  entries: Readonly<Record<string, ZipEntry>>,
  end: { readonly entries?: number; readonly from?: number; readonly comment?: string } = {},
): Uint8Array {
  const local: Buffer[] = [];
  const list: Buffer[] = [];
  let at = 0;
  for (const [name, { content = '<x/>', claimed = Buffer.byteLength(content) }] of Object.entries(entries)) {
    const data = Buffer.from(content);
    const common = Buffer.concat([
      // Stored as it is: no program reads further than the list.
      ...[little(2, 20), little(2, 0), little(2, 0), little(4, 0), little(4, 0)],
      ...[little(4, data.length), little(4, claimed), little(2, Buffer.byteLength(name)), little(2, 0)],
    ]);
    const file = Buffer.concat([little(4, 0x04034b50), common, Buffer.from(name), data]);
    const rest = [little(2, 0), little(2, 0), little(2, 0), little(4, 0), little(4, at), Buffer.from(name)];
    list.push(Buffer.concat([little(4, 0x02014b50), little(2, 20), common, ...rest]));
    local.push(file);
    at += file.length;
  }
  const names = Buffer.concat(list);
  const count = end.entries ?? list.length;
  const tail = [little(4, 0x06054b50), little(4, 0), little(2, count), little(2, count)];
  const where = [little(4, names.length), little(4, end.from ?? at), little(2, end.comment?.length ?? 0)];
  return whole(...local, names, ...tail, ...where, Buffer.from(end.comment ?? ''));
}

const mainTypes = {
  word: 'wordprocessingml.document',
  xl: 'spreadsheetml.sheet',
  ppt: 'presentationml.presentation',
};

/** As the programs write it. */
export const officePackage = (
  folder: keyof typeof mainTypes,
  more: Readonly<Record<string, ZipEntry>> = {},
): Uint8Array => {
  const type = `application/vnd.openxmlformats-officedocument.${mainTypes[folder]}.main+xml`;
  const types = `<?xml version="1.0"?><Types><Override PartName="/x" ContentType="${type}"/></Types>`;
  return zip({
    '[Content_Types].xml': { content: types },
    '_rels/.rels': {},
    [`${folder}/x.xml`]: {},
    ...more,
  });
};

/** A compound file of sectors of 512 bytes: its table first, then the directory in as many sectors as it needs. */
export function compound(names: readonly string[], next?: (sector: number) => number): Uint8Array {
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
    table.writeUInt32LE(next?.(sector) ?? following, sector * 4);
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
    ...[
      Buffer.from('ffc0', 'hex'),
      big(2, 11),
      Buffer.from([8]),
      big(2, height),
      big(2, width),
      Buffer.alloc(4),
    ],
  );

export const movie = (brand: string): Uint8Array =>
  whole(Buffer.from([0, 0, 0, 24]), Buffer.from(`ftyp${brand}`), Buffer.alloc(32));

export const text = (content: string): Uint8Array => new TextEncoder().encode(content);
