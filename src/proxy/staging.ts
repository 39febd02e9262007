/** Files that wait for their submission: what is known of each, how many there may be, and how long they stay. */
import type { FileId } from '../model/ids.ts';
import { failure, type Outcome, success } from '../model/outcome.ts';
import type {
  FileToStage,
  StagedFile,
  Staging,
  StagingLimits,
  StagingRefusal,
  SubjectKey,
} from '../model/ports.ts';
import { HELD_FOR, MOST_BYTES_IN_MEMORY, STAGED_FOR } from './limits.ts';
import { createMemoryBytes } from './memory-bytes.ts';
import { type FindRefusal, type IncomingBytes, type KeptContent, receive } from './receive-file.ts';

export interface StagingMeans {
  /** A place for one file's bytes; rejects when there is none. */
  readonly begin: (findRefusal: FindRefusal) => Promise<IncomingBytes>;
  /** Of all subjects together. */
  readonly mostBytes: number;
  readonly now: () => number;
}

interface Kept {
  readonly file: StagedFile;
  /** null: delivered. */
  content: KeptContent | null;
  held: boolean;
  /** Milliseconds since 1970. */
  until: number;
}

type Subjects = Map<string, Map<FileId, Kept>>;

/** In this process's memory, so with a roof over all of them. */
export const createMemoryStaging = (now: () => number): Staging =>
  createStaging({
    begin: async (findRefusal) => createMemoryBytes(findRefusal),
    mostBytes: MOST_BYTES_IN_MEMORY,
    now,
  });

export function createStaging({ begin, mostBytes, now }: StagingMeans): Staging {
  const subjects: Subjects = new Map();
  const arriving = new Set<IncomingBytes>();
  const find = (key: SubjectKey, id: FileId) => {
    const kept = subjects.get(nameOf(key))?.get(id);
    return kept === undefined || kept.until <= now() ? null : kept;
  };
  const isFull = (more: number) => {
    const all = [...subjects.values()].flatMap((files) => [...files.values()]);
    const coming = [...arriving].reduce((sum, { size }) => sum + size, 0);
    return sizeOf(all) + coming + more > mostBytes;
  };
  return {
    async put(key, file) {
      forgetOld(subjects, now());
      const early = findCrowd(subjects.get(nameOf(key)), file);
      if (early !== null) return failure(early);
      const own = sizeOfOthers(subjects.get(nameOf(key)), file.id);
      const bytes = await begin((more) => {
        if (own + more > file.limits.bytes) return { kind: 'too_large' };
        return isFull(more) ? { kind: 'full' } : null;
      }).catch(() => null);
      if (bytes === null) return failure({ kind: 'full' });
      arriving.add(bytes);
      const received = await receive(file, bytes).finally(() => arriving.delete(bytes));
      if (!received.ok) return received;
      // From here on nothing waits: uploads at the same time share one limit.
      const { content, ...known } = received.value;
      const until = now() + STAGED_FOR;
      const kept: Kept = { file: { ...toStaged(file), ...known }, content, held: false, until };
      const outcome = keep(subjects, { name: nameOf(key), limits: file.limits }, kept);
      if (!outcome.ok || find(key, file.id) !== kept) drop(kept);
      return outcome;
    },
    find: async (key, id) => find(key, id)?.file ?? null,
    async open(key, id) {
      const kept = find(key, id);
      if (kept === null || kept.content === null) return null;
      const { name, type, size } = kept.file;
      return { name, type, size, chunks: kept.content.chunks };
    },
    async remove(key, id) {
      const kept = find(key, id);
      if (kept === null || kept.held) return;
      subjects.get(nameOf(key))?.delete(id);
      drop(kept);
    },
    async hold(key, id) {
      const kept = find(key, id);
      if (kept === null || kept.content === null) return false;
      kept.held = true;
      kept.until = now() + HELD_FOR;
      return true;
    },
    async release(key, id) {
      const kept = find(key, id);
      if (kept !== null) drop(kept);
    },
  };
}

const nameOf = ({ tenant, subject }: SubjectKey): string => JSON.stringify([tenant, subject]);

const toStaged = ({ id, name, purpose }: FileToStage) => ({ id, name, purpose });

/** Of the same id twice at once the first that is whole is kept, and the other one compared with it. */
function keep(
  subjects: Subjects,
  { name, limits }: { readonly name: string; readonly limits: StagingLimits },
  kept: Kept,
): Outcome<StagedFile, StagingRefusal> {
  const files = subjects.get(name) ?? new Map<FileId, Kept>();
  const before = files.get(kept.file.id);
  if (before !== undefined)
    return before.file.hash === kept.file.hash
      ? success(before.file)
      : failure({ kind: 'different_content' });
  const own = [...files.values()];
  if (sizeOf(own) + kept.file.size > limits.bytes) return failure({ kind: 'too_large' });
  const crowd = findCrowd(files, { id: kept.file.id, limits });
  if (crowd !== null) return failure(crowd);
  subjects.set(name, files.set(kept.file.id, kept));
  return success(kept.file);
}

function findCrowd(
  files: ReadonlyMap<FileId, Kept> | undefined,
  { id, limits }: Pick<FileToStage, 'id' | 'limits'>,
): StagingRefusal | null {
  if (files === undefined || files.has(id)) return null;
  return [...files.values()].filter(isWaiting).length >= limits.files ? { kind: 'too_many' } : null;
}

const isWaiting = ({ content }: Kept): boolean => content !== null;

const sizeOf = (kept: readonly Kept[]): number =>
  kept.filter(isWaiting).reduce((sum, { file }) => sum + file.size, 0);

const sizeOfOthers = (files: ReadonlyMap<FileId, Kept> | undefined, id: FileId): number =>
  sizeOf([...(files?.values() ?? [])].filter(({ file }) => file.id !== id));

function forgetOld(subjects: Subjects, now: number): void {
  for (const [subject, files] of subjects) {
    for (const [id, kept] of files) {
      if (kept.until > now) continue;
      files.delete(id);
      drop(kept);
    }
    if (files.size === 0) subjects.delete(subject);
  }
}

function drop(kept: Kept): void {
  void kept.content?.remove().catch(() => undefined);
  kept.content = null;
}
