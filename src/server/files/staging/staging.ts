/**
 * Files that wait for their submission, on the ledger's own database, so that they survive what it survives: each is
 * sealed in pieces, and what is known of it besides. A row is there before the first byte and goes after the last one,
 * so whatever a crash leaves is found and removed.
 */

import { failure, type Outcome, success, unreachable } from '../../../core/model/failure.ts';
import type { FileId } from '../../../core/model/ids.ts';
import type { Clock } from '../../clock.ts';
import type { StopSignal } from '../../file-source.ts';
import { FileHeldBack } from '../../held-back.ts';
import { readContent, type Upload } from '../../ledger/sealed-content.ts';
import type { HeldFile } from '../../people.ts';
import type {
  FileToStage,
  FileVerdict,
  StagedFile,
  Staging,
  StagingRefusal,
  SubjectKey,
} from '../../ports.ts';
import type { FileRow } from '../../store/tables.ts';
import type { ChunkStore } from './chunk-store.ts';
import { type KnownFile, openMetadata, sealMetadata, uploadOf } from './file-metadata.ts';
import * as rows from './file-statements.ts';
import { placeFile } from './place-file.ts';
import { quotaExceeded, receiveFile } from './receive-file.ts';
import {
  discardFile,
  eraseFiles,
  releaseFile,
  removeFile,
  type StagingContext,
  sweepFile,
} from './remove-file.ts';
import { createQuota, type Quota } from './staging-quota.ts';

export interface StagingDependencies extends StagingContext {
  /** Of all subjects together, 10 GB by default. */
  readonly mostBytes?: number;
  readonly clock: Pick<Clock, 'monotonic'>;
}

export interface DurableStaging extends Staging {
  /** All that is here of a subject, or was. */
  list(key: SubjectKey): Promise<readonly HeldFile[]>;
  /** Whatever holds them: bytes, and what is known of them. How many files that were. */
  erase(key: SubjectKey): Promise<number>;
  /** Removes what is too old, and what a crash left. */
  sweep(): Promise<void>;
  /** Files that are in the store, and whose bytes are not in their place. */
  countMissing(): Promise<number>;
}

/** Milliseconds: a day without a submission. */
const STAGED_FOR = 86_400_000;
/** Of a visitor, without a sign of the form: half an hour. */
const VISITORS_STAGED_FOR = 1_800_000;
/** With one: a day longer than undelivered answers are kept, whose end releases it. */
const HELD_FOR = 8 * STAGED_FOR;
const MOST_BYTES = 10 * 1024 * 1_048_576;

export function createStaging(dependencies: StagingDependencies): DurableStaging {
  const { engine, mostBytes = MOST_BYTES, clock } = dependencies;
  const total = () => rows.sumFiles(engine);
  const quota = createQuota({ mostBytes, total, monotonic: clock.monotonic });
  return {
    put: (key, file) => put({ ...dependencies, quota }, key, file),
    find: (key, id) => findFile(dependencies, key, id),
    open: (key, id) => openFile(dependencies, key, id),
    scan: (key, id, stop) => scanFile(dependencies, { key, id, stop }),
    remove: (key, id) => removeFile(dependencies, key, id),
    hold: (key, file) => rows.holdFile(engine, { key, file }, HELD_FOR),
    keep: (key) => rows.keepFiles(engine, key, VISITORS_STAGED_FOR),
    release: (key, id) => releaseFile(dependencies, key, id),
    list: (key) => listFiles(dependencies, key),
    erase: (key) => eraseFiles(dependencies, key),
    async sweep() {
      const stuck = new Set<string>();
      const listNext = async () => (await rows.listOld(engine)).filter((upload) => !stuck.has(upload));
      for (let old = await listNext(); old.length > 0; old = await listNext())
        for (const upload of old) await sweepFile(dependencies, upload).catch(() => stuck.add(upload));
      if (stuck.size > 0) throw new Error('Some files cannot be removed.');
    },
    async countMissing() {
      let missing = 0;
      for (let some = await rows.listHere(engine, ''); some.length > 0; ) {
        for (const { upload } of some) if (!(await dependencies.chunks.has(upload))) missing += 1;
        some = await rows.listHere(engine, some.at(-1)?.upload ?? '');
      }
      return missing;
    },
  };
}

async function findFile({ engine, cipher, chunks }: StagingContext, key: SubjectKey, id: FileId) {
  const row = await rows.findFile(engine, key, id);
  return row === undefined || !(await isWhole(chunks, row)) ? null : openMetadata(cipher, row);
}

/** Of a store that was copied without the folder of its files the bytes are not there. */
const isWhole = async ({ has }: ChunkStore, { state, upload }: FileRow): Promise<boolean> =>
  state !== 'here' || has(upload);

