import { readDataUri, sizeOfBase64, splitDataUri } from './data-uri.ts';

/** The bytes of a megabyte in the document. */
export const MB = 1_048_576;

export interface FileLimit {
  /** null for every type. */
  readonly types: readonly string[] | null;
  /** In bytes, decoded; a file of exactly this size is accepted. */
  readonly bytes: number;
}

/** A reading: the document limits neither the types nor the size of a CV, so it may be as large as a cover letter. */
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

/** Returns the type that the document would name: the extension in lower case, or `jpeg` for `jpg`. */
export function typeOf(filename: string): string {
  const extension = /\.([^.]+)$/.exec(filename)?.[1]?.toLowerCase() ?? '';
  return extension === 'jpg' ? 'jpeg' : extension;
}

/** Other extensions get a media type that no browser runs or displays. */
export const mediaTypeOf = (filename: string): string =>
  mediaTypes.get(typeOf(filename)) ?? 'application/octet-stream';

/** Returns the fault of a member of a file as the end of a sentence; null if the member is valid. */
type FileRule = (value: unknown) => string | null;

export const dataUriRule: FileRule = (value) =>
  typeof value === 'string' && readDataUri(value) !== null ? null : 'is not a data URI in base64';

export const fileNameRule: FileRule = (value) =>
  typeof value === 'string' && value.trim() !== '' ? null : "can't be blank";

/** The format of the service's signed ids is not documented, so every text is accepted. */
export const signedIdRule: FileRule = (value) =>
  typeof value === 'string' && value.trim() !== '' ? null : "can't be blank";

/** Content and name of one file in a body. */
export interface WrittenFile {
  readonly data: unknown;
  readonly filename: unknown;
}

export type FileComplaint = readonly [member: keyof WrittenFile, message: string];

/** The size follows from the length of the base64, so nothing is decoded. */
export function complaintsOfFile(
  { data, filename }: WrittenFile,
  limit: FileLimit,
): readonly FileComplaint[] {
  const dataFault = dataUriRule(data) ?? sizeComplaint(data, limit);
  const nameFault = fileNameRule(filename) ?? typeComplaint(filename, limit);
  return [
    ...(dataFault === null ? [] : [['data', dataFault] as const]),
    ...(nameFault === null ? [] : [['filename', nameFault] as const]),
  ];
}

function sizeComplaint(data: unknown, limit: FileLimit): string | null {
  const uri = splitDataUri(data);
  if (uri === null || sizeOfBase64(uri.content) <= limit.bytes) return null;
  return `is too large (maximum is ${limit.bytes / MB} MB)`;
}

function typeComplaint(filename: unknown, { types }: FileLimit): string | null {
  if (types === null || types.includes(typeOf(String(filename)))) return null;
  return `is not of an accepted type (${types.join(', ')})`;
}
