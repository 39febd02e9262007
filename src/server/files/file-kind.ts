/**
 * What a file is: its content alone says so, as it does to the programs that open it. The name has only to be one of a
 * kind that is taken, and the media type that a client claims decides nothing.
 */
import { fileTypeFromBuffer } from 'file-type';
import { failure, type Outcome, success } from '../../core/model/failure.ts';
import { isMarkup, isText, openingOf } from '../forms/plain-text.ts';
import type { FileFault, StoredContent } from '../ports.ts';
import { readCompoundNames } from './compound-file.ts';
import { type FileType, fileTypes } from './document-types.ts';
import { type Recognised, recogniseCompound, recognisePackage } from './office-files.ts';
import { hasSaneSize } from './picture-size.ts';
import { carriesObject } from './rich-text-format.ts';
import { readZipDirectory, type ZipDirectory } from './zip-directory.ts';
import { isHonest } from './zip-entries.ts';

export interface Asked {
  /** By the name of the file. */
  readonly named: FileType;
  /** What is taken. */
  readonly types: readonly FileType[];
}

/** Which of the kinds that are taken it is, or what is wrong with it. */
export async function findKind(
  { named, types }: Asked,
  content: StoredContent,
): Promise<Outcome<FileType, FileFault>> {
  const found = await recognise(named, content);
  if (found.reason !== null) return failure({ reason: found.reason });
  const { kind, directory } = found;
  if (kind === null) return failure({ reason: 'damaged' });
  const type = types.find((one) => one === kind && (one !== 'txt' || opensText.includes(named)));
  if (type === undefined) return failure({ reason: 'renamed', found: kind });
  if (directory !== null && !(await isHonest(content, directory))) return failure({ reason: 'damaged' });
  if ((type === 'png' || type === 'jpeg') && !(await hasSaneSize(type, content)))
    return failure({ reason: 'damaged' });
  // What carries an object of another program is told like what carries macros: both could run.
  return type === 'rtf' && (await carriesObject(content)) ? failure({ reason: 'macros' }) : success(type);
}

/** Word processors open a text as it is. Under another ending it may as well be what a failed download left. */
const opensText: readonly FileType[] = ['txt', 'doc', 'rtf'];

interface Found extends Recognised {
  /** Of a package. */
  readonly directory: ZipDirectory | null;
}

async function recognise(named: FileType, content: StoredContent): Promise<Found> {
  const streams = await readCompoundNames(content);
  if (streams !== null) return { ...recogniseCompound(streams), directory: null };
  const directory = await readZipDirectory(content);
  const inside = directory === null ? null : await recognisePackage(content, directory);
  if (inside !== null) return { ...inside, directory };
  const head = await content.read(0, HEAD);
  const kind = kindOfBeginning(head) ?? (await kindOfRest(named, content, head));
  return { kind, reason: null, directory: null };
}

/** Bytes from the beginning. */
const HEAD = 65_536;
/** Of these, those in which readers look for the word that begins a PDF. */
const PDF_HEAD = 1_024;

const readBytes = (head: Uint8Array): string => new TextDecoder('latin1').decode(head.subarray(0, PDF_HEAD));

function kindOfBeginning(head: Uint8Array): FileType | null {
  const bytes = readBytes(head);
  if (bytes.slice(1, 8) === 'PNG\r\n\u001a\n') return 'png';
  if (bytes.startsWith('\u00ff\u00d8\u00ff')) return 'jpeg';
  // A length, whose first byte is 0 in a file of this size, and the name of a box.
  const box = bytes.startsWith('\0') ? bytes.slice(4, 12) : '';
  if (/^(?:ftypqt {2}|moov|mdat|wide|free|skip|pnot)/.test(box)) return 'mov';
  return /^ftyp(?!avi[fs]|mif|msf|he[iv]|miaf|crx)/.test(box) ? 'mp4' : null;
}

/** What a shell or a browser would run; an address in angle brackets, as headers have it, is no element. */
const runs = /^\s*(?:#!|@echo|MIME-Version:)|<(?:[!?%]|\/?[a-z][\w-]*[\s/>])/i;

/** What is made of letters, and what is none of the kinds that are taken anywhere. */
async function kindOfRest(named: FileType, content: StoredContent, head: Uint8Array): Promise<string | null> {
  const known = (await fileTypeFromBuffer(head))?.ext ?? null;
  const opening = openingOf(head);
  const bytes = readBytes(head);
  const begin = bytes.indexOf('%PDF-');
  // In front of a PDF nothing may stand that a browser or a shell would run.
  const isSafe =
    begin === 0 ||
    ((known === null || known === 'pdf') && !runs.test(bytes.slice(0, begin)) && !isMarkup(opening));
  if (begin >= 0 && isSafe) {
    // Prose may speak of it.
    if (named === 'pdf' || /^%PDF-\d\.\d\s*$/m.test(bytes) || !(await isText(content))) return 'pdf';
  }
  if (opening.startsWith('{\\rtf')) return 'rtf';
  if (isMarkup(opening)) return known ?? 'html';
  if (known !== 'ps' && known !== 'eps' && (await isText(content))) return 'txt';
  // What begins like a kind that is taken, and is not whole.
  return fileTypes.some((type) => type === known) || known === 'zip' || known === 'cfb' ? null : known;
}