async function openFile(context: StagingContext, key: SubjectKey, id: FileId) {
  const found = await findSource(context, key, id);
  if (found === null) return null;
  if (context.scanner !== undefined && !found.file.isClean) throw new FileHeldBack('not_scanned');
  return found.source;
}

interface ScanWish {
  readonly key: SubjectKey;
  readonly id: FileId;
  readonly stop: StopSignal | undefined;
}

/** What was found clean is marked so for good: the bytes are sealed for their place, and cannot become others. */
async function scanFile(context: StagingContext, { key, id, stop }: ScanWish): Promise<FileVerdict> {
  const found = context.scanner === undefined ? null : await findSource(context, key, id);
  if (context.scanner === undefined || found === null || found.file.isClean) return 'clean';
  const verdict = await context.scanner.scan(key.tenant, found.source, 'delivery', stop);
  if (verdict === 'clean') {
    const about = sealMetadata(context.cipher, found.upload, { ...found.file, isClean: true });
    await rows.changeMetadata(context.engine, found.upload.name, about);
  }
  return verdict;
}

async function findSource(context: StagingContext, key: SubjectKey, id: FileId) {
  const row = await rows.findFile(context.engine, key, id);
  if (row?.state !== 'here' || !(await isWhole(context.chunks, row))) return null;
  // It is not gone: a process with that secret can send it.
  if (row.about !== null && !context.cipher.knows(new Uint8Array(row.about)))
    throw new FileHeldBack('other_secret');
  const file = openMetadata(context.cipher, row);
  if (file === null) return null;
  const { name, type, size } = file;
  const upload = uploadOf(row);
  const source = { name, type, size, chunks: readContent(upload, size, context).chunks };
  return { file, upload, source };
}

async function listFiles(context: StagingContext, key: SubjectKey): Promise<readonly HeldFile[]> {
  const held: HeldFile[] = [];
  for (const row of await rows.listOf(context.engine, key)) {
    const about = openMetadata(context.cipher, row);
    const hasBytes = row.has_bytes === 1 && (await isWhole(context.chunks, row));
    const { name = null, type = null } = about ?? {};
    held.push({ id: row.file, name, type, size: row.size, hasBytes });
  }
  return held;
}

type Put = Outcome<StagedFile, StagingRefusal>;

interface PutContext extends StagingContext {
  readonly quota: Quota;
}

async function put(context: PutContext, key: SubjectKey, file: FileToStage): Promise<Put> {
  const { engine } = context;
  const before = await rows.readPlaced(engine, key, file.id);
  if (before !== undefined) {
    await sweepFile(context, before.upload);
    if (!(await isWhole(context.chunks, before))) await removeFile(context, key, file.id);
  }
  const upload = { key, file: file.id, name: crypto.randomUUID() };
  const others = await rows.readOthers(engine, upload, ['here', 'arriving']);
  if (before === undefined && others.files >= file.limits.files) return failure({ kind: 'too_many' });
  await context.quota.refresh();
  await rows.beginFile(engine, upload);
  return receive(context, upload, file);
}

async function receive(context: PutContext, upload: Upload, file: FileToStage): Promise<Put> {
  const reservation = context.quota.begin(file.isOfVisitor);
  const taken = await receiveFile(upload, file, { ...context, reservation }).catch(quotaExceeded);
  const placed = taken.ok
    ? await place(context, upload, { file, taken: taken.value }).catch(quotaExceeded)
    : taken;
  if (placed.ok && taken.ok && placed.value === taken.value) reservation.settle();
  else {
    reservation.giveBack();
    await discardFile(context, upload.name);
  }
  return placed;
}

const stagedFor = ({ isOfVisitor = false }: FileToStage): number =>
  isOfVisitor ? VISITORS_STAGED_FOR : STAGED_FOR;

interface Whole {
  readonly file: FileToStage;
  readonly taken: KnownFile;
}

/** Of the same id twice at once the first that is whole is kept, and the other one compared with it. */
async function place(
  { engine, cipher }: StagingContext,
  upload: Upload,
  { file, taken }: Whole,
): Promise<Put> {
  const about = sealMetadata(cipher, upload, taken);
  const placing = { about, size: taken.size, limits: file.limits, duration: stagedFor(file) };
  const placed = await placeFile(engine, upload, placing);
  switch (placed.kind) {
    case 'placed':
      return success(taken);
    case 'taken': {
      const before = openMetadata(cipher, placed.before);
      return before?.hash === taken.hash ? success(before) : failure({ kind: 'different_content' });
    }
    case 'gone':
      return failure({ kind: 'broken_off' });
    case 'too_many':
    case 'too_large':
      return failure({ kind: placed.kind });
    default:
      return unreachable(placed);
  }
}
