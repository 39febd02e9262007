/** The file of `sandbox --data`: one JSON text with everything that the sandbox stores, written completely or not at all. */
import { createHash } from 'node:crypto';
import { open, readFile, rename } from 'node:fs/promises';
import { list } from '../core/jsonapi/json.ts';
import { at, parseJson } from '../sandbox/json.ts';
import { type KeptData, keptText, readKept } from '../sandbox/records/data-file.ts';
import { Fault } from './command.ts';

/** Returns undefined if there is no file yet. */
export async function readData(path: string): Promise<KeptData | undefined> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (reasonOf(error).startsWith('ENOENT')) return null;
    throw new Fault(`${path} cannot be read: ${reasonOf(error)}.`);
  });
  if (text === null) return undefined;
  const json = parseJson(text);
  const read = readKept(json);
  const refuse = (complaint: string) =>
    new Fault(`${path} ${complaint}. It was not changed; choose another file with --data.`);
  if ('complaint' in read) throw refuse(read.complaint);
  const { records, tags, files, contents: digests } = read.kept;
  const bytes = list(at(json, 'bytes'));
  const contents = new Map<string, Uint8Array<ArrayBuffer>>();
  for (const [index, digest] of digests.entries()) {
    const content = new Uint8Array(Buffer.from(String(bytes[index]), 'base64'));
    if (createHash('sha256').update(content).digest('hex') !== digest) throw refuse('is damaged');
    contents.set(digest, content);
  }
  return { records, tags, files: { files, contents } };
}

export interface Saver {
  /** Saves now, or once more after the save that is under way. */
  changed(): void;
  /** Resolves when all changes so far are saved; false if they could not be. */
  flush(): Promise<boolean>;
}

export function createSaver(path: string, keep: () => KeptData, failed: (sentence: string) => void): Saver {
  let running = Promise.resolve(true);
  let isWaiting = false;
  const save = async (): Promise<boolean> => {
    isWaiting = false;
    try {
      await write(path, keep());
      return true;
    } catch (error) {
      failed(`${path} cannot be written: ${reasonOf(error)}. The next change tries again.`);
      return false;
    }
  };
  const changed = () => {
    if (isWaiting) return;
    isWaiting = true;
    running = running.then(save);
  };
  return { changed, flush: () => running };
}

/** Replaces the old file by a temporary one in one step, so a reader finds either the old text or the new one. */
async function write(path: string, data: KeptData): Promise<void> {
  const bytes = [...data.files.contents.values()].map((content) => Buffer.from(content).toString('base64'));
  const file = await open(`${path}.tmp`, 'w');
  try {
    await file.writeFile(JSON.stringify({ ...keptText(data), bytes }));
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(`${path}.tmp`, path);
}

/** Returns the message of Node up to the path, such as "EACCES: permission denied". */
const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split(',')[0] ?? '';
