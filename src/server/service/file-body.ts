/**
 * The body of an answer that carries a file: JSON whose base64 is written while the file is read, with a length that
 * is known before. So a file of any size takes the memory of one piece.
 */
import { type AnswerBody, splitForContent } from '../../core/jsonapi/write-answer.ts';
import type { FileSource } from '../../core/model/file-source.ts';

export interface StreamedBody {
  /** Bytes of the whole body: exactly so many come, or it fails. */
  readonly length: number;
  /** Opens the file; rejects where it cannot be read, before anything was sent of it. */
  open(): Promise<OpenedFile>;
}

export interface OpenedFile {
  readonly stream: ReadableStream<Uint8Array>;
  /** The request is over: the rest of the file is left alone, and the file is closed. */
  stop(): void;
}

/** Bytes of a file that become one piece of base64: a multiple of three, so that pieces join without padding. */
const CHUNK = 49_152;

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

export function createFileBody(body: AnswerBody, file: FileSource): StreamedBody {
  const { before, after } = splitForContent(body, file.type);
  const [opening, closing] = [encode(before), encode(after)];
  return {
    length: opening.byteLength + Math.ceil(file.size / 3) * 4 + closing.byteLength,
    async open() {
      const slices = writeChunks(file);
      const first = await slices.next();
      return openStream(join({ opening, first, slices, closing }));
    },
  };
}

interface Parts {
  readonly opening: Uint8Array;
  readonly first: IteratorResult<Uint8Array, void>;
  readonly slices: AsyncGenerator<Uint8Array, void>;
  readonly closing: Uint8Array;
}

async function* join({ opening, first, slices, closing }: Parts): AsyncGenerator<Uint8Array, void> {
  yield opening;
  if (first.done !== true) yield first.value;
  yield* slices;
  yield closing;
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
