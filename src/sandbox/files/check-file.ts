import { sizeOfBase64 } from './base64.ts';
import { readDataUri } from './data-uri.ts';
import { dataUriRule, fileNameRule } from './file-rules.ts';
import { type FileLimit, MB, typeOf } from './file-types.ts';

/** Content and name of one file as a body carries them. */
export interface WrittenFile {
  readonly data: unknown;
  readonly filename: unknown;
}

export type FileComplaint = readonly [member: keyof WrittenFile, message: string];

/** `limit` is null when the document names none. Nothing is decoded: the length of the base64 gives the size. */
export function complaintsOfFile(
  { data, filename }: WrittenFile,
  limit: FileLimit | null,
): readonly FileComplaint[] {
  const badData = dataUriRule(data) ?? sizeComplaint(data, limit);
  const badName = fileNameRule(filename) ?? typeComplaint(filename, limit);
  return [
    ...(badData === null ? [] : [['data', badData] as const]),
    ...(badName === null ? [] : [['filename', badName] as const]),
  ];
}

function sizeComplaint(data: unknown, limit: FileLimit | null): string | null {
  const uri = typeof data === 'string' ? readDataUri(data) : null;
  if (uri === null || limit === null || sizeOfBase64(uri.content) <= limit.bytes) return null;
  return `is too large (maximum is ${limit.bytes / MB} MB)`;
}

function typeComplaint(filename: unknown, limit: FileLimit | null): string | null {
  if (limit === null || limit.types.includes(typeOf(String(filename)))) return null;
  return `is not of an accepted type (${limit.types.join(', ')})`;
}
