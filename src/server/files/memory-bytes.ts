/** Bytes in this process's memory: while they come, and as they are looked at and given out again. */
import { failure, type Outcome, success } from '../../core/model/failure.ts';
import type { FileToStage, StagingRefusal, StoredContent } from '../ports.ts';

/** Why so many bytes more cannot be taken; null: they can. */
export type FindRefusal = (more: number) => StagingRefusal | null;

/** Takes in the bytes of one file, and counts them. */
export async function takeBytes(
  { bytes, limits }: Pick<FileToStage, 'bytes' | 'limits'>,
  findRefusal: FindRefusal,
): Promise<Outcome<Uint8Array<ArrayBuffer>, StagingRefusal>> {
  const slices: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const slice of bytes) {
      size += slice.byteLength;
      const refusal = size > limits.file ? { kind: 'over_limit' as const } : findRefusal(slice.byteLength);
      if (refusal !== null) return failure(refusal);
      slices.push(slice);
    }
  } catch {
    return failure({ kind: 'broken_off' });
  }
  return size === 0 ? failure({ kind: 'empty' }) : success(joined(slices, size));
}

/** Bytes that are given out in one go. */
const CHUNK = 65_536;

export const toContent = (bytes: Uint8Array): StoredContent => ({
  size: bytes.byteLength,
  read: async (from, length) => bytes.subarray(from, from + length),
  async *chunks() {
    for (let from = 0; from < bytes.byteLength; from += CHUNK) yield bytes.subarray(from, from + CHUNK);
  },
});

export function joined(slices: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size);
  let offset = 0;
  for (const slice of slices) {
    bytes.set(slice, offset);
    offset += slice.byteLength;
  }
  return bytes;
}
