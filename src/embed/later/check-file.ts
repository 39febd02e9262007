/** Our own checks of a chosen file, before a byte of it goes out. */
import type { FileLimits, FileRejection } from '../../form/contract.ts';

export function checkFile(file: File, limits: FileLimits): FileRejection | null {
  if (file.size === 0) return 'file_empty';
  if (limits.bytes !== null && file.size > limits.bytes) return 'file_too_large';
  return isAllowed(file, limits.types) ? null : 'file_type';
}

/** A file that was moved or renamed since it was chosen, or lies on a share that is gone. */
export async function isReadable(file: Blob): Promise<boolean> {
  try {
    await file.slice(0, 1).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}

/** Systems that do not know an ending give no media type: such a file is left to the proxy, which reads its bytes. */
function isAllowed(file: File, types: readonly string[]): boolean {
  if (types.length === 0 || file.type === '') return true;
  return types.some((type) => matches(file, type.trim().toLowerCase()));
}

function matches(file: File, type: string): boolean {
  if (type.startsWith('.')) return file.name.toLowerCase().endsWith(type);
  if (type.endsWith('/*')) return file.type.toLowerCase().startsWith(type.slice(0, -1));
  return file.type.toLowerCase() === type;
}
