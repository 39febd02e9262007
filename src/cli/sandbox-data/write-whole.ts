import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Whoever reads the file, and whenever this ends, finds the old content or the new one: it is written beside and takes
 * the place in one step. Both reach the disk before the promise is kept.
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

/** The name itself is content of the folder. Windows has no such thing, and keeps names by itself. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
