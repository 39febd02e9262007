/** Which program a file of an office suite is for, by the parts that it has. With macros it is none that we take. */
import type { StoredContent } from '../../../core/model/ports.ts';
import { readCompoundNames } from './compound-file.ts';
import type { Unpack } from './unpack.ts';
import { readZipDirectory } from './zip-directory.ts';
import { isHonest } from './zip-entries.ts';

/** Folder of the parts that each program keeps in its package (ECMA-376, part 2). */
const folders = { docx: 'word/', xlsx: 'xl/', pptx: 'ppt/' } as const;

/** What is no such package by its list of contents is not unpacked. */
export async function isOfficePackage(
  type: keyof typeof folders,
  content: StoredContent,
  unpack: Unpack,
): Promise<boolean> {
  const directory = await readZipDirectory(content);
  if (directory === null) return false;
  const names = directory.entries.map(({ name }) => name);
  return !hasMacroParts(names) && programOfPackage(names) === type && isHonest(content, directory, unpack);
}

/** By the names of its entries; null: it is the package of no program, or of several. */
export function programOfPackage(entries: readonly string[]): string | null {
  const names = entries.map(slashed);
  if (!names.includes('[Content_Types].xml')) return null;
  const found = Object.entries(folders).filter(([, folder]) => names.some((name) => name.startsWith(folder)));
  return found.length === 1 ? (found[0]?.[0] ?? null) : null;
}

const slashed = (name: string): string => name.replaceAll('\\', '/');

export const hasMacroParts = (entries: readonly string[]): boolean =>
  entries.some((name) => /(^|\/)vba(Project|Data)[^/]*$/i.test(slashed(name)));

/** The stream that each program keeps its text in ([MS-DOC] 2.1, [MS-XLS] 2.1). */
const streams = { doc: ['WordDocument'], xls: ['Workbook', 'Book'] } as const;

export async function isOfficeDocument(type: keyof typeof streams, content: StoredContent): Promise<boolean> {
  const names = (await readCompoundNames(content)) ?? [];
  return !hasMacroStreams(names) && streams[type].some((stream) => names.includes(stream));
}

export const programOfStreams = (names: readonly string[]): string | null =>
  Object.entries(streams).find(([, own]) => own.some((stream) => names.includes(stream)))?.[0] ?? null;

export const hasMacroStreams = (names: readonly string[]): boolean =>
  names.some((name) => ['macros', 'vba', '_vba_project_cur'].includes(name.toLowerCase()));
