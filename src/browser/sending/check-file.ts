/** Our own checks of a chosen file, before a byte of it goes out. */
import { withOtherEndings } from '../../core/model/file-endings.ts';
import type { FileLimits } from '../../core/model/question.ts';
import type { FileRejection, FileRow } from '../../form/contract.ts';
import { mostBytes, mostFiles } from '../../form/file-limits.ts';

export function checkFile(file: File, limits: FileLimits): FileRejection | null {
  if (file.size === 0) return 'file_empty';
  if (limits.bytes !== null && file.size > limits.bytes) return 'file_too_large';
  return isAllowed(file, limits.types) ? null : 'file_type';
}

/** @param others all that go with the same application */
export function checkRoom(size: number, others: readonly FileRow[]): FileRejection | null {
  if (others.length >= mostFiles) return 'too_many';
  const bytes = others.reduce((sum, other) => sum + other.size, size);
  return bytes > mostBytes ? 'total_too_large' : null;
}

/** null: it was moved, renamed or changed since it was chosen, or lies on a share that is gone. */
export async function readStart(file: Blob): Promise<Uint8Array | null> {
  try {
    return new Uint8Array(await file.slice(0, 4).arrayBuffer());
  } catch {
    return null;
  }
}

/** A program of Windows or Linux, whatever it is called: the proxy knows more of what is in a file. */
export const checkStart = ([first, second, , fourth]: Uint8Array): FileRejection | null =>
  (first === 0x4d && second === 0x5a && fourth === 0) || (first === 0x7f && second === 0x45)
    ? 'file_type'
    : null;

/**
 * Endings alone decide by the name, as the proxy does. Beside media types, a file without one (systems do not know
 * every ending) is left to the proxy, which reads its bytes.
 */
function isAllowed(file: File, types: readonly string[]): boolean {
  const wanted = withOtherEndings(types.map((type) => type.trim().toLowerCase()));
  if (wanted.length === 0) return true;
  if (file.type === '' && !wanted.every(isEnding)) return true;
  return wanted.some((type) => matches(file, type));
}

const isEnding = (type: string): boolean => type.startsWith('.');

function matches(file: File, type: string): boolean {
  if (isEnding(type)) return file.name.toLowerCase().endsWith(type);
  if (type.endsWith('/*')) return file.type.toLowerCase().startsWith(type.slice(0, -1));
  return file.type.toLowerCase() === type;
}
