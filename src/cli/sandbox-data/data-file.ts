/**
 * The file of `--data`: one JSON text, and a folder beside it with the contents of applicants' files, each named by its
 * SHA-256. Contents are separate because the text is rewritten with each change: with a hundred megabytes of files, one
 * answer would rewrite all of them. A content is written before the text that names it, so a kill never leaves a name
 * without its content.
 */
import { createHash } from 'node:crypto';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { failure, type Outcome, success } from '../../core/model/failure.ts';
import { parseJson } from '../../sandbox/json.ts';
import { type KeptData, keptText, readKept } from '../../sandbox/records/kept-data.ts';
import { writeWhole } from './write-whole.ts';

export interface DataFile {
  /** null: there is no file yet. */
  readonly kept: KeptData | null;
  save(data: KeptData): Promise<void>;
}

/** Reads the file and writes nothing. Every failure is one sentence. */
export async function openDataFile(path: string): Promise<Outcome<DataFile, string>> {
  const text = await readText(path);
  if (!text.ok) return text;
  if (text.value === null) return success({ kept: null, save: savingTo(path, new Set()) });
  const read = readKept(parseJson(text.value));
  if ('complaint' in read)
    return failure(`${path} ${read.complaint}. It was left as it is; name another with --data.`);
  const { records, tags, files, contents: digests } = read.kept;
  const contents = await readContents(path, digests);
  if (!contents.ok) return contents;
  const kept = { records, tags, files: { files, contents: contents.value } };
  return success({ kept, save: savingTo(path, new Set(digests)) });
}

const folderOf = (path: string): string => `${path}.files`;

async function readText(path: string): Promise<Outcome<string | null, string>> {
  try {
    return success(await readFile(path, 'utf8'));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return success(null);
    return failure(`${path} cannot be read: ${reasonOf(error)}.`);
  }
}

async function readContents(
  path: string,
  digests: readonly string[],
): Promise<Outcome<ReadonlyMap<string, Uint8Array<ArrayBuffer>>, string>> {
  const contents = new Map<string, Uint8Array<ArrayBuffer>>();
  for (const digest of digests) {
    const bytes = await readFile(`${folderOf(path)}/${digest}`).catch(() => null);
    if (bytes === null || createHash('sha256').update(bytes).digest('hex') !== digest)
      return failure(`${folderOf(path)}/${digest} is missing or damaged: ${path} names it.`);
    contents.set(digest, new Uint8Array(bytes));
  }
  return success(contents);
}

function savingTo(path: string, saved: Set<string>): DataFile['save'] {
  return async (data) => {
    const { contents } = data.files;
    const fresh = [...contents].filter(([digest]) => !saved.has(digest));
    if (fresh.length > 0) await makeFolder(folderOf(path));
    for (const [digest, bytes] of fresh) {
      await writeWhole(`${folderOf(path)}/${digest}`, bytes);
      saved.add(digest);
    }
    await writeWhole(path, JSON.stringify(keptText(data)));
    for (const digest of [...saved].filter((each) => !contents.has(each))) {
      await rm(`${folderOf(path)}/${digest}`, { force: true });
      saved.delete(digest);
    }
  };
}

/** Does not create the folders above it: a missing one is more likely misspelt. */
async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : null);

/** The message of Node up to the path, as "EACCES: permission denied". */
export const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split(',')[0] ?? '';
