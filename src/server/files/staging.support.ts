/** For tests: files to stage, and a staging in memory. */

import { createHash } from 'node:crypto';
import { failure, success } from '../../core/model/failure.ts';
import { type FileId, fileId, subject, tenant } from '../../core/model/ids.ts';
import type { FileToStage, StagedFile, Staging, StagingLimits, StoredContent, SubjectKey } from '../ports.ts';
import { toContent } from './file-samples.support.ts';

export const DAY = 86_400_000;

/** A staging without files, except for the methods given. */
export const stagingOf = (given: Partial<Staging>): Staging => ({
  put: async () => failure({ kind: 'full' }),
  find: async () => null,
  open: async () => null,
  scan: async () => 'clean',
  remove: async () => undefined,
  hold: async () => true,
  keep: async () => undefined,
  release: async () => undefined,
  list: async () => [],
  erase: async () => 0,
  ...given,
});

/** Makes the keys of subjects of one tenant. */
export const keysOf =
  (name: string) =>
  (id: string): SubjectKey => ({ tenant: tenant(name), subject: subject(id) });

export const limits: StagingLimits = { file: 10 * 1_048_576, files: 20, bytes: 100 * 1_048_576 };

/** @param content the text, or the number of letters */
export const file = (id: string, content: string | number = 'content'): FileToStage => ({
  id: fileId(id),
  purpose: 'question 1',
  limits,
  bytes: chunks(typeof content === 'number' ? Buffer.alloc(content, 97) : Buffer.from(content)),
  identify: async () => success({ name: 'a.txt', type: 'text/plain' }),
});

/** Yields the bytes in pieces, as a connection does. */
export async function* chunks(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes.byteLength; from += 65_536) yield bytes.slice(from, from + 65_536);
}

/** Returns null for an unknown file. Throws if the bytes were changed. */
export async function read(staging: Staging, key: SubjectKey, id: string): Promise<string | null> {
  const source = await staging.open(key, fileId(id));
  if (source === null) return null;
  const found: Uint8Array[] = [];
  for await (const chunk of source.chunks()) found.push(chunk);
  return Buffer.concat(found).toString();
}

/** A file whose last bytes arrive when the test says so. */
export function slowFile(id: string) {
  let finish: () => void = () => undefined;
  const rest = new Promise<void>((resolve) => {
    finish = resolve;
  });
  let markTaken: () => void = () => undefined;
  const taken = new Promise<void>((resolve) => {
    markTaken = resolve;
  });
  async function* bytes() {
    yield Buffer.from('con');
    markTaken();
    await rest;
    yield Buffer.from('tent');
  }
  return {
    file: { ...file(id), bytes: bytes() },
    /** Resolves when the first bytes were read. */
    taken,
    finish: () => finish(),
  };
}

/** A staging in memory, without seals, a scanner or expiry. */
export function createMapStaging(): Staging {
  const staged = new Map<string, { file: StagedFile; content: StoredContent | null; held: boolean }>();
  const nameOf = ({ tenant, subject }: SubjectKey, id: FileId) => JSON.stringify([tenant, subject, id]);
  const get = (key: SubjectKey, id: FileId) => staged.get(nameOf(key, id));
  return stagingOf({
    async put(key, { id, purpose, bytes, identify, limits }) {
      const slices: Uint8Array[] = [];
      for await (const slice of bytes) slices.push(slice);
      const content = toContent(Buffer.concat(slices));
      const { size } = content;
      if (size === 0 || size > limits.file) return failure({ kind: size === 0 ? 'empty' : 'over_limit' });
      const known = await identify(content);
      if (!known.ok) return failure({ kind: 'wrong_type', fault: known.error });
      const hash = createHash('sha256').update(Buffer.concat(slices)).digest('hex');
      const file = { id, purpose, size, hash, ...known.value };
      staged.set(nameOf(key, id), { file, content, held: false });
      return success(file);
    },
    find: async (key, id) => get(key, id)?.file ?? null,
    async open(key, id) {
      const { file, content = null } = get(key, id) ?? {};
      return file === undefined || content === null ? null : { ...file, chunks: content.chunks };
    },
    async remove(key, id) {
      if (get(key, id)?.held === false) staged.delete(nameOf(key, id));
    },
    async hold(key, id) {
      const entry = get(key, id);
      if (entry !== undefined) entry.held = true;
      return entry !== undefined && entry.content !== null;
    },
    async release(key, id) {
      const entry = get(key, id);
      if (entry !== undefined) entry.content = null;
    },
  });
}
