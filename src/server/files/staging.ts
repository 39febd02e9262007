/**
 * Files that wait for their submission, in the ledger's own store, so that they are as durable as the answers. Chunks and metadata are
 * sealed separately. The row is written before the first byte and deleted after the last one, so a sweep finds
 * everything that a crash leaves.
 */
import { createHash } from 'node:crypto';
import { failure, type Outcome, success } from '../../core/model/failure.ts';
import type { FileId } from '../../core/model/ids.ts';
import type { Clock } from '../clock.ts';
import type { Cipher } from '../ledger/cipher.ts';
import {
  type FileToStage,
  FileUnavailable,
  type Scanner,
  type StagedFile,
  type Staging,
  type StagingRefusal,
  type StoredContent,
  type SubjectKey,
} from '../ports.ts';
import * as files from '../store/files.ts';
import type { OpenStore } from '../store/open-store.ts';
import type { Engine, FileRow } from '../store/tables.ts';

interface StagingContext {
  readonly engine: Engine;
  readonly chunks: files.ChunkStore;
  readonly cipher: Cipher;
  /** Without a scanner, files are not scanned. */
  readonly scanner?: Scanner | undefined;
  /** Maximum bytes of all subjects together. */
  readonly mostBytes?: number;
}

/** Milliseconds: a day without a submission. */
export const STAGED_FOR = 86_400_000;
/** Milliseconds without a sign of a visitor's form: half an hour. */
const VISITORS_STAGED_FOR = 1_800_000;
/** Milliseconds with a submission: a day longer than undelivered answers are stored; wiping them releases the file. */
const SUBMITTED_FOR = 8 * STAGED_FOR;
/** Milliseconds that a delivered file stays known: as long as the ledger knows the submission. */
const KNOWN_FOR = 30 * STAGED_FOR;
/** Milliseconds between two sweeps for expired files. */
const SWEEP = 600_000;

const MOST_BYTES = 10 * 1024 * 1_048_576;
/** Part of the space that files of visitors may fill. */
const VISITORS_PART = 0.75;

export function openStaging(
  { engine, folder }: Pick<OpenStore, 'engine' | 'folder'>,
  { clock, ...context }: Omit<StagingContext, 'engine' | 'chunks'> & { readonly clock: Pick<Clock, 'every'> },
): Staging & { sweep(): Promise<void>; close(): Promise<void> } {
  const chunks = folder === null ? files.createChunkRows(engine.database) : files.createChunkFolder(folder);
  const staging = createStaging({ engine, chunks, ...context });
  // If the store does not answer now, the next sweep finds them.
  const sweep = () => staging.sweep().catch(() => undefined);
  let sweeping = sweep();
  const end = clock.every(SWEEP, () => {
    sweeping = sweeping.then(sweep);
  });
  return {
    ...staging,
    /** Call it before the store is closed. */
    async close() {
      end();
      await sweeping;
    },
  };
}

export function createStaging(context: StagingContext): Staging & { sweep(): Promise<void> } {
  const { engine, chunks, cipher } = context;
  return {
    put: (key, file) => put(context, key, file),
    async find(key, id) {
      const row = await files.findFile(engine, key, id);
      return row === undefined ? null : openAbout(cipher, row);
    },
    async open(key, id) {
      const found = await findSource(context, key, id);
      if (found !== null && context.scanner !== undefined && !found.file.isClean)
        throw new FileUnavailable('not_scanned');
      // The bytes are missing if the store was copied without the folder of its files.
      const isGone = found === null || (await chunks.read(found.upload.upload, 0)) === null;
      return isGone ? null : found.source;
    },
    scan: (...parameters) => scan(context, ...parameters),
    async remove(key, id) {
      const row = await files.findFile(engine, key, id);
      if (row !== undefined) await clear(context, row.upload, 'free');
    },
    hold: (key, id) => files.holdFile(engine, key, id, SUBMITTED_FOR),
    keep: (key) => files.keepFiles(engine, key, VISITORS_STAGED_FOR),
    async release(key, id) {
      const row = await files.findFile(engine, key, id);
      if (row?.state !== 'here') return;
      const file = openAbout(cipher, row);
      // After delivery only its type is needed, not its name.
      const name = `file${/\.[A-Za-z0-9]{1,5}$/.exec(file?.name ?? '')?.[0] ?? ''}`;
      const about = file && sealAbout(cipher, row, { ...file, name });
      await chunks.remove(row.upload);
      await files.changeFile(engine, row.upload, about, KNOWN_FOR);
    },
    async list(key) {
      const rows = await files.listFiles(engine, key);
      const complete = rows.filter(({ state }) => state === 'here' || state === 'delivered');
      return complete.map((row) => {
        const { name = null, type = null } = openAbout(cipher, row) ?? {};
        return { id: row.file, name, type, size: row.size, hasBytes: row.state === 'here' };
      });
    },
    async erase(key) {
      const found = await files.listFiles(engine, key);
      for (const { upload } of found) await clear(context, upload, 'any');
      return found.length;
    },
    /** Removes expired files, and leftovers of a crash. */
    async sweep() {
      for (const { upload } of await files.listOld(engine))
        await clear(context, upload, 'old').catch(() => undefined);
    },
  };
}

