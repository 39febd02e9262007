/** Files that wait for their submission: what is known of each, how many there may be, and how long they stay. */
import type { FileId } from '../model/ids.ts';
import { failure, success } from '../model/outcome.ts';
import type { StagedFile, Staging, StagingRefusal, SubjectKey } from '../model/ports.ts';
import { sha256 } from './keys.ts';
import { MOST_BYTES_A_SUBJECT, MOST_FILES_A_SUBJECT, STAGED_FOR } from './limits.ts';

/** The bytes of one file, wherever they lie. */
export interface StoredBytes {
  /** null when they are gone. */
  read(): Promise<Uint8Array | null>;
  remove(): Promise<void>;
}

export interface StagingMeans {
  /** Rejects when there is no room. */
  readonly store: (bytes: Uint8Array<ArrayBuffer>) => Promise<StoredBytes>;
  /** Of all subjects together. */
  readonly mostBytes: number;
  readonly now: () => number;
}

export interface SweptStaging extends Staging {
  /** Forgets what is too old; every upload does the same. */
  sweep(): void;
}

interface Kept {
  readonly file: StagedFile;
  /** Resolves when the bytes lie safe, to null when there was no room for them. null itself: delivered. */
  stored: Promise<StoredBytes | null> | null;
  held: boolean;
  /** Milliseconds since 1970. */
  until: number;
}

type Subjects = Map<string, Map<FileId, Kept>>;

export function createStaging({ store, mostBytes, now }: StagingMeans): SweptStaging {
  const subjects: Subjects = new Map();
  const find = (key: SubjectKey, id: FileId) => subjects.get(nameOf(key))?.get(id);
  const sweep = () => forgetOld(subjects, now());
  return {
    sweep,
    async put(key, { bytes, ...rest }) {
      const hash = await sha256(bytes);
      // From here to the entry nothing waits: uploads at the same time share one limit.
      sweep();
      const files = subjects.get(nameOf(key)) ?? new Map<FileId, Kept>();
      const before = files.get(rest.id);
      if (before !== undefined)
        return before.file.hash === hash ? settle(files, before) : failure({ kind: 'different_content' });
      const refusal = findRefusal(subjects, [...files.values()], { size: bytes.byteLength, mostBytes });
      if (refusal !== null) return failure(refusal);
      const file: StagedFile = { ...rest, hash, size: bytes.byteLength };
      const stored = store(bytes).catch(() => null);
      const kept: Kept = { file, stored, held: false, until: now() + STAGED_FOR };
      subjects.set(nameOf(key), files.set(file.id, kept));
      return settle(files, kept);
    },
    async find(key, id) {
      const kept = find(key, id);
      return kept === undefined || kept.until <= now() ? null : kept.file;
    },
    read: async (key, id) => (await (await find(key, id)?.stored)?.read()) ?? null,
    async remove(key, id) {
      const kept = find(key, id);
      if (kept === undefined || kept.held) return;
      subjects.get(nameOf(key))?.delete(id);
      await removeBytes(kept);
    },
    async hold(key, id) {
      const kept = find(key, id);
      if (kept === undefined) return;
      kept.held = true;
      kept.until = now() + STAGED_FOR;
    },
    async release(key, id) {
      const kept = find(key, id);
      if (kept !== undefined) await removeBytes(kept);
    },
  };
}

/** In this process's memory, so with a roof over all of them. */
export const createMemoryStaging = (now: () => number): SweptStaging =>
  createStaging({
    store: async (bytes) => ({ read: async () => bytes, remove: async () => undefined }),
    mostBytes: MOST_BYTES_A_SUBJECT,
    now,
  });

const nameOf = ({ tenant, subject }: SubjectKey): string => JSON.stringify([tenant, subject]);

/** Two uploads of the same bytes wait for the same storing: whoever hears 201 can rely on the whole file. */
async function settle(files: Map<FileId, Kept>, kept: Kept) {
  if (kept.stored === null || (await kept.stored) !== null) return success(kept.file);
  if (files.get(kept.file.id) === kept) files.delete(kept.file.id);
  return failure<StagingRefusal>({ kind: 'full' });
}

async function removeBytes(kept: Kept): Promise<void> {
  const { stored } = kept;
  kept.stored = null;
  await (await stored)?.remove();
}

function findRefusal(
  subjects: Subjects,
  own: readonly Kept[],
  { size, mostBytes }: { readonly size: number; readonly mostBytes: number },
): StagingRefusal | null {
  if (own.filter(isWaiting).length >= MOST_FILES_A_SUBJECT) return { kind: 'too_many' };
  if (sizeOf(own) + size > MOST_BYTES_A_SUBJECT) return { kind: 'too_large' };
  const all = [...subjects.values()].flatMap((files) => [...files.values()]);
  return sizeOf(all) + size > mostBytes ? { kind: 'full' } : null;
}

const isWaiting = ({ stored }: Kept): boolean => stored !== null;

const sizeOf = (kept: readonly Kept[]): number =>
  kept.filter(isWaiting).reduce((sum, { file }) => sum + file.size, 0);

function forgetOld(subjects: Subjects, now: number): void {
  for (const [subject, files] of subjects) {
    for (const [id, kept] of files) {
      if (kept.until > now) continue;
      files.delete(id);
      void removeBytes(kept).catch(() => undefined);
    }
    if (files.size === 0) subjects.delete(subject);
  }
}
