/** How files are removed: first they are hidden, then their bytes go, then their row. A crash in between is found again. */
import type { FileId } from '../../../core/model/ids.ts';
import type { ContentDependencies } from '../../ledger/sealed-content.ts';
import type { Scanner, SubjectKey } from '../../ports.ts';
import type { Engine } from '../../store/tables.ts';
import { openMetadata, sealMetadata, uploadOf, withoutName } from './file-metadata.ts';
import * as rows from './file-statements.ts';

export interface StagingContext extends ContentDependencies {
  readonly engine: Engine;
  /** Files are not scanned without. */
  readonly scanner?: Scanner | undefined;
}

/** Milliseconds that a delivered file is known: as long as the ledger knows the submission. */
const KNOWN_FOR = 30 * 86_400_000;

/** Unless a submission holds it. */
export async function removeFile(context: StagingContext, key: SubjectKey, id: FileId): Promise<void> {
  const row = await rows.findFile(context.engine, key, id);
  if (row !== undefined && (await rows.leaveFile(context.engine, row.upload, 'free')))
    await clear(context, row.upload);
}

/** Something that never became a file; also where the store does not answer just now: the next sweep finds it. */
export async function discardFile(context: StagingContext, upload: string): Promise<void> {
  await rows
    .leaveFile(context.engine, upload, 'any')
    .then(() => clear(context, upload))
    .catch(() => undefined);
}

/** Its bytes go, and its name. */
export async function releaseFile(context: StagingContext, key: SubjectKey, id: FileId): Promise<void> {
  const { engine, cipher } = context;
  const row = await rows.findFile(engine, key, id);
  if (row?.state !== 'here') return;
  const file = openMetadata(cipher, row);
  const about = file === null ? null : sealMetadata(cipher, uploadOf(row), withoutName(file));
  await rows.deliverFile(engine, row.upload, { about, duration: KNOWN_FOR });
  await strip(context, row.upload);
}

/** All of a subject, also what is still coming and what a submission holds. */
export async function eraseFiles(context: StagingContext, key: SubjectKey): Promise<number> {
  const found = await rows.listOf(context.engine, key);
  for (const { upload } of found)
    if (await rows.leaveFile(context.engine, upload, 'any')) await clear(context, upload);
  return found.length;
}

/** What is too old, or left half removed. */
export async function sweepFile(context: StagingContext, upload: string): Promise<void> {
  if (await rows.leaveFile(context.engine, upload, 'old')) await clear(context, upload);
  else if (await rows.isDelivered(context.engine, upload)) await strip(context, upload);
}

async function strip({ engine, chunks }: StagingContext, upload: string): Promise<void> {
  await chunks.remove(upload);
  await rows.stripFile(engine, upload);
}

async function clear({ engine, chunks }: StagingContext, upload: string): Promise<void> {
  await chunks.remove(upload);
  await rows.forgetFile(engine, upload);
}
