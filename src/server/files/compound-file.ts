/**
 * The directory of a compound file, in which Word and Excel kept their documents until 2007 ([MS-CFB] 2.2 to 2.6). Only
 * the names are read, and only so many: a chain of sectors may lead in a ring.
 */
import type { StoredContent } from '../ports.ts';

const HEADER = 512;
const ENTRY = 128;
const FREE = 0xffff_fffa;
/** Places of the allocation table that stand in the header; further ones have sectors of their own. */
const IN_HEADER = 109;
/** Sectors of the directory, and of the list of places. */
const MOST_SECTORS = 100;

interface CompoundFile {
  readonly content: StoredContent;
  readonly header: DataView;
  /** Bytes. */
  readonly sector: number;
}

/** null: this is none. */
export async function readCompoundNames(content: StoredContent): Promise<readonly string[] | null> {
  const header = await viewOf(content, 0, HEADER);
  if (header?.getUint32(0) !== 0xd0cf_11e0 || header.getUint32(4) !== 0xa1b1_1ae1) return null;
  const shift = header.getUint16(30, true);
  if (shift !== 9 && shift !== 12) return null;
  return readDirectory({ content, header, sector: 2 ** shift });
}

async function readDirectory(file: CompoundFile): Promise<readonly string[] | null> {
  const names: string[] = [];
  let next: number | null = file.header.getUint32(48, true);
  for (let count = 0; next !== null && next < FREE && count < MOST_SECTORS; count += 1) {
    const sector = await readSector(file, next);
    if (sector === null) return null;
    names.push(...namesIn(sector));
    next = await nextSector(file, next);
  }
  return names;
}

function namesIn(sector: DataView): readonly string[] {
  const names: string[] = [];
  for (let at = 0; at + ENTRY <= sector.byteLength; at += ENTRY) {
    const length = Math.min(sector.getUint16(at + 64, true), 64) - 2;
    const isUsed = sector.getUint8(at + 66) !== 0 && length > 0;
    const bytes = new Uint8Array(sector.buffer, sector.byteOffset + at, Math.max(length, 0));
    if (isUsed) names.push(new TextDecoder('utf-16le').decode(bytes));
  }
  return names;
}

/** By the allocation table; null: it does not say. */
async function nextSector(file: CompoundFile, sector: number): Promise<number | null> {
  const perSector = file.sector / 4;
  const place = await findTable(file, Math.floor(sector / perSector));
  const table = place === null ? null : await readSector(file, place);
  return table?.getUint32((sector % perSector) * 4, true) ?? null;
}

/** Where the allocation table's own part of this number lies. */
async function findTable(file: CompoundFile, part: number): Promise<number | null> {
  if (part < IN_HEADER) return file.header.getUint32(76 + part * 4, true);
  const perSector = file.sector / 4 - 1;
  let [place, rest] = [file.header.getUint32(68, true), part - IN_HEADER];
  for (let count = 0; count < MOST_SECTORS; count += 1) {
    const sector = await readSector(file, place);
    if (sector === null) return null;
    if (rest < perSector) return sector.getUint32(rest * 4, true);
    rest -= perSector;
    place = sector.getUint32(perSector * 4, true);
  }
  return null;
}

/** The header takes the place of the first sector. */
const readSector = ({ content, sector }: CompoundFile, number: number): Promise<DataView | null> =>
  number >= FREE ? Promise.resolve(null) : viewOf(content, (number + 1) * sector, sector);

/** Not every writer fills the last sector. */
async function viewOf(content: StoredContent, from: number, length: number): Promise<DataView | null> {
  const bytes = await content.read(from, length);
  if (bytes.byteLength === 0) return null;
  const filled = new Uint8Array(length);
  filled.set(bytes);
  return new DataView(filled.buffer);
}
