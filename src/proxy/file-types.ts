/**
 * What a file is: its ending and its content must say the same (the list of the service's document, "Limits").
 * The media type that a client claims decides nothing.
 */
import { fileTypeFromBuffer } from 'file-type';
import type { StoredContent } from '../model/ports.ts';
import type { DocumentType } from './document-types.ts';
import { isText } from './plain-text.ts';

interface FileType {
  /** What we tell the service. */
  readonly media: string;
  /** What the content is found to be; null: text. */
  readonly found: readonly string[] | null;
}

const office = 'application/vnd.openxmlformats-officedocument';

const fileTypes: Readonly<Record<DocumentType, FileType>> = {
  pdf: { media: 'application/pdf', found: ['pdf'] },
  doc: { media: 'application/msword', found: ['cfb'] },
  docx: { media: `${office}.wordprocessingml.document`, found: ['docx'] },
  png: { media: 'image/png', found: ['png', 'apng'] },
  jpeg: { media: 'image/jpeg', found: ['jpg'] },
  xls: { media: 'application/vnd.ms-excel', found: ['cfb'] },
  xlsx: { media: `${office}.spreadsheetml.sheet`, found: ['xlsx'] },
  pptx: { media: `${office}.presentationml.presentation`, found: ['pptx'] },
  mp4: { media: 'video/mp4', found: ['mp4', 'm4v'] },
  mov: { media: 'video/quicktime', found: ['mov'] },
  txt: { media: 'text/plain', found: null },
};

/** Bytes from the beginning in which every format shows itself. */
const HEAD = 65_536;

/** The media type of the content; null when it is not what the name says. */
export async function findFileType(named: DocumentType, content: StoredContent): Promise<string | null> {
  const { media, found } = fileTypes[named];
  const seen = (await fileTypeFromBuffer(await content.read(0, HEAD)))?.ext ?? 'unknown';
  if (found === null) return !writtenFormats.includes(seen) && (await isText(content)) ? media : null;
  return found.includes(seen) ? media : null;
}

/** Formats that are made of letters; of others, a letter or two of plain text would sometimes be taken for one. */
const writtenFormats = ['pdf', 'rtf', 'ps', 'eps', 'xml'];
