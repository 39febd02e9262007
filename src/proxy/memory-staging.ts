/** Files that wait for their submission, in this process's memory: at most 100 MB of them, for 24 hours. */
import type { FileId } from '../model/ids.ts';
import { failure, success } from '../model/outcome.ts';
import type { FileToStage, StagedFile, Staging, StagingRefusal, SubjectKey } from '../model/ports.ts';
import { sha256 } from './keys.ts';
import { MOST_BYTES_A_SUBJECT, MOST_FILES_A_SUBJECT, STAGED_FOR } from './limits.ts';

interface Kept {
  readonly file: StagedFile;
  /** null once delivered. */
  bytes: Uint8Array | null;
  held: boolean;
  /** Milliseconds since 1970. */
  readonly until: number;
}

const MOST_BYTES = 100 * 1_048_576;

export function createMemoryStaging(now: () => number): Staging {
  const subjects = new Map<string, Map<FileId, Kept>>();
  const filesOf = (key: SubjectKey) => subjects.get(nameOf(key));
  const find = (key: SubjectKey, id: FileId) => filesOf(key)?.get(id);
  return {
    async put(key, file) {
      const hash = await sha256(file.bytes);
      forgetOld(subjects, now());
      const before = find(key, file.id);
      if (before?.file.hash === hash) return success(before.file);
      const refusal = before === undefined ? findRefusal(subjects, nameOf(key), file) : different;
      if (refusal !== null) return failure(refusal);
      const { bytes, ...rest } = file;
      const staged: StagedFile = { ...rest, hash, size: bytes.byteLength };
      const files = filesOf(key) ?? new Map<FileId, Kept>();
      files.set(file.id, { file: staged, bytes, held: false, until: now() + STAGED_FOR });
      subjects.set(nameOf(key), files);
      return success(staged);
    },
    async find(key, id) {
      forgetOld(subjects, now());
      return find(key, id)?.file ?? null;
    },
    read: async (key, id) => find(key, id)?.bytes ?? null,
    async remove(key, id) {
      if (find(key, id)?.held === false) filesOf(key)?.delete(id);
    },
    async hold(key, id) {
      const kept = find(key, id);
      if (kept !== undefined) kept.held = true;
    },
    async release(key, id) {
      const kept = find(key, id);
      if (kept !== undefined) kept.bytes = null;
    },
  };
}

const different: StagingRefusal = { kind: 'different_content' };

const nameOf = ({ tenant, subject }: SubjectKey): string => JSON.stringify([tenant, subject]);

function findRefusal(
  subjects: ReadonlyMap<string, ReadonlyMap<FileId, Kept>>,
  subject: string,
  { bytes }: FileToStage,
): StagingRefusal | null {
  const own = [...(subjects.get(subject)?.values() ?? [])].filter((kept) => kept.bytes !== null);
  const all = [...subjects.values()].flatMap((files) => [...files.values()]);
  if (bytes.byteLength === 0) return { kind: 'empty' };
  if (own.length >= MOST_FILES_A_SUBJECT) return { kind: 'too_many' };
  if (sizeOf(own) + bytes.byteLength > MOST_BYTES_A_SUBJECT) return { kind: 'too_large' };
  return sizeOf(all) + bytes.byteLength > MOST_BYTES ? { kind: 'full' } : null;
}

const sizeOf = (kept: readonly Kept[]): number =>
  kept.reduce((sum, { bytes }) => sum + (bytes?.byteLength ?? 0), 0);

function forgetOld(subjects: Map<string, Map<FileId, Kept>>, now: number): void {
  for (const [subject, files] of subjects) {
    for (const [id, { until }] of files) if (until <= now) files.delete(id);
    if (files.size === 0) subjects.delete(subject);
  }
}
