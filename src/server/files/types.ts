/**
 * What a file is: its content alone says so, as it does to the programs that open it. The name has only to be one of a
 * kind that is taken, and the media type that a client claims decides nothing.
 */
import { fileTypeFromBuffer } from 'file-type';
import type { FileDetailName } from '../../core/model/details.ts';
import { failure, type Outcome, success } from '../../core/model/failure.ts';
import { withOtherEndings } from '../../core/model/files.ts';
import { FILE_LIMIT_BYTES, LETTER_LIMIT_BYTES } from '../http/limits.ts';
import type { FileFault, StoredContent } from '../ports.ts';
import { type Recognised, recogniseCompound, recognisePackage } from './archive.ts';

/** Types of files that the service's document names for `documents_base64`, and so for the files of answers. */
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

/** The same for `cover_letter_base64_data`; for a CV it names none, and the same are taken. */
const letterTypes = ['pdf', 'doc', 'docx', 'txt', 'rtf'] as const;

export type FileType = DocumentType | (typeof letterTypes)[number];

const fileTypes: readonly FileType[] = [...documentTypes, 'rtf'];

const office = 'application/vnd.openxmlformats-officedocument';

/** What we tell the service. */
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

/** The documents that belong to an application itself: how large, of what types, and their purpose in `Apply-For`. */
type FileRule = Readonly<{ bytes: number; types: readonly FileType[]; purpose: string }>;

export const detailFiles: Readonly<Record<FileDetailName, FileRule>> = {
  cv: { bytes: LETTER_LIMIT_BYTES, types: letterTypes, purpose: 'cv' },
  cover_letter: { bytes: LETTER_LIMIT_BYTES, types: letterTypes, purpose: 'cover_letter' },
  documents: { bytes: FILE_LIMIT_BYTES, types: documentTypes, purpose: 'document' },
};

/** As the form tells them. */
export const endingsOf = (types: readonly FileType[]): readonly string[] =>
  types.flatMap((type) => (type === 'jpeg' ? ['.jpeg', '.jpg'] : `.${type}`));

const endingOf = (name: string): string => /\.[a-z0-9]{1,5}$/.exec(name.toLowerCase())?.[0] ?? '';

/** By the end of its name, whatever its content is; null: none of them. */
export function typeOfName(name: string): FileType | null {
  const ending = endingOf(name);
  return fileTypes.find((type) => withOtherEndings(endingsOf([type])).includes(ending)) ?? null;
}

/** The name that a file of this kind is sent on under: by the endings that the service's document names, and `.jpg`. */
export function nameAs(type: FileType, name: string): string {
  const ending = endingOf(name);
  if (endingsOf([type]).includes(ending)) return name;
  const stem = name.slice(0, name.length - ending.length);
  return typeOfName(stem) === type ? nameAs(type, stem) : `${stem}.${type}`;
}

const LONGEST_NAME = 100;

/** The name in `Content-Disposition: attachment; filename*=UTF-8''…` (RFC 6266, RFC 8187); null without one. */
export function readDispositionName(header: string | null): string | null {
  // A name of 255, which is what file systems take, escaped has 2,295.
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
 * No folders, no characters that steer a terminal or turn the writing direction (`fdp.exe` shown as `exe.pdf`),
 * one way of writing each letter, at most 100 characters with the ending kept. '' when nothing is left.
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
 * Which of the kinds that are taken it is, or what is wrong with it.
 *
 * @param named by the name of the file
 * @param types what is taken
 */
export async function findKind(
  named: FileType,
  types: readonly FileType[],
  content: StoredContent,
): Promise<Outcome<FileType, FileFault>> {
  const { kind, hasMacros } = await recognise(named, content);
  if (kind === null) return failure({ reason: 'damaged' });
  if (hasMacros) return failure({ reason: 'macros' });
  const type = types.find((one) => one === kind && (one !== 'txt' || opensText.includes(named)));
  return type === undefined ? failure({ reason: 'renamed', found: kind }) : success(type);
}

/** Word processors open a text as it is. Under another ending it may as well be what a failed download left. */
const opensText: readonly FileType[] = ['txt', 'doc', 'rtf'];

async function recognise(named: FileType, content: StoredContent): Promise<Recognised> {
  const head = await content.read(0, 65_536);
  // Those in which readers look for the word that begins a PDF.
  const bytes = new TextDecoder('latin1').decode(head.subarray(0, 1_024));
  const known = bytes.startsWith('PK\u0003\u0004') ? await recognisePackage(content) : null;
  if (known !== null) return known;
  const found = (await fileTypeFromBuffer(head))?.ext ?? null;
  if (found === 'cfb') return recogniseCompound(content);
  const kind = pictures.get(found ?? '') ?? (await kindOfText(named, content, head, bytes, found));
  return { kind, hasMacros: false };
}

/** Pictures and films, by what `file-type` calls them; telephones write films of many brands. */
const pictures: ReadonlyMap<string, FileType> = new Map([
  ['png', 'png'],
  ['apng', 'png'],
  ['jpg', 'jpeg'],
  ['mov', 'mov'],
  ...(['mp4', 'm4v', '3gp', '3g2'] as const).map((brand) => [brand, 'mp4'] as const),
]);

/** What a shell or a browser would run; an address in angle brackets, as headers have it, is no element. */
const runs = /^\s*(?:#!|@echo|MIME-Version:)|<(?:[!?%]|\/?[a-z][\w-]*[\s/>])/i;

/**
 * What is made of letters, and what is none of the kinds that are taken anywhere.
 *
 * @param bytes of the head, a letter for each
 * @param found what `file-type` says of it, as an ending
 */
async function kindOfText(
  named: FileType,
  content: StoredContent,
  head: Uint8Array,
  bytes: string,
  found: string | null,
) {
  const begin = bytes.indexOf('%PDF-');
  // In front of a PDF nothing may stand that a browser or a shell would run.
  const isPdf = begin >= 0 && (found === null || found === 'pdf') && !runs.test(bytes.slice(0, begin));
  // Prose may speak of it.
  if (isPdf && (named === 'pdf' || /^%PDF-\d\.\d\s*$/m.test(bytes) || !(await isText(content)))) return 'pdf';
  if (found === 'rtf') return 'rtf';
  const opening = visible(new TextDecoder(encodingOf(head)).decode(head));
  if (isMarkup(opening)) return 'html';
  // What it begins with is further behind than is looked.
  if (opening === '' && content.size > head.length) return null;
  if (found !== 'ps' && found !== 'eps' && (await isText(content))) return 'txt';
  // What begins like a kind that is taken, and is not whole.
  return found === 'zip' || fileTypes.some((type) => type === found) ? null : found;
}

/**
 * What the first characters of a page can be, should any program take the file for one: all that browsers look for (MIME
 * Sniffing, 7.1), and every other tag, comment, declaration and instruction.
 */
const isMarkup = (opening: string): boolean => /^<(?:[!?/%]|[a-z][a-z0-9:-]*(?:[\s/>]|$))/i.test(opening);

/** Without what a browser passes over in front of it, and what else shows nothing: spaces, marks, controls. */
const visible = (text: string): string => text.replace(/^[\s\p{C}\ufffd]+/u, '');

/** From the first byte to the last. */
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
