/**
 * Finds the type of a file from its content, as programs that open it do. The name only has to be of an accepted type,
 * and the media type that a client claims is ignored.
 */
import { fileTypeFromBuffer } from 'file-type';
import type { FileDetailName } from '../../core/model/details.ts';
import { failure, type Outcome, success } from '../../core/model/failure.ts';
import { withOtherEndings } from '../../core/model/files.ts';
import { FILE_LIMIT_BYTES, LETTER_LIMIT_BYTES } from '../http/limits.ts';
import type { FileFault, StoredContent } from '../ports.ts';
import { type Recognised, recogniseCompound, recognisePackage } from './archive.ts';

/** Types that the service's document lists for `documents_base64`; the files of answers have the same. */
export const documentTypes = [
  'pdf',
  'doc',
  'docx',
  'png',
  'jpeg',
  'xls',
  'xlsx',
  'pptx',
  'mp4',
  'mov',
  'txt',
] as const;

export type DocumentType = (typeof documentTypes)[number];

/** Types that the document lists for `cover_letter_base64_data`. It lists none for a CV, so these apply to both. */
const letterTypes = ['pdf', 'doc', 'docx', 'txt', 'rtf'] as const;

export type FileType = DocumentType | (typeof letterTypes)[number];

const fileTypes: readonly FileType[] = [...documentTypes, 'rtf'];

const office = 'application/vnd.openxmlformats-officedocument';

/** Media types in requests to the service. */
export const mediaTypes: Readonly<Record<FileType, string>> = {
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: `${office}.wordprocessingml.document`,
  png: 'image/png',
  jpeg: 'image/jpeg',
  xls: 'application/vnd.ms-excel',
  xlsx: `${office}.spreadsheetml.sheet`,
  pptx: `${office}.presentationml.presentation`,
  mp4: 'video/mp4',
  mov: 'video/quicktime',
  txt: 'text/plain',
  rtf: 'application/rtf',
};

/** Size, types and the `Apply-For` value of documents that belong to the application itself. */
type FileRule = Readonly<{ bytes: number; types: readonly FileType[]; purpose: string }>;

export const detailFiles: Readonly<Record<FileDetailName, FileRule>> = {
  cv: { bytes: LETTER_LIMIT_BYTES, types: letterTypes, purpose: 'cv' },
  cover_letter: { bytes: LETTER_LIMIT_BYTES, types: letterTypes, purpose: 'cover_letter' },
  documents: { bytes: FILE_LIMIT_BYTES, types: documentTypes, purpose: 'document' },
};

/** Endings as the form shows them. */
export const endingsOf = (types: readonly FileType[]): readonly string[] =>
  types.flatMap((type) => (type === 'jpeg' ? ['.jpeg', '.jpg'] : `.${type}`));

const endingOf = (name: string): string => /\.[a-z0-9]{1,5}$/.exec(name.toLowerCase())?.[0] ?? '';

/** Reads only the ending of the name; null if it is not an accepted type. */
export function typeOfName(name: string): FileType | null {
  const ending = endingOf(name);
  return fileTypes.find((type) => withOtherEndings(endingsOf([type])).includes(ending)) ?? null;
}

/** The name that a file is sent with: its ending is one of the service's document, or `.jpg`. */
export function nameAs(type: FileType, name: string): string {
  const ending = endingOf(name);
  if (endingsOf([type]).includes(ending)) return name;
  const stem = name.slice(0, name.length - ending.length);
  return typeOfName(stem) === type ? nameAs(type, stem) : `${stem}.${type}`;
}

const LONGEST_NAME = 100;

/** The name in `Content-Disposition: attachment; filename*=UTF-8''…` (RFC 6266, RFC 8187); null without one. */
export function readDispositionName(header: string | null): string | null {
  // File systems allow 255 characters, which are 2,295 when escaped.
  if (header === null || header.length > 4_096) return null;
  const extended = /;\s*filename\*\s*=\s*UTF-8'[^']*'([^;\s]+)/i.exec(header)?.[1];
  try {
    return extended === undefined
      ? (/;\s*filename\s*=\s*"([^"]+)"/i.exec(header)?.[1] ?? null)
      : decodeURIComponent(extended);
  } catch {
    return null;
  }
}

/**
 * Removes folders, and characters that steer a terminal or turn the writing direction (`fdp.exe` shown as `exe.pdf`);
 * normalises letters, and shortens to 100 characters with the ending. '' if nothing is left.
 */