/** Hides the file, then deletes its bytes, then its row, so that a sweep can continue after a crash. */
async function clear({ engine, chunks }: StagingContext, upload: string, which: 'any' | 'free' | 'old') {
  if (!(await files.leaveFile(engine, upload, which))) return;
  await chunks.remove(upload);
  await files.forgetFile(engine, upload);
}

/** A clean file is marked permanently: its bytes are sealed for their position, so they cannot be exchanged. */
async function scan(context: StagingContext, key: SubjectKey, id: FileId, stop?: AbortSignal) {
  const { engine, cipher, scanner } = context;
  if (scanner === undefined) return 'clean';
  const found = await findSource(context, key, id);
  // `open` reports a missing file.
  if (found === null || found.file.isClean) return 'clean';
  const verdict = await scanner.scan(key.tenant, found.source, 'delivery', stop);
  if (verdict === 'clean') {
    const about = sealAbout(cipher, found.upload, { ...found.file, isClean: true });
    await files.changeFile(engine, found.upload.upload, about);
  }
  return verdict;
}

async function findSource(context: StagingContext, key: SubjectKey, id: FileId) {
  const row = await files.findFile(context.engine, key, id);
  if (row?.state !== 'here') return null;
  // A process with the other secret can still send it.
  if (row.about !== null && !context.cipher.knows(new Uint8Array(row.about)))
    throw new FileUnavailable('other_secret');
  const file = openAbout(context.cipher, row);
  if (file === null) return null;
  const { name, type, size } = file;
  return { file, upload: row, source: { name, type, size, chunks: readContent(context, row, size).chunks } };
}

interface KnownFile extends StagedFile {
  /** True if a scanner found these bytes clean. */
  readonly isClean: boolean;
}

/** @param part number of a chunk, or `about` for the metadata */
const contextOf = ({ tenant, subject, file, upload }: files.Upload, part: number | 'about'): string =>
  JSON.stringify(['file', tenant, subject, file, upload, part]);

/** Seals the metadata, because a name alone may identify a person. */
const sealAbout = (cipher: Cipher, upload: files.Upload, file: KnownFile): Uint8Array =>
  cipher.seal(contextOf(upload, 'about'), Buffer.from(JSON.stringify(file)));

/** Gives null if the metadata was sealed with another secret, or is not written yet. */
function openAbout(cipher: Cipher, row: FileRow): KnownFile | null {
  if (row.about === null) return null;
  // libsql returns an ArrayBuffer, pg a Buffer.
  const plain = cipher.open(contextOf(row, 'about'), new Uint8Array(row.about));
  return plain === null ? null : JSON.parse(Buffer.from(plain).toString());
}

async function put(
  context: StagingContext,
  key: SubjectKey,
  file: FileToStage,
): Promise<Outcome<StagedFile, StagingRefusal>> {
  const { engine, mostBytes = MOST_BYTES } = context;
  const before = await files.findPlaced(engine, key, file.id);
  if (before !== undefined) await clear(context, before.upload, 'old');
  const upload = { tenant: key.tenant, subject: key.subject, file: file.id, upload: crypto.randomUUID() };
  if (before === undefined && (await files.countOthers(engine, upload)).files >= file.limits.files)
    return failure({ kind: 'too_many' });
  const room = file.isOfVisitor === true ? mostBytes * VISITORS_PART : mostBytes;
  if ((await files.sumFiles(engine)) + file.limits.file > room) return full();
  await files.beginFile(engine, upload, file.limits.file);
  const received = await receive(context, upload, file).catch(full);
  const placed = received.ok
    ? await place(context, upload, { file, received: received.value }).catch(full)
    : received;
  // `place` returns another object if the same content was uploaded before, so this upload is not needed.
  const isInUse = received.ok && placed.ok && placed.value === received.value;
  // If the store does not answer now, the next sweep removes it.
  if (!isInUse) await clear(context, upload.upload, 'any').catch(() => undefined);
  return placed;
}

