/** Takes in the bytes of one file, seals them as they come, and asks what they are once they lie in their place. */
import { failure, type Outcome, success } from '../../../core/model/outcome.ts';
import type { FileToStage, Scanner, StagingRefusal } from '../../../core/model/ports.ts';
import {
  type ContentMeans,
  type ContentWriter,
  readContent,
  type Upload,
  writeContent,
} from '../sealed-content.ts';
import type { KnownFile } from './file-metadata.ts';
import type { Room } from './staging-quota.ts';

type Taken = Outcome<KnownFile, StagingRefusal>;

interface IntakeMeans extends ContentMeans {
  readonly room: Room;
  /** Files are not scanned without. */
  readonly scanner?: Scanner | undefined;
}

/** After a refusal what was written is yet to be removed. */
export async function takeIn(upload: Upload, file: FileToStage, means: IntakeMeans) {
  const writer = await means.pieces.begin(upload.name);
  const content = writeContent(upload, writer, means.sealer);
  const taken = await takeAll(upload, file, { ...means, content }).catch(noRoom);
  if (!taken.ok) await writer.abandon();
  return taken;
}

/** The store, or the disk, does not take it. */
export const noRoom = () => failure<StagingRefusal>({ kind: 'full' });

interface TakingMeans extends IntakeMeans {
  readonly content: ContentWriter;
}

async function takeAll(upload: Upload, file: FileToStage, means: TakingMeans): Promise<Taken> {
  const size = await append(file, means);
  if (!size.ok) return size;
  if (size.value === 0) return failure({ kind: 'empty' });
  const hash = await means.content.finish();
  const stored = readContent(upload, size.value, means);
  const type = await file.findType(stored);
  if (type === null) return failure({ kind: 'wrong_type' });
  const { id, name, purpose } = file;
  const source = { name, type, size: size.value, chunks: stored.chunks };
  const verdict = await means.scanner?.scan(upload.key.tenant, source, 'upload');
  if (verdict === 'infected') return failure({ kind: 'infected' });
  return success({ id, name, purpose, type, size: size.value, hash, isClean: verdict === 'clean' });
}

async function append(
  { bytes, limits }: FileToStage,
  { room, content }: TakingMeans,
): Promise<Outcome<number, StagingRefusal>> {
  let size = 0;
  try {
    for await (const piece of bytes) {
      size += piece.byteLength;
      if (size > limits.file) return failure({ kind: 'over_limit' });
      if (!room.take(piece.byteLength)) return failure({ kind: 'full' });
      if (!(await isStored(content, piece))) return failure({ kind: 'full' });
    }
    return success(size);
  } catch {
    return failure({ kind: 'broken_off' });
  }
}

/** A disk without room. */
const isStored = (content: ContentWriter, piece: Uint8Array): Promise<boolean> =>
  content.append(piece).then(
    () => true,
    () => false,
  );
