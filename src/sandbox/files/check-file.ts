import { sizeOfBase64 } from './base64.ts';
import { splitDataUri } from './data-uri.ts';
import { dataUriRule, fileNameRule } from './file-rules.ts';
import { type FileLimit, MB, typeOf } from './file-types.ts';

/** Content and name of one file as a body carries them. */
export interface WrittenFile {
  readonly data: unknown;
  readonly filename: unknown;
}

export type FileComplaint = readonly [member: keyof WrittenFile, message: string];

/** Nothing is decoded: the length of the base64 gives the size. */
export function complaintsOfFile(
  { data, filename }: WrittenFile,
  limit: FileLimit,
): readonly FileComplaint[] {
  const badData = dataUriRule(data) ?? sizeComplaint(data, limit);
  const badName = fileNameRule(filename) ?? typeComplaint(filename, limit);
  return [
    ...(badData === null ? [] : [['data', badData] as const]),
    ...(badName === null ? [] : [['filename', badName] as const]),
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