/** Refuses a file that the store or the disk does not accept. */
const full = () => failure<StagingRefusal>({ kind: 'full' });

/** Seals the bytes as they arrive, each chunk for its position, and identifies the content once it is stored. */
async function receive(
  context: StagingContext,
  upload: files.Upload,
  { id, purpose, bytes, limits, identify }: FileToStage,
): Promise<Outcome<KnownFile, StagingRefusal>> {
  const { chunks, cipher } = context;
  const hash = createHash('sha256');
  let size = 0;
  let number = 0;
  let isStoring = false;
  try {
    for await (const chunk of toChunks(bytes)) {
      size += chunk.byteLength;
      if (size > limits.file) return failure({ kind: 'over_limit' });
      hash.update(chunk);
      isStoring = true;
      await chunks.write(upload.upload, number, cipher.seal(contextOf(upload, number), chunk));
      isStoring = false;
      number += 1;
    }
  } catch {
    return failure({ kind: isStoring ? 'full' : 'broken_off' });
  }
  if (size === 0) return failure({ kind: 'empty' });
  await chunks.sync(upload.upload);
  const stored = readContent(context, upload, size);
  const known = await identify(stored);
  if (!known.ok) return failure({ kind: 'wrong_type', fault: known.error });
  const source = { ...known.value, size, chunks: stored.chunks };
  const verdict = await context.scanner?.scan(upload.tenant, source, 'upload');
  if (verdict === 'infected') return failure({ kind: 'infected' });
  const about = { id, purpose, ...known.value, size, hash: hash.digest('hex') };
  return success({ ...about, isClean: verdict === 'clean' });
}

/** Yields the same bytes in chunks of equal size. Each byte is copied once, however small the arriving slices are. */
async function* toChunks(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  const chunk = Buffer.allocUnsafeSlow(files.CHUNK);
  let filled = 0;
  for await (const slice of bytes)
    for (let from = 0; from < slice.byteLength; ) {
      const part = slice.subarray(from, from + files.CHUNK - filled);
      chunk.set(part, filled);
      filled += part.byteLength;
      from += part.byteLength;
      if (filled < files.CHUNK) continue;
      yield chunk;
      filled = 0;
    }
  if (filled > 0) yield chunk.subarray(0, filled);
}

/** If the same id is uploaded twice at once, the first complete file stays, and the other is compared with it. */
async function place(
  { engine, cipher }: StagingContext,
  upload: files.Upload,
  { file, received }: { readonly file: FileToStage; readonly received: KnownFile },
): Promise<Outcome<StagedFile, StagingRefusal>> {
  const duration = file.isOfVisitor === true ? VISITORS_STAGED_FOR : STAGED_FOR;
  const about = sealAbout(cipher, upload, received);
  const placing = { about, size: received.size, limits: file.limits, duration };
  const placed = await files.placeFile(engine, upload, placing);
  if (placed.kind === 'placed') return success(received);
  if (placed.kind !== 'taken') return failure({ kind: placed.kind });
  const before = openAbout(cipher, placed.before);
  return before?.hash === received.hash ? success(before) : failure({ kind: 'different_content' });
}

function readContent({ chunks, cipher }: StagingContext, upload: files.Upload, size: number): StoredContent {
  const readChunk = async (number: number): Promise<Uint8Array> => {
    const sealed = await chunks.read(upload.upload, number);
    const plain = sealed === null ? null : cipher.open(contextOf(upload, number), sealed);
    if (plain?.byteLength !== Math.min(files.CHUNK, size - number * files.CHUNK))
      throw new Error('The bytes of a staged file are gone or were changed.');
    return plain;
  };
  // Caches one chunk, because readers ask for the same one several times in a row.
  let last: { number: number; bytes: Uint8Array } = { number: -1, bytes: new Uint8Array() };
  return {
    size,
    async read(from, length) {
      const parts: Uint8Array[] = [];
      for (let at = from - (from % files.CHUNK); at < Math.min(from + length, size); at += files.CHUNK) {
        const number = at / files.CHUNK;
        if (last.number !== number) last = { number, bytes: await readChunk(number) };
        parts.push(last.bytes.subarray(Math.max(0, from - at), from + length - at));
      }
      return Buffer.concat(parts);
    },
    async *chunks() {
      for (let number = 0; number * files.CHUNK < size; number += 1) yield await readChunk(number);
    },
  };
}
