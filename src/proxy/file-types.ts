/**
 * What a file is: its ending and its content must say the same (the list of the service's document, "Limits").
 * The media type that a client claims decides nothing.
 */
import { fileTypeFromBuffer } from 'file-type';

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

/** The media type of the content; null when it is not accepted, or not what the name says. */
export async function findFileType(name: string, bytes: Uint8Array): Promise<string | null> {
  const ending = /\.([A-Za-z0-9]{1,5})$/.exec(name)?.[1]?.toLowerCase();
  const wanted = ending === undefined ? undefined : fileTypes.get(ending);
  if (wanted === undefined) return null;
  const found = (await fileTypeFromBuffer(bytes))?.ext ?? 'unknown';
  if (wanted.found === null)
    return !writtenFormats.includes(found) && looksLikeText(bytes) ? wanted.type : null;
  return wanted.found.includes(found) ? wanted.type : null;
}

/** Formats that are made of letters; of others, a letter or two of plain text would sometimes be taken for one. */
const writtenFormats = ['pdf', 'rtf', 'ps', 'eps', 'xml'];

/** Markup that a browser would run, should anybody ever open the file in one. */
const markup = /^\s*<(!doctype|html|head|body|script|svg|\?xml|iframe)/i;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what text has not
const controls = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/;

/** UTF-8, UTF-16 with its mark, or one byte a character as Windows writes it. */
function looksLikeText(bytes: Uint8Array): boolean {
  const text = decode(bytes);
  return !controls.test(text) && !markup.test(text.slice(0, 1_000).replace(/^\ufeff/, ''));
}

function decode(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
