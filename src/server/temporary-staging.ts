/** Files that wait for their submission, in a folder of their own that goes when the server stops. */
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { failure, type Outcome, success } from '../model/outcome.ts';
import type { FileToStage, StagedFile, Staging, StagingRefusal, SubjectKey } from '../model/ports.ts';
import { MOST_BYTES_A_SUBJECT, MOST_FILES_A_SUBJECT, STAGED_FOR } from '../proxy/limits.ts';

export interface TemporaryStaging extends Staging {
  close(): Promise<void>;
}

interface Kept {
  readonly file: StagedFile;
  readonly path: string;
  /** The bytes are on the disk, or on their way there. */
  hasBytes: boolean;
  held: boolean;
  /** Milliseconds since 1970. */
  readonly until: number;
}

/** Milliseconds between two looks for files that are too old. */
const SWEEP = 600_000;

export async function createTemporaryStaging(now: () => number = Date.now): Promise<TemporaryStaging> {
  const folder = await mkdtemp(join(tmpdir(), 'apply-form-'));
  const subjects = new Map<string, Map<string, Kept>>();
  const find = (key: SubjectKey, id: string) => subjects.get(nameOf(key))?.get(id);
  const sweep = setInterval(() => void removeOld(subjects, now()), SWEEP);
  sweep.unref();
  return {
    put: (key, file) => stage({ folder, subjects, until: now() + STAGED_FOR }, key, file),
    find: async (key, id) => freshOrNull(find(key, id), now())?.file ?? null,
    async read(key, id) {
      const kept = find(key, id);
      return kept?.hasBytes === true ? readFile(kept.path).catch(() => null) : null;
    },
    async remove(key, id) {
      const kept = find(key, id);
      if (kept === undefined || kept.held) return;
      subjects.get(nameOf(key))?.delete(id);
      await rm(kept.path, { force: true });
    },
    async hold(key, id) {
      const kept = find(key, id);
      if (kept !== undefined) kept.held = true;
    },
    async release(key, id) {
      const kept = find(key, id);
      if (kept === undefined) return;
      kept.hasBytes = false;
      await rm(kept.path, { force: true });
    },
    async close() {
      clearInterval(sweep);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

interface Place {
  readonly folder: string;
  readonly subjects: Map<string, Map<string, Kept>>;
  /** Milliseconds since 1970. */
  readonly until: number;
}

async function stage(
  { folder, subjects, until }: Place,
  key: SubjectKey,
  file: FileToStage,
): Promise<Outcome<StagedFile, StagingRefusal>> {
  const hash = createHash('sha256').update(file.bytes).digest('hex');
  const files = subjects.get(nameOf(key)) ?? new Map<string, Kept>();
  const before = files.get(file.id);
  if (before !== undefined)
    return before.file.hash === hash ? success(before.file) : failure({ kind: 'different_content' });
  const refusal = findRefusal([...files.values()], file);
  if (refusal !== null) return failure(refusal);
  const { bytes, ...rest } = file;
  const staged: StagedFile = { ...rest, hash, size: bytes.byteLength };
  const path = join(folder, `${crypto.randomUUID()}.bin`);
  // Counted before it is written: uploads at the same time share one limit.
  subjects.set(nameOf(key), files.set(file.id, { file: staged, path, hasBytes: true, held: false, until }));
  try {
    await writeFile(path, bytes, { mode: 0o600, flag: 'wx' });
    return success(staged);
  } catch {
    files.delete(file.id);
    return failure({ kind: 'full' });
  }
}

const nameOf = ({ tenant, subject }: SubjectKey): string => JSON.stringify([tenant, subject]);

const freshOrNull = (kept: Kept | undefined, now: number): Kept | null =>
  kept === undefined || kept.until <= now ? null : kept;

function findRefusal(kept: readonly Kept[], { bytes }: FileToStage): StagingRefusal | null {
  const waiting = kept.filter(({ hasBytes }) => hasBytes);
  const sum = waiting.reduce((total, { file }) => total + file.size, bytes.byteLength);
  if (bytes.byteLength === 0) return { kind: 'empty' };
  if (waiting.length >= MOST_FILES_A_SUBJECT) return { kind: 'too_many' };
  return sum > MOST_BYTES_A_SUBJECT ? { kind: 'too_large' } : null;
}

async function removeOld(subjects: Map<string, Map<string, Kept>>, now: number): Promise<void> {
  for (const [subject, files] of subjects) {
    for (const [id, { path, until }] of files) {
      if (until > now) continue;
      files.delete(id);
      await rm(path, { force: true });
    }
    if (files.size === 0) subjects.delete(subject);
  }
}
