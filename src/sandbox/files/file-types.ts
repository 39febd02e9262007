/** Which file types and sizes the document allows for each purpose. */

/** What the document calls MB. */
export const MB = 1_048_576;

export interface FileLimit {
  /** null: every type. */
  readonly types: readonly string[] | null;
  /** Bytes, decoded; a file of exactly this size is accepted. */
  readonly bytes: number;
}

/** A reading: the document has neither types nor a size for a CV, so it may be as large as a cover letter. */
export const cvLimit: FileLimit = { types: null, bytes: 30 * MB };

export const coverLetterLimit: FileLimit = { types: ['pdf', 'doc', 'docx', 'txt', 'rtf'], bytes: 30 * MB };

export const documentLimit = {
  types: ['pdf', 'doc', 'docx', 'png', 'jpeg', 'xls', 'xlsx', 'pptx', 'mp4', 'mov', 'txt'],
  bytes: 10 * MB,
} satisfies FileLimit;

const office = 'application/vnd.openxmlformats-officedocument';

const mediaTypes: ReadonlyMap<string, string> = new Map([
  ['pdf', 'application/pdf'],
  ['doc', 'application/msword'],
  ['docx', `${office}.wordprocessingml.document`],
  ['txt', 'text/plain; charset=utf-8'],
  ['rtf', 'application/rtf'],
  ['png', 'image/png'],
  ['jpeg', 'image/jpeg'],
  ['xls', 'application/vnd.ms-excel'],
  ['xlsx', `${office}.spreadsheetml.sheet`],
  ['pptx', `${office}.presentationml.presentation`],
  ['mp4', 'video/mp4'],
  ['mov', 'video/quicktime'],
]);

/** The document lists types, so the ending of the file name decides, in any case; `jpg` is a `jpeg`. */
export function typeOf(filename: string): string {
  const ending = /\.([^.]+)$/.exec(filename)?.[1]?.toLowerCase() ?? '';
  return ending === 'jpg' ? 'jpeg' : ending;
}

/** The media type of any other ending: one that no browser runs or displays. */
export const mediaTypeOf = (filename: string): string =>
  mediaTypes.get(typeOf(filename)) ?? 'application/octet-stream';
