/**
 * What a file is: its ending and its content must say the same (the list of the service's document, "Limits").
 * The media type that a client claims decides nothing.
 */
import { fileTypeFromBuffer } from 'file-type';
import { unreachable } from '../../../core/model/outcome.ts';
import type { StoredContent } from '../../../core/model/ports.ts';
import { isText } from '../forms/plain-text.ts';
import type { FileType } from './document-types.ts';
import { isOfficeDocument, isOfficePackage } from './office-files.ts';
import { hasSaneSize } from './picture-size.ts';
import { carriesObject } from './rich-text-format.ts';
import { type Unpack, unpackStream } from './unpack.ts';

const office = 'application/vnd.openxmlformats-officedocument';

/** What we tell the service. */
const mediaTypes: Readonly<Record<FileType, string>> = {
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

/** The media type of the content; null when it is not what the name says. */
export const findFileType = async (
  named: FileType,
  content: StoredContent,
  unpack: Unpack = unpackStream,
): Promise<string | null> => ((await isOfType(named, content, unpack)) ? mediaTypes[named] : null);

async function isOfType(named: FileType, content: StoredContent, unpack: Unpack): Promise<boolean> {
  switch (named) {
    case 'docx':
    case 'xlsx':
    case 'pptx':
      return isOfficePackage(named, content, unpack);
    case 'doc':
    case 'xls':
      return isOfficeDocument(named, content);
    case 'png':
    case 'jpeg':
      return (await beginsLike(named, content)) && hasSaneSize(named, content);
    case 'pdf':
    case 'mp4':
    case 'mov':
      return beginsLike(named, content);
    case 'txt':
      return !writtenFormats.includes(await formatOf(content)) && isText(content);
    case 'rtf':
      return (await beginsLike(named, content)) && !(await carriesObject(content));
    default:
      return unreachable(named);
  }
}

/** As the beginning of a file is called that is told by it. */
const formats = {
  pdf: ['pdf'],
  png: ['png', 'apng'],
  jpeg: ['jpg'],
  mp4: ['mp4', 'm4v'],
  mov: ['mov'],
  rtf: ['rtf'],
} as const satisfies Partial<Record<FileType, readonly string[]>>;

async function beginsLike(named: keyof typeof formats, content: StoredContent): Promise<boolean> {
  const expected: readonly string[] = formats[named];
  return expected.includes(await formatOf(content));
}

/** Bytes from the beginning: nothing further on is read. */
const HEAD = 65_536;

const formatOf = async (content: StoredContent): Promise<string> =>
  (await fileTypeFromBuffer(await content.read(0, HEAD)))?.ext ?? 'unknown';

/** Formats that are made of letters; of others, a letter or two of plain text would sometimes be taken for one. */
const writtenFormats = ['pdf', 'rtf', 'ps', 'eps', 'xml'];
