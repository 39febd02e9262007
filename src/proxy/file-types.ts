/**
 * What a file is: its ending and its content must say the same (the list of the service's document, "Limits").
 * The media type that a client claims decides nothing.
 */
import { fileTypeFromBuffer } from 'file-type';
import type { StoredContent } from '../model/ports.ts';
import { isText } from './plain-text.ts';

interface FileType {
  /** What we tell the service. */
  readonly type: string;
  /** What the content is found to be; null: text. */
  readonly found: readonly string[] | null;
}

const office = 'application/vnd.openxmlformats-officedocument';

const fileTypes: ReadonlyMap<string, FileType> = new Map([
  ['pdf', { type: 'application/pdf', found: ['pdf'] }],
  ['doc', { type: 'application/msword', found: ['cfb'] }],
  ['docx', { type: `${office}.wordprocessingml.document`, found: ['docx'] }],
  ['png', { type: 'image/png', found: ['png', 'apng'] }],
  ['jpg', { type: 'image/jpeg', found: ['jpg'] }],
  ['jpeg', { type: 'image/jpeg', found: ['jpg'] }],
  ['xls', { type: 'application/vnd.ms-excel', found: ['cfb'] }],
  ['xlsx', { type: `${office}.spreadsheetml.sheet`, found: ['xlsx'] }],
  ['pptx', { type: `${office}.presentationml.presentation`, found: ['pptx'] }],
  ['mp4', { type: 'video/mp4', found: ['mp4', 'm4v'] }],
  ['mov', { type: 'video/quicktime', found: ['mov'] }],
  ['txt', { type: 'text/plain', found: null }],
]);

export const acceptedEndings: readonly string[] = [...fileTypes.keys()].map((ending) => `.${ending}`);

/** Bytes from the beginning in which every format shows itself. */
const HEAD = 65_536;

const wantedOf = (name: string): FileType | undefined =>
  fileTypes.get(/\.([A-Za-z0-9]{1,5})$/.exec(name)?.[1]?.toLowerCase() ?? '');

/** Before a byte has come: no content could be what such a name says. */
export const isAcceptedName = (name: string): boolean => wantedOf(name) !== undefined;

/** The media type of the content; null when it is not accepted, or not what the name says. */
export async function findFileType(name: string, content: StoredContent): Promise<string | null> {
  const wanted = wantedOf(name);
  if (wanted === undefined) return null;
  const found = (await fileTypeFromBuffer(await content.read(0, HEAD)))?.ext ?? 'unknown';
  if (wanted.found === null)
    return !writtenFormats.includes(found) && (await isText(content)) ? wanted.type : null;
  return wanted.found.includes(found) ? wanted.type : null;
}

/** Formats that are made of letters; of others, a letter or two of plain text would sometimes be taken for one. */
const writtenFormats = ['pdf', 'rtf', 'ps', 'eps', 'xml'];
