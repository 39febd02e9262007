/**
 * Files that wait for their submission, on the ledger's own database, so that they survive what it survives: each is
 * sealed in pieces, and what is known of it besides. A row is there before the first byte and goes after the last one,
 * so whatever a crash leaves is found and removed.
 */
import { FileHeldBack } from '../../../core/model/held-back.ts';
import type { FileId } from '../../../core/model/ids.ts';
import { failure, type Outcome, success, unreachable } from '../../../core/model/outcome.ts';
import type { HeldFile } from '../../../core/model/people.ts';
import type {
  FileToStage,
  FileVerdict,
  StagedFile,
  Staging,
  StagingRefusal,
  StopSignal,
  SubjectKey,
} from '../../../core/model/ports.ts';
import { type Clock, systemClock } from '../clock.ts';
import { readContent, type Upload } from '../sealed-content.ts';
import type { PieceStore } from './chunk-store.ts';
import { type KnownFile, openAbout, sealAbout, uploadOf } from './file-metadata.ts';
import * as rows from './file-statements.ts';
import { placeFile } from './place-file.ts';
import { noRoom, takeIn } from './receive-file.ts';
import {
  discardFile,
  eraseFiles,
  releaseFile,
  removeFile,
  type StagingHouse,
  sweepFile,
} from './remove-file.ts';
import { createRoof, type Roof } from './staging-quota.ts';

