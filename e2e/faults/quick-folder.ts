/** Where stores are quickest: no power loss is simulated, so that nothing has to be on a disk. */
import { constants } from 'node:fs';
import { access, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';

/** Memory as a folder, on Linux. */
const MEMORY = '/dev/shm';
/** Bytes that must be free there, or a server's log might fill it: in containers it often is 64 MiB. */
const ENOUGH = 4 * 1024 ** 3;

/** A folder in memory if there is one with enough space, else the temporary folder. */
export async function quickFolder(): Promise<string> {
  try {
    await access(MEMORY, constants.W_OK);
    const { bavail, bsize } = await statfs(MEMORY);
    return bavail * bsize >= ENOUGH ? MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}
