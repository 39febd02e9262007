/**
 * The body of an answer that carries a file: JSON whose base64 is written while the file is read, with a length that
 * is known before. So a file of any size takes the memory of one piece.
 */
import { type AnswerBody, splitForContent } from '../documents/write-answer.ts';
import type { FileSource } from '../model/file-source.ts';

export interface StreamedBody {
  /** Bytes of the whole body: exactly so many come, or it fails. */
  readonly length: number;
  /** Opens the file; rejects where it cannot be read, before anything was sent of it. */
  open(): Promise<ReadableStream<Uint8Array>>;
}

/** Bytes of a file that become one piece of base64: a multiple of three, so that pieces join without padding. */
const PIECE = 49_152;

export function createFileBody(body: AnswerBody, file: FileSource): StreamedBody {
  const { before, after } = splitForContent(body, file.type);
  const [opening, closing] = [encode(before), encode(after)];
  return {
    length: opening.byteLength + Math.ceil(file.size / 3) * 4 + closing.byteLength,
    async open() {
      const pieces = writePieces(file);
      const first = await pieces.next();
      return streamOf(join({ opening, first, pieces, closing }));
    },
  };
}

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

interface Parts {
  readonly opening: Uint8Array;
  readonly first: IteratorResult<Uint8Array, void>;
  readonly pieces: AsyncGenerator<Uint8Array, void>;
  readonly closing: Uint8Array;
}

async function* join({ opening, first, pieces, closing }: Parts): AsyncGenerator<Uint8Array, void> {
  yield opening;
  if (first.done !== true) yield first.value;
  yield* pieces;
  yield closing;
}

/** A file of another length than was told fails before its last piece: what was sent of it is no whole body. */
async function* writePieces({ chunks, size }: FileSource): AsyncGenerator<Uint8Array, void> {
  let [rest, read]: [Uint8Array, number] = [new Uint8Array(0), 0];
  for await (const chunk of chunks()) {
    read += chunk.byteLength;
    if (read > size) throw new Error('The file is longer than was told.');
    const bytes = concatenate(rest, chunk);
    const ready = Math.floor(bytes.byteLength / PIECE) * PIECE;
    for (let from = 0; from < ready; from += PIECE) yield toBase64(bytes.subarray(from, from + PIECE));
    rest = bytes.slice(ready);
  }
  if (read < size) throw new Error('The file is shorter than was told.');
  if (rest.byteLength > 0) yield toBase64(rest);
}

function concatenate(one: Uint8Array, other: Uint8Array): Uint8Array {
  if (one.byteLength === 0) return other;
  const both = new Uint8Array(one.byteLength + other.byteLength);
  both.set(one);
  both.set(other, one.byteLength);
  return both;
}

/** Characters of one call: as many as may safely be its arguments. */
const CALL = 8_192;

/** By the means of every runtime, `btoa`: `Buffer` is Node's alone. */
function toBase64(bytes: Uint8Array): Uint8Array {
  let binary = '';
  for (let from = 0; from < bytes.byteLength; from += CALL)
    binary += String.fromCharCode(...bytes.subarray(from, from + CALL));
  return encode(btoa(binary));
}

function streamOf(pieces: AsyncGenerator<Uint8Array, void>): ReadableStream<Uint8Array> {
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await pieces.next();
        if (done === true) controller.close();
        else controller.enqueue(value);
      },
      // The rest of the file is left alone, and the file is closed.
      cancel: async () => void (await pieces.return()),
    },
    { highWaterMark: 1 },
  );
}
