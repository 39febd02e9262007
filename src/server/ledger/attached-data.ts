/** The bytes of files for the operator. Those of one reply are all in memory at once, so their sum is limited. */
import type { FileId } from '../../core/model/ids.ts';
import type { SubjectKey } from '../ports.ts';
import { toBase64 } from '../service/file-body.ts';
import type { LedgerDependencies } from './dependencies.ts';

/** Bytes of all files in one reply. Base64 within JSON takes about three times as much memory for a moment. */
const MOST_BYTES = 50 * 1_048_576;

/** A data URI; null: more bytes than one reply may carry, or they are gone. */
export type ReadFile = (key: SubjectKey, file: FileId) => Promise<string | null>;

export function createFileReader(
  { staging }: Pick<LedgerDependencies, 'staging'>,
  most = MOST_BYTES,
): ReadFile {
  let left = most;
  return async (key, id) => {
    const file = await staging.open(key, id).catch(() => null);
    if (!file || file.size > left) return null;
    left -= file.size;
    try {
      const chunks: Uint8Array[] = [];
      for await (const chunk of file.chunks()) chunks.push(chunk);
      return `data:${file.type};base64,${decoder.decode(toBase64(join(chunks)))}`;
    } catch {
      return null;
    }
  };
}

const decoder = new TextDecoder();

function join(chunks: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(chunks.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.byteLength;
  }
  return all;
}