export function cleanFileName(name: string): string {
  const last = name.normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const plain = last
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Surrogate}]/gu, '')
    .replace(/\s+/g, ' ')
    .replace(/^[.\s]+|(?<![.\s])[.\s]+$/g, '');
  const letters = Array.from(plain);
  if (letters.length <= LONGEST_NAME) return plain;
  const ending = /\.[A-Za-z0-9]{1,5}$/.exec(plain)?.[0] ?? '';
  const stem = letters.slice(0, LONGEST_NAME - ending.length).join('');
  return stem.trimEnd() + ending;
}

/**
 * Finds the accepted type of a file, or its fault.
 *
 * @param named type according to the name
 * @param types accepted types
 */
export async function findKind(
  named: FileType,
  types: readonly FileType[],
  content: StoredContent,
): Promise<Outcome<FileType, FileFault>> {
  const { kind, hasMacros } = await recognise(named, content);
  if (kind === null) return failure({ reason: 'damaged' });
  if (hasMacros) return failure({ reason: 'macros' });
  const type = types.find((accepted) => accepted === kind && (kind !== 'txt' || textEndings.includes(named)));
  return type === undefined ? failure({ reason: 'renamed', found: kind }) : success(type);
}

/** Word processors open plain text under these endings. Under others it may be a failed download. */
const textEndings: readonly FileType[] = ['txt', 'doc', 'rtf'];

async function recognise(named: FileType, content: StoredContent): Promise<Recognised> {
  const head = await content.read(0, 65_536);
  // The range in which readers look for the start of a PDF.
  const latin1 = new TextDecoder('latin1').decode(head.subarray(0, 1_024));
  const known = latin1.startsWith('PK\u0003\u0004') ? await recognisePackage(content) : null;
  if (known !== null) return known;
  const found = (await fileTypeFromBuffer(head))?.ext ?? null;
  if (found === 'cfb') return recogniseCompound(content);
  const kind = pictures.get(found ?? '') ?? (await kindOfText(named, content, head, latin1, found));
  return { kind, hasMacros: false };
}

/** Types of pictures and films by their name in `file-type`; phones write films of many brands. */
const pictures: ReadonlyMap<string, FileType> = new Map([
  ['png', 'png'],
  ['apng', 'png'],
  ['jpg', 'jpeg'],
  ['mov', 'mov'],
  ...(['mp4', 'm4v', '3gp', '3g2'] as const).map((brand) => [brand, 'mp4'] as const),
]);

/** Content that a shell or a browser would run; an address in angle brackets, as in mail headers, is not an element. */
const executable = /^\s*(?:#!|@echo|MIME-Version:)|<(?:[!?%]|\/?[a-z][\w-]*[\s/>])/i;

/**
 * Gives the type of a text file, or of content that no form accepts.
 *
 * @param latin1 the head with one letter for each byte
 * @param found type according to `file-type`, as an ending
 */
async function kindOfText(
  named: FileType,
  content: StoredContent,
  head: Uint8Array,
  latin1: string,
  found: string | null,
) {
  const start = latin1.indexOf('%PDF-');
  // No content that a browser or a shell would run may precede a PDF.
  const isPdf = start >= 0 && (found === null || found === 'pdf') && !executable.test(latin1.slice(0, start));
  // A text may merely mention the word.
  if (isPdf && (named === 'pdf' || /^%PDF-\d\.\d\s*$/m.test(latin1) || !(await isText(content))))
    return 'pdf';
  if (found === 'rtf') return 'rtf';
  const opening = trimInvisible(new TextDecoder(encodingOf(head)).decode(head));
  if (isMarkup(opening)) return 'html';
  // The content begins after the part that was read.
  if (opening === '' && content.size > head.length) return null;
  if (found !== 'ps' && found !== 'eps' && (await isText(content))) return 'txt';
  // Gives null for a damaged file of an accepted type.
  return found === 'zip' || fileTypes.some((type) => type === found) ? null : found;
}

/**
 * Whether a page could begin like this: with anything that browsers look for (MIME Sniffing, 7.1), or with any other tag,
 * comment, declaration or instruction.
 */
const isMarkup = (opening: string): boolean => /^<(?:[!?/%]|[a-z][a-z0-9:-]*(?:[\s/>]|$))/i.test(opening);

/** Removes leading characters that are invisible or ignored by browsers: spaces, marks, controls. */
const trimInvisible = (text: string): string => text.replace(/^[\s\p{C}\ufffd]+/u, '');

/** Whether the whole file has no zero character. */
async function isText(content: StoredContent): Promise<boolean> {
  const decoder = new TextDecoder(encodingOf(await content.read(0, 2)));
  for await (const chunk of content.chunks())
    if (decoder.decode(chunk, { stream: true }).includes('\0')) return false;
  return true;
}

function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}
