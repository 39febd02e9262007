/**
 * The body of a request that carries files: JSON whose base64 is written while the files are read, one after the other,
 * with a length that is known before. So files of any size and number take the memory of one piece.
 */

import type { FileSource } from '../ports.ts';

/** Between the pieces of a body: no applicant can write it, since it is random in each process. */
const MARK = crypto.randomUUID();

/** What a body has for a data URI in base64 (RFC 2397), whose content is written while its file is read. */
export const contentOf = (type: string): string => `data:${type};base64,${MARK}`;

/** The text of a body, cut where contents go: one piece more than there are contents. */
export const splitAtContents = (body: object): readonly string[] => JSON.stringify(body).split(MARK);

export interface StreamedBody {
  /** Bytes of the whole body: exactly so many come, or it fails. */
  readonly length: number;
  /** Opens the files; rejects where one cannot be read, before anything was sent of any. */
  open(): Promise<OpenedFile>;
}

export interface OpenedFile {
  readonly stream: ReadableStream<Uint8Array>;
  /** The request is over: the rest of the files is left alone, and what is open is closed. */
  stop(): void;
}

/** Bytes of a file that become one piece of base64: a multiple of three, so that pieces join without padding. */
const CHUNK = 49_152;

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

/**
 * @param body with `contentOf` for each file
 * @param files in the order of their places
 */
export function createFileBody(body: object, files: readonly FileSource[]): StreamedBody {
  const pieces = splitAtContents(body).map(encode);
  if (pieces.length !== files.length + 1)
    throw new Error('A body has another number of files than contents.');
  const text = pieces.reduce((sum, { byteLength }) => sum + byteLength, 0);
  const content = files.reduce((sum, { size }) => sum + Math.ceil(size / 3) * 4, 0);
  return {
    length: text + content,
    async open() {
      const [first, ...others] = files;
      for (const file of others) await readBeginning(file);
      const slices = first === undefined ? null : await beginSlices(first);
      return openStream(join(pieces, { slices, others }));
    },
  };
}

/** A file whose first bytes cannot be read is found out before anything of the others goes. */
async function readBeginning(file: FileSource): Promise<void> {
  for await (const _ of file.chunks()) return;
}

interface Slices {
  readonly first: IteratorResult<Uint8Array, void>;
  readonly rest: AsyncGenerator<Uint8Array, void>;
}

async function beginSlices(file: FileSource): Promise<Slices> {
  const rest = writeChunks(file);
  return { first: await rest.next(), rest };
}

interface Contents {
  /** Of the first file, which is open already. */
  readonly slices: Slices | null;
  readonly others: readonly FileSource[];
}

async function* join(
  [opening = encode(''), ...pieces]: readonly Uint8Array[],
  { slices, others }: Contents,
): AsyncGenerator<Uint8Array, void> {
  yield opening;
  for (const [place, piece] of pieces.entries()) {
    const other = others[place - 1];
    if (place === 0 && slices !== null) {
      if (slices.first.done !== true) yield slices.first.value;
      yield* slices.rest;
    } else if (other !== undefined) yield* writeChunks(other);
    yield piece;
  }
}

/** A file of another length than was told fails before its last piece: what was sent of it is no whole body. */
async function* writeChunks({ chunks, size }: FileSource): AsyncGenerator<Uint8Array, void> {
  const slice = new Uint8Array(CHUNK);
  let [filled, read] = [0, 0];
  for await (const chunk of chunks()) {
    read += chunk.byteLength;
    if (read > size) throw new Error('The file is longer than was told.');
    for (let from = 0; from < chunk.byteLength; ) {
      const part = chunk.subarray(from, from + CHUNK - filled);
      slice.set(part, filled);
      [from, filled] = [from + part.byteLength, filled + part.byteLength];
      if (filled === CHUNK) yield toBase64(slice);
      filled %= CHUNK;
    }
  }
  if (read < size) throw new Error('The file is shorter than was told.');
  if (filled > 0) yield toBase64(slice.subarray(0, filled));
}

const alphabet = encode('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/');
const padding = encode('=');

/** RFC 4648. By hand because `Buffer` is Node's alone, and `btoa` takes ten times as long. */
export function toBase64(bytes: Uint8Array): Uint8Array {
  const text = new Uint8Array(Math.ceil(bytes.length / 3) * 4);
  const digit = (bits: number) => alphabet[bits & 63] ?? 0;
  for (let from = 0, to = 0; from < bytes.length; from += 3, to += 4) {
    const group = ((bytes[from] ?? 0) << 16) | ((bytes[from + 1] ?? 0) << 8) | (bytes[from + 2] ?? 0);
    text[to] = digit(group >> 18);
    text[to + 1] = digit(group >> 12);
    text[to + 2] = digit(group >> 6);
    text[to + 3] = digit(group);
  }
  const missing = (3 - (bytes.length % 3)) % 3;
  for (let number = 1; number <= missing; number += 1) text.set(padding, text.length - number);
  return text;
}

/** Node's `fetch` reads a body to its end even when its connection is gone, so it has to be stopped. */
function openStream(slices: AsyncGenerator<Uint8Array, void>): OpenedFile {
  const end = async () => void (await slices.return().catch(() => undefined));
  let isStopped = false;
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
    const { done, value } = await slices.next();
    if (isStopped) controller.error(new Error('The request is over.'));
    else if (done === true) controller.close();
    else controller.enqueue(value);
  };
  const stop = () => {
    isStopped = true;
    void end();
  };
  return { stream: new ReadableStream({ pull, cancel: end }, { highWaterMark: 1 }), stop };
}
