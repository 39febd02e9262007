/** Takes in the bytes of one file, a piece at a time, and asks what they are once they lie in their place. */
import { failure, type Outcome, success } from '../model/outcome.ts';
import type { FileToStage, StagingRefusal, StoredContent } from '../model/ports.ts';

export interface KeptContent extends StoredContent {
  remove(): Promise<void>;
}

/** Why so many bytes more cannot be taken; null: they can. */
export type FindRefusal = (more: number) => StagingRefusal | null;

/** Where the bytes of one file go. */
export interface IncomingBytes {
  /** Bytes so far. */
  readonly size: number;
  /** null: it lies there. */
  append(piece: Uint8Array): Promise<StagingRefusal | null>;
  finish(): Promise<{ readonly content: KeptContent; readonly hash: string }>;
  discard(): Promise<void>;
}

export interface Received {
  readonly content: KeptContent;
  readonly size: number;
  readonly type: string;
  /** SHA-256, hex. */
  readonly hash: string;
}

export async function receive(
  file: FileToStage,
  bytes: IncomingBytes,
): Promise<Outcome<Received, StagingRefusal>> {
  const received = await takeAll(file, bytes);
  if (!received.ok) await bytes.discard();
  return received;
}

async function takeAll(file: FileToStage, bytes: IncomingBytes): Promise<Outcome<Received, StagingRefusal>> {
  const refusal = await append(file, bytes);
  if (refusal !== null) return failure(refusal);
  if (bytes.size === 0) return failure({ kind: 'empty' });
  const { content, hash } = await bytes.finish();
  const type = await file.findType(content);
  return type === null
    ? failure({ kind: 'wrong_type' })
    : success({ content, size: content.size, type, hash });
}

async function append(file: FileToStage, into: IncomingBytes): Promise<StagingRefusal | null> {
  try {
    for await (const piece of file.bytes) {
      if (into.size + piece.byteLength > file.limits.file) return { kind: 'over_limit' };
      const refusal = await into.append(piece);
      if (refusal !== null) return refusal;
    }
    return null;
  } catch {
    return { kind: 'broken_off' };
  }
}
