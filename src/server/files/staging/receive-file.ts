/** Takes in the bytes of one file, seals them as they come, and asks what they are once they lie in their place. */
import { failure, type Outcome, success } from '../../../core/model/failure.ts';
import {
  type ContentDependencies,
  type ContentWriter,
  readContent,
  type Upload,
  writeContent,
} from '../../ledger/sealed-content.ts';
import type { FileToStage, Scanner, StagingRefusal } from '../../ports.ts';
import type { KnownFile } from './file-metadata.ts';
import type { Reservation } from './staging-quota.ts';

type Taken = Outcome<KnownFile, StagingRefusal>;

interface ReceiveDependencies extends ContentDependencies {
  readonly reservation: Reservation;
  /** Files are not scanned without. */
  readonly scanner?: Scanner | undefined;
}

/** After a refusal what was written is yet to be removed. */
export async function receiveFile(upload: Upload, file: FileToStage, dependencies: ReceiveDependencies) {
  const writer = await dependencies.chunks.begin(upload.name);
  const content = writeContent(upload, writer, dependencies.cipher);
  const taken = await takeAll(upload, file, { ...dependencies, content }).catch(quotaExceeded);
  if (!taken.ok) await writer.abandon();
  return taken;
}

/** The store, or the disk, does not take it. */
export const quotaExceeded = () => failure<StagingRefusal>({ kind: 'full' });

interface ReceivingDependencies extends ReceiveDependencies {
  readonly content: ContentWriter;
}

async function takeAll(
  upload: Upload,
  file: FileToStage,
  dependencies: ReceivingDependencies,
): Promise<Taken> {
  const size = await append(file, dependencies);
  if (!size.ok) return size;
  if (size.value === 0) return failure({ kind: 'empty' });
  const hash = await dependencies.content.finish();
  const stored = readContent(upload, size.value, dependencies);
  const known = await file.identify(stored);
  if (!known.ok) return failure({ kind: 'wrong_type', fault: known.error });
  const { id, purpose } = file;
  const about = { ...known.value, size: size.value };
  const source = { ...about, chunks: stored.chunks };
  const verdict = await dependencies.scanner?.scan(upload.key.tenant, source, 'upload');
  if (verdict === 'infected') return failure({ kind: 'infected' });
  return success({ id, purpose, ...about, hash, isClean: verdict === 'clean' });
}

async function append(
  { bytes, limits }: FileToStage,
  { reservation, content }: ReceivingDependencies,
): Promise<Outcome<number, StagingRefusal>> {
  let size = 0;
  try {
    for await (const chunk of bytes) {
      size += chunk.byteLength;
      if (size > limits.file) return failure({ kind: 'over_limit' });
      if (!reservation.take(chunk.byteLength)) return failure({ kind: 'full' });
      if (!(await isStored(content, chunk))) return failure({ kind: 'full' });
    }
    return success(size);
  } catch {
    return failure({ kind: 'broken_off' });
  }
}

/** A disk without room. */
const isStored = (content: ContentWriter, chunk: Uint8Array): Promise<boolean> =>
  content.append(chunk).then(
    () => true,
    () => false,
  );
