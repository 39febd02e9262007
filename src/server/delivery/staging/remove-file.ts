/** How files go: first nobody finds them, then their bytes go, then what tells of them. A crash between is found again. */
import type { FileId } from '../../../core/model/ids.ts';
import type { Scanner, SubjectKey } from '../../../core/model/ports.ts';
import type { ContentMeans } from '../sealed-content.ts';
import type { Engine } from '../stores/tables.ts';
import { openAbout, sealAbout, uploadOf, withoutName } from './file-metadata.ts';
import * as rows from './file-statements.ts';

export interface StagingHouse extends ContentMeans {
  readonly engine: Engine;
  /** Files are not scanned without. */
  readonly scanner?: Scanner | undefined;
}

/** Milliseconds that a delivered file is known: as long as the ledger knows the submission. */
const KNOWN_FOR = 30 * 86_400_000;

/** Unless a submission holds it. */
export async function removeFile(house: StagingHouse, key: SubjectKey, id: FileId): Promise<void> {
  const row = await rows.findFile(house.engine, key, id);
  if (row !== undefined && (await rows.leaveFile(house.engine, row.upload, 'free')))
    await clear(house, row.upload);
}

/** Something that never became a file; also where the store does not answer just now: the next sweep finds it. */
export async function discardFile(house: StagingHouse, upload: string): Promise<void> {
  await rows
    .leaveFile(house.engine, upload, 'any')
    .then(() => clear(house, upload))
    .catch(() => undefined);
}

/** Its bytes go, and its name. */
export async function releaseFile(house: StagingHouse, key: SubjectKey, id: FileId): Promise<void> {
  const { engine, sealer } = house;
  const row = await rows.findFile(engine, key, id);
  if (row?.state !== 'here') return;
  const file = openAbout(sealer, row);
  const about = file === null ? null : sealAbout(sealer, uploadOf(row), withoutName(file));
  await rows.deliverFile(engine, row.upload, { about, duration: KNOWN_FOR });
  await strip(house, row.upload);
}

/** All of a subject, also what is still coming and what a submission holds. */
export async function eraseFiles(house: StagingHouse, key: SubjectKey): Promise<number> {
  const found = await rows.listOf(house.engine, key);
  for (const { upload } of found)
    if (await rows.leaveFile(house.engine, upload, 'any')) await clear(house, upload);
  return found.length;
}

/** What is too old, or left half removed. */
export async function sweepFile(house: StagingHouse, upload: string): Promise<void> {
  if (await rows.leaveFile(house.engine, upload, 'old')) await clear(house, upload);
  else if (await rows.isDelivered(house.engine, upload)) await strip(house, upload);
}

async function strip({ engine, pieces }: StagingHouse, upload: string): Promise<void> {
  await pieces.remove(upload);
  await rows.stripFile(engine, upload);
}

async function clear({ engine, pieces }: StagingHouse, upload: string): Promise<void> {
  await pieces.remove(upload);
  await rows.forgetFile(engine, upload);
}
