/** Keyed hashes of what was sent, without revision, language or names of files: the same content, the same hash. */

import { canonicalJson } from '../documents/canonical-json.ts';
import type { OutgoingValue } from '../model/answer.ts';
import type { QuestionId } from '../model/ids.ts';
import { hmacOfText } from './keys.ts';

export interface Content {
  readonly question: QuestionId;
  readonly value: OutgoingValue;
  /** SHA-256 of a file's bytes; null: no file, or not here. */
  readonly fileHash: string | null;
}

export const fingerprintAnswer = (
  key: CryptoKey,
  { question, value, fileHash }: Content,
): Promise<string> => {
  const content = value.kind === 'document' ? { file: fileHash ?? `missing ${value.file.id}` } : value;
  return hmacOfText(key, canonicalJson([question, content]));
};

/** In any order: two tabs may write the same answers down differently. */
export const fingerprintAll = (key: CryptoKey, fingerprints: readonly string[]): Promise<string> =>
  hmacOfText(key, [...fingerprints].sort().join(' '));
