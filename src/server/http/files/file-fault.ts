/** Why a file was not taken for what its name says: asked only once it was not. */
import { fileTypeFromBuffer } from 'file-type';
import type { FileFault, StoredContent } from '../../../core/model/ports.ts';
import { isText } from '../forms/plain-text.ts';
import { readCompoundNames } from './compound-file.ts';
import type { FileType } from './document-types.ts';
import { hasMacroParts, hasMacroStreams, programOfPackage, programOfStreams } from './office-files.ts';
import { readZipDirectory } from './zip-directory.ts';
import { ENCRYPTED } from './zip-entries.ts';

export async function findFault(named: FileType, content: StoredContent): Promise<FileFault> {
  const inside = (await lookIntoCompound(content)) ?? (await lookIntoZip(content));
  if (inside?.reason) return { reason: inside.reason };
  const found = inside ? inside.found : await kindByBeginning(content);
  // What carries an object of another program is told like what carries macros: both could run.
  if (found === 'rtf' && named === 'rtf') return { reason: 'macros' };
  return found === null || found === named ? { reason: 'damaged' } : { reason: 'renamed', found };
}

interface Inside {
  readonly reason: 'macros' | 'encrypted' | null;
  /** null: it tells no kind. */
  readonly found: string | null;
}

/** A package with a password lies sealed in a compound file ([MS-OFFCRYPTO] 2.3.4.4). */
const SEALED = 'EncryptedPackage';

async function lookIntoCompound(content: StoredContent): Promise<Inside | null> {
  const names = await readCompoundNames(content);
  if (names === null) return null;
  if (names.includes(SEALED)) return { reason: 'encrypted', found: null };
  return { reason: hasMacroStreams(names) ? 'macros' : null, found: programOfStreams(names) };
}

async function lookIntoZip(content: StoredContent): Promise<Inside | null> {
  const directory = await readZipDirectory(content);
  if (directory === null) return null;
  if (directory.entries.some(({ flags }) => (flags & ENCRYPTED) !== 0))
    return { reason: 'encrypted', found: null };
  const names = directory.entries.map(({ name }) => name);
  const found = programOfPackage(names);
  // Packages of other programs, such as OpenDocument, are told by their beginning.
  return hasMacroParts(names)
    ? { reason: 'macros', found }
    : { reason: null, found: found ?? (await format(content)) };
}

/** A zip whose list cannot be read, or a compound file without one, is damaged and tells nothing. */
async function kindByBeginning(content: StoredContent): Promise<string | null> {
  const found = await format(content);
  if (found === 'zip' || found === 'cfb') return null;
  if (found !== null) return found;
  if (await isText(content)) return 'txt';
  return page.test(new TextDecoder('latin1').decode(await content.read(0, PAGE_HEAD))) ? 'html' : null;
}

/** A web page that was saved under the name of a document. */
const page = /^(?:\u00ef\u00bb\u00bf)?\s{0,32}<(?:!doctype|html|head|body|script|meta|title|div|p)\b/i;
const PAGE_HEAD = 128;

/** Bytes from the beginning. */
const HEAD = 65_536;
/** As `FileType` calls what has several names. */
const otherNames: Readonly<Record<string, string>> = { jpg: 'jpeg', apng: 'png', m4v: 'mp4' };

async function format(content: StoredContent): Promise<string | null> {
  const found = (await fileTypeFromBuffer(await content.read(0, HEAD)))?.ext;
  return found === undefined ? null : (otherNames[found] ?? found);
}