export interface StagingMeans extends StagingHouse {
  /** Of all subjects together, 10 GB by default. */
  readonly mostBytes?: number;
  readonly clock?: Pick<Clock, 'monotonic'>;
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
/** With one: a day longer than undelivered answers are kept, whose end releases it. */
const HELD_FOR = 8 * STAGED_FOR;
const MOST_BYTES = 10 * 1024 * 1_048_576;

export function createStaging(means: StagingMeans): DurableStaging {
  const { engine, mostBytes = MOST_BYTES, clock = systemClock } = means;
  const total = () => rows.sumFiles(engine);
  const roof = createRoof({ mostBytes, total, monotonic: clock.monotonic });
  return {
    put: (key, file) => put({ ...means, roof }, key, file),
    find: (key, id) => findFile(means, key, id),
    open: (key, id) => openFile(means, key, id),
    scan: (key, id, stop) => scanFile(means, { key, id, stop }),
    remove: (key, id) => removeFile(means, key, id),
    hold: (key, file) => rows.holdFile(engine, { key, file }, HELD_FOR),
    release: (key, id) => releaseFile(means, key, id),
    list: (key) => listFiles(means, key),
    erase: (key) => eraseFiles(means, key),
    async sweep() {
      const stuck = new Set<string>();
      const listNext = async () => (await rows.listOld(engine)).filter((upload) => !stuck.has(upload));
      for (let old = await listNext(); old.length > 0; old = await listNext())
        for (const upload of old) await sweepFile(means, upload).catch(() => stuck.add(upload));
      if (stuck.size > 0) throw new Error('Some files cannot be removed.');
    },
    async countMissing() {
      let missing = 0;
      for (let some = await rows.listHere(engine, ''); some.length > 0; ) {
        for (const { upload } of some) if (!(await means.pieces.has(upload))) missing += 1;
        some = await rows.listHere(engine, some.at(-1)?.upload ?? '');
      }
      return missing;
    },
  };
}

async function findFile({ engine, sealer, pieces }: StagingHouse, key: SubjectKey, id: FileId) {
  const row = await rows.findFile(engine, key, id);
  return row === undefined || !(await isWhole(pieces, row)) ? null : openAbout(sealer, row);
}

/** Of a store that was copied without the folder of its files the bytes are not there. */
const isWhole = async ({ has }: PieceStore, { state, upload }: rows.FileRow): Promise<boolean> =>
  state !== 'here' || has(upload);

async function openFile(house: StagingHouse, key: SubjectKey, id: FileId) {
  const found = await findSource(house, key, id);
  if (found === null) return null;
  if (house.scanner !== undefined && !found.file.isClean) throw new FileHeldBack('not_scanned');
  return found.source;
}

interface ScanWish {
  readonly key: SubjectKey;
  readonly id: FileId;
  readonly stop: StopSignal | undefined;
}

/** What was found clean is marked so for good: the bytes are sealed for their place, and cannot become others. */
async function scanFile(house: StagingHouse, { key, id, stop }: ScanWish): Promise<FileVerdict> {
  const found = house.scanner === undefined ? null : await findSource(house, key, id);
  if (house.scanner === undefined || found === null || found.file.isClean) return 'clean';
  const verdict = await house.scanner.scan(key.tenant, found.source, 'delivery', stop);
  if (verdict === 'clean') {
    const about = sealAbout(house.sealer, found.upload, { ...found.file, isClean: true });
    await rows.changeAbout(house.engine, found.upload.name, about);
  }
  return verdict;
}

async function findSource(house: StagingHouse, key: SubjectKey, id: FileId) {
  const row = await rows.findFile(house.engine, key, id);
  if (row?.state !== 'here' || !(await isWhole(house.pieces, row))) return null;
  // It is not gone: a process with that secret can send it.
  if (row.about !== null && !house.sealer.knows(new Uint8Array(row.about)))
    throw new FileHeldBack('other_secret');
  const file = openAbout(house.sealer, row);
  if (file === null) return null;
  const { name, type, size } = file;
  const upload = uploadOf(row);
  const source = { name, type, size, chunks: readContent(upload, size, house).chunks };
  return { file, upload, source };
}

async function listFiles(house: StagingHouse, key: SubjectKey): Promise<readonly HeldFile[]> {
  const held: HeldFile[] = [];
  for (const row of await rows.listOf(house.engine, key)) {
    const about = openAbout(house.sealer, row);
    const hasBytes = row.has_bytes === 1 && (await isWhole(house.pieces, row));
    const { name = null, type = null } = about ?? {};
    held.push({ id: row.file, name, type, size: row.size, hasBytes });
  }
  return held;
}

type Put = Outcome<StagedFile, StagingRefusal>;

interface PutHouse extends StagingHouse {
  readonly roof: Roof;
}

async function put(house: PutHouse, key: SubjectKey, file: FileToStage): Promise<Put> {
  const { engine } = house;
  const before = await rows.readPlaced(engine, key, file.id);
  if (before !== undefined) {
    await sweepFile(house, before.upload);
    if (!(await isWhole(house.pieces, before))) await removeFile(house, key, file.id);
  }
  const upload = { key, file: file.id, name: crypto.randomUUID() };
  const others = await rows.readOthers(engine, upload, ['here', 'arriving']);
  if (before === undefined && others.files >= file.limits.files) return failure({ kind: 'too_many' });
  await house.roof.refresh();
  await rows.beginFile(engine, upload);
  return receive(house, upload, file);
}

async function receive(house: PutHouse, upload: Upload, file: FileToStage): Promise<Put> {
  const room = house.roof.begin();
  const taken = await takeIn(upload, file, { ...house, room }).catch(noRoom);
  const placed = taken.ok ? await place(house, upload, { file, taken: taken.value }).catch(noRoom) : taken;
  if (placed.ok && taken.ok && placed.value === taken.value) room.settle();
  else {
    room.giveBack();
    await discardFile(house, upload.name);
  }
  return placed;
}

interface Whole {
  readonly file: FileToStage;
  readonly taken: KnownFile;
}

/** Of the same id twice at once the first that is whole is kept, and the other one compared with it. */
async function place({ engine, sealer }: StagingHouse, upload: Upload, { file, taken }: Whole): Promise<Put> {
  const about = sealAbout(sealer, upload, taken);
  const placing = { about, size: taken.size, limits: file.limits, duration: STAGED_FOR };
  const placed = await placeFile(engine, upload, placing);
  switch (placed.kind) {
    case 'placed':
      return success(taken);
    case 'taken': {
      const before = openAbout(sealer, placed.before);
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
