/** Which program a file of an office suite is for, by what it says that its parts are, and whether it has macros. */
import type { StoredContent } from '../ports.ts';
import type { ZipDirectory, ZipEntry } from './zip-directory.ts';
import { ENCRYPTED, findData, STORED } from './zip-entries.ts';

/** What was recognised. */
export interface Recognised {
  /** As an ending; null: none that we know. */
  readonly kind: string | null;
  /** Why it is not taken, whatever its kind. */
  readonly reason: 'macros' | 'encrypted' | null;
}

/** Of the main part, and the folder that programs keep their parts in (ECMA-376, part 1, 11 to 13). */
const programs = {
  docx: { main: /wordprocessingml\.(?:document|template)\.main\+xml/, folder: 'word/' },
  xlsx: { main: /spreadsheetml\.(?:sheet|template)\.main\+xml/, folder: 'xl/' },
  pptx: { main: /presentationml\.(?:presentation|slideshow|template)\.main\+xml/, folder: 'ppt/' },
} as const;

/** An escaped letter would hide the word from us, and not from the program. */
const macros = /macroEnabled\.main|ms-office\.vba|macrosheet|&#/i;

/** null: it is no such package. */
export async function recognisePackage(
  content: StoredContent,
  { entries }: ZipDirectory,
): Promise<Recognised | null> {
  if (entries.some(({ flags }) => (flags & ENCRYPTED) !== 0)) return { kind: null, reason: 'encrypted' };
  const names = entries.map(({ name }) => name.replaceAll('\\', '/').replace(/^\//, ''));
  const lists = entries.filter((_, place) => names[place]?.toLowerCase() === '[content_types].xml');
  // Of two lists a program may read the other one.
  const [list = null] = lists.length === 1 ? lists : [];
  const types = list === null ? null : await readText(content, list);
  if (types === null) return null;
  const found = Object.entries(programs).filter(
    ([, { main, folder }]) => main.test(types) || names.some((name) => name.startsWith(folder)),
  );
  const hasMacros = macros.test(types) || names.some((name) => /(^|\/)vba(Project|Data)[^/]*$/i.test(name));
  const kind = found.length === 1 ? found[0]?.[0] : undefined;
  return kind === undefined ? null : { kind, reason: hasMacros ? 'macros' : null };
}

/** Bytes of a list of what the parts are. */
const LONGEST_LIST = 1_048_576;

/** Of two bytes a letter or one. null: it is not what its archive says, or longer than any. */
async function readText(content: StoredContent, entry: ZipEntry): Promise<string | null> {
  const data = entry.unpacked > LONGEST_LIST ? null : await findData(content, entry);
  if (data === null) return null;
  const bytes = new Uint8Array(await content.read(data, entry.packed));
  const inflate = () => new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  const text = await new Response(entry.method === STORED ? bytes : inflate()).text();
  return text.replaceAll('\0', '');
}

/** The stream that each program keeps its text in ([MS-DOC] 2.1, [MS-XLS] 2.1, [MS-PPT] 2.1). */
const streams: ReadonlyMap<string, string> = new Map(
  Object.entries({
    WordDocument: 'doc',
    Workbook: 'xls',
    Book: 'xls',
    'PowerPoint Document': 'ppt',
  }),
);

/** By the names in its directory. A package with a password lies sealed in a compound file ([MS-OFFCRYPTO] 2.3.4.4). */
export function recogniseCompound(names: readonly string[]): Recognised {
  if (names.includes('EncryptedPackage')) return { kind: null, reason: 'encrypted' };
  const hasMacros = names.some((name) => /^(?:macros|vba|_vba_project_cur)$/i.test(name));
  const kind = names.map((name) => streams.get(name)).find((found) => found !== undefined) ?? null;
  return { kind, reason: hasMacros ? 'macros' : null };
}
