/**
 * Files that wait for their submission in this process's memory, with a quota for all together; lost at a restart.
 */

import { failure, type Outcome, success } from '../../core/model/failure.ts';
import type { FileId } from '../../core/model/ids.ts';
import { HELD_FOR, MOST_BYTES_IN_MEMORY, STAGED_FOR, VISITORS_STAGED_FOR } from '../forms/limits.ts';
import type {
  FileSource,
  FileToStage,
  Scanner,
  StagedFile,
  Staging,
  StagingLimits,
  StagingRefusal,
  StoredContent,
  SubjectKey,
} from '../ports.ts';
import { FileHeldBack } from '../ports.ts';
import { sha256 } from '../sessions/keys.ts';
import { takeBytes, toContent } from './memory-bytes.ts';

const VISITORS_PART = 0.75;

interface Kept {
  readonly file: StagedFile;
  /** null: delivered. */
  content: StoredContent | null;
  /** A scanner found it clean, or there is none. */
  isClean: boolean;
  held: boolean;
  /** Milliseconds since 1970. */
  until: number;
}

type Files = Map<FileId, Kept>;
type Subjects = Map<string, Files>;

/** @param scanner null: files are not scanned */
export function createMemoryStaging(now: () => number, scanner: Scanner | null = null): Staging {
  const subjects: Subjects = new Map();
  const receiveFile = createIntake(subjects, scanner);
  const find = (key: SubjectKey, id: FileId) => {
    const kept = subjects.get(nameOf(key))?.get(id);
    return kept === undefined || kept.until <= now() ? null : kept;
  };
  return {
    async put(key, file) {
      forgetOld(subjects, now());
      const taken = await receiveFile(key, file);
      if (!taken.ok) return taken;
      return keep(subjects, key, { ...taken.value, limits: file.limits, until: now() + stagedFor(file) });
    },
    find: async (key, id) => find(key, id)?.file ?? null,
    async open(key, id) {
      const kept = find(key, id);
      if (kept === null || kept.content === null) return null;
      if (!kept.isClean) throw new FileHeldBack('not_scanned');
      return sourceOf(kept.file, kept.content);
    },
    async scan(key, id, stop) {
      const kept = find(key, id);
      if (scanner === null || kept === null || kept.content === null || kept.isClean) return 'clean';
      const source = sourceOf(kept.file, kept.content);
      const verdict = await scanner.scan(key.tenant, source, 'delivery', stop);
      kept.isClean = verdict === 'clean';
      return verdict;
    },
    async remove(key, id) {
      if (find(key, id)?.held === false) subjects.get(nameOf(key))?.delete(id);
    },
    async hold(key, id) {
      const kept = find(key, id);
      if (kept === null || kept.content === null) return false;
      kept.held = true;
      kept.until = now() + HELD_FOR;
      return true;
    },
    async keep(key) {
      for (const kept of filesOf(subjects, key).values())
        if (!kept.held && kept.until > now()) kept.until = Math.max(kept.until, now() + VISITORS_STAGED_FOR);
    },
    list: async () => [],
    erase: async () => 0,
    async release(key, id) {
      const kept = find(key, id);
      if (kept !== null) kept.content = null;
    },
  };
}

const stagedFor = ({ isOfVisitor = false }: FileToStage): number =>
  isOfVisitor ? VISITORS_STAGED_FOR : STAGED_FOR;

const sourceOf = ({ name, type, size }: StagedFile, { chunks }: StoredContent): FileSource => ({
  name,
  type,
  size,
  chunks,
});

const nameOf = ({ tenant, subject }: SubjectKey): string => JSON.stringify([tenant, subject]);

const filesOf = (subjects: Subjects, key: SubjectKey): Files => subjects.get(nameOf(key)) ?? new Map();

type Taken = Outcome<Pick<Kept, 'file' | 'content' | 'isClean'>, StagingRefusal>;

function createIntake(
  subjects: Subjects,
  scanner: Scanner | null,
): (key: SubjectKey, file: FileToStage) => Promise<Taken> {
  /** Bytes that came, of files that are not whole. */
  let coming = 0;
  const isFull = ({ isOfVisitor = false }: FileToStage) => {
    const all = [...subjects.values()].flatMap((files) => [...files.values()]);
    return sizeOf(all) + coming > MOST_BYTES_IN_MEMORY * (isOfVisitor ? VISITORS_PART : 1);
  };
  return async (key, file) => {
    let own = 0;
    const findRefusal = (more: number): StagingRefusal | null => {
      own += more;
      coming += more;
      return findCrowd(filesOf(subjects, key), file, own) ?? (isFull(file) ? { kind: 'full' } : null);
    };
    try {
      const crowd = findRefusal(0);
      const bytes = crowd === null ? await takeBytes(file, findRefusal) : failure(crowd);
      return bytes.ok ? await inspect(file, bytes.value, { key, scanner }) : bytes;
    } finally {
      coming -= own;
    }
  };
}

interface Inspector {
  readonly key: SubjectKey;
  readonly scanner: Scanner | null;
}

async function inspect(
  { id, purpose, identify }: FileToStage,
  bytes: Uint8Array<ArrayBuffer>,
  { key, scanner }: Inspector,
): Promise<Taken> {
  const content = toContent(bytes);
  const [known, hash] = [await identify(content), await sha256(bytes)];
  if (!known.ok) return failure({ kind: 'wrong_type', fault: known.error });
  const file = { id, purpose, ...known.value, hash, size: content.size };
  const verdict = await scanner?.scan(key.tenant, sourceOf(file, content), 'upload');
  if (verdict === 'infected') return failure({ kind: 'infected' });
  return success({ content, file, isClean: verdict !== 'unknown' });
}

interface Whole extends Pick<Kept, 'file' | 'content' | 'isClean' | 'until'> {
  readonly limits: StagingLimits;
}

/** Of the same id twice at once the first that is whole is kept, and the other one compared with it. Nothing waits. */
function keep(
  subjects: Subjects,
  key: SubjectKey,
  { limits, ...kept }: Whole,
): Outcome<StagedFile, StagingRefusal> {
  const files = filesOf(subjects, key);
  const before = files.get(kept.file.id);
  if (before !== undefined) {
    if (before.file.hash !== kept.file.hash) return failure({ kind: 'different_content' });
    before.isClean ||= kept.isClean;
    return success(before.file);
  }
  const crowd = findCrowd(files, { id: kept.file.id, limits }, kept.file.size);
  if (crowd !== null) return failure(crowd);
  subjects.set(nameOf(key), files.set(kept.file.id, { ...kept, held: false }));
  return success(kept.file);
}

/** @param size bytes of the file so far */
function findCrowd(
  files: Files,
  { id, limits }: Pick<FileToStage, 'id' | 'limits'>,
  size: number,
): StagingRefusal | null {
  const others = [...files.values()].filter(({ file, content }) => content !== null && file.id !== id);
  if (!files.has(id) && others.length >= limits.files) return { kind: 'too_many' };
  return sizeOf(others) + size > limits.bytes ? { kind: 'too_large' } : null;
}

const sizeOf = (kept: readonly Kept[]): number =>
  kept.reduce((sum, { content }) => sum + (content?.size ?? 0), 0);

function forgetOld(subjects: Subjects, now: number): void {
  for (const [subject, files] of subjects) {
    for (const [id, kept] of files) if (kept.until <= now) files.delete(id);
    if (files.size === 0) subjects.delete(subject);
  }
}
