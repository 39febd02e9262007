import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Readers find either the old content or the new one, whenever this is interrupted: the text is written to a temporary
 * file that then replaces the old one in one step. Both are on disk before the promise resolves.
 */
export async function writeWhole(path: string, content: string | Uint8Array): Promise<void> {
  const beside = `${path}.tmp`;
  const file = await open(beside, 'w');
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(beside, path);
  await syncFolder(dirname(path));
}

/**
 * The name is an entry of the folder, so the folder must be synced as well. Windows does not support this, and persists
 * names itself.
 */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
