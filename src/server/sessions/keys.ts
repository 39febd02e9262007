/** Derives one key for each purpose from `APPLY_SECRET` (HKDF with SHA-256, RFC 5869), and computes hashes. */
import { createHash, createHmac, createSecretKey, hkdfSync } from 'node:crypto';
import type { Details } from '../../core/model/details.ts';
import type { QuestionId } from '../../core/model/ids.ts';
import type { OutgoingValue } from '../../core/model/question.ts';
import type { SubjectKey } from '../ports.ts';
import type { Session } from './tokens.ts';

/** HMAC with SHA-256 of a text, hex. */
export type KeyedHash = (text: string) => string;

export type Keys = ReturnType<typeof deriveKeys>;

export function deriveKeys(secret: string) {
  const derive = (purpose: string) =>
    Buffer.from(hkdfSync('sha256', secret, '', `apply-form ${purpose} 1`, 32));
  const hash = (purpose: string): KeyedHash => {
    const key = createSecretKey(derive(purpose));
    return (text) => createHmac('sha256', key).update(text).digest('hex');
  };
  return {
    /** Of the secret, without revealing anything about it. */
    id: toHex(derive('key id').subarray(0, 8)),
    fingerprint: hash('fingerprint'),
    /** The operator can find a person by email, but the store alone reveals no emails. */
    email: hash('email'),
    /** For what a visitor is given to solve. */
    challenge: hash('challenge'),
    /** For addresses and subjects whose requests are counted in the store. */
    limit: hash('limit'),
    /**
     * 256 bits as base64url, with which the browser of one applicant encrypts their draft.
     *
     * @param device that keeps it: with another date the key is another, so that none outlives its seven days
     */
    draft({ tenant, subject }: SubjectKey, device?: Session['device']): string {
      const names = [tenant, subject, ...(device ? [device.handle, device.at] : [])];
      return derive(`draft ${JSON.stringify(names)}`).toString('base64url');
    },
  };
}

export const toHex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

export const sha256 = (bytes: Uint8Array | string): string =>
  createHash('sha256').update(bytes).digest('hex');

/** `KEY.HASH`, independent of case, surrounding space and Unicode form of the email. */
export const hashEmail = ({ id, email: hash }: Keys, email: string): string =>
  `${id}.${hash(email.normalize('NFC').trim().toLowerCase())}`;

export interface Content {
  readonly question: QuestionId;
  readonly value: OutgoingValue;
  /** SHA-256 of a file's bytes; null: the value is not a file, or the file is missing. */
  readonly fileHash: string | null;
}

/** Hashes an answer without revision, language or file names, so that the same content has the same hash. */
export function fingerprintAnswer(hash: KeyedHash, { question, value, fileHash }: Content): string {
  const content = value.kind === 'document' ? { file: fileHash ?? `missing ${value.file.id}` } : value;
  return hash(canonicalJson([question, content]));
}

/** Hashes a visitor's details; no answer's content can have the same canonical form. */
export const fingerprintDetails = (hash: KeyedHash, details: Details): string =>
  hash(canonicalJson({ details }));

/** Independent of order, because two tabs may list the same answers differently. */
export const fingerprintAll = (hash: KeyedHash, fingerprints: readonly string[]): string =>
  hash([...fingerprints].sort().join(' '));

/** JSON text that does not depend on the order of members. */
export const canonicalJson = (json: unknown): string => JSON.stringify(json, withSortedMembers) ?? 'null';

const withSortedMembers = (_name: string, value: unknown): unknown =>
  typeof value !== 'object' || value === null || Array.isArray(value)
    ? value
    : Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
