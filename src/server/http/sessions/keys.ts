/** Derives one key for each purpose from `APPLY_SECRET` (HKDF with SHA-256, RFC 5869), and computes hashes. */
import { base64url } from 'jose';
import { canonicalJson } from '../../../core/jsonapi/canonical-json.ts';
import type { OutgoingValue } from '../../../core/model/answer.ts';
import type { Details, FileDetailName } from '../../../core/model/details.ts';
import type { QuestionId } from '../../../core/model/ids.ts';
import type { SubjectKey } from '../../../core/model/ports.ts';

export interface Keys {
  /** Identifies the key in a token's header without revealing anything about the secret. */
  readonly id: string;
  /** 256 bits, for A256GCM. */
  readonly token: Uint8Array;
  /** HMAC with SHA-256. */
  readonly fingerprint: CryptoKey;
  /** HMAC with SHA-256 for emails: the operator can find a person by email, but the store alone reveals no emails. */
  readonly email: CryptoKey;
  /** HMAC with SHA-256 for the ids of sessions. */
  readonly session: CryptoKey;
  /** 256 bits as base64url, with which the browser of one applicant encrypts their draft. */
  draft(applicant: SubjectKey): Promise<string>;
}

export async function deriveKeys(secret: string): Promise<Keys> {
  const material = await crypto.subtle.importKey('raw', encode(secret), 'HKDF', false, ['deriveBits']);
  const derive = async (purpose: string) =>
    new Uint8Array(
      await crypto.subtle.deriveBits(
        { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(0), info: encode(`apply-form ${purpose} 1`) },
        material,
        256,
      ),
    );
  const signing = { name: 'HMAC', hash: 'SHA-256' };
  const signingKey = async (purpose: string) =>
    crypto.subtle.importKey('raw', await derive(purpose), signing, false, ['sign']);
  return {
    id: toHex((await derive('key id')).slice(0, 8)),
    token: await derive('token'),
    fingerprint: await signingKey('fingerprint'),
    email: await signingKey('email'),
    session: await signingKey('session id'),
    draft: async ({ tenant, subject }) =>
      base64url.encode(await derive(`draft ${JSON.stringify([tenant, subject])}`)),
  };
}

const encode = (text: string) => new TextEncoder().encode(text);

export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

export const sha256 = async (bytes: Uint8Array<ArrayBuffer>): Promise<string> =>
  toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));

export const sha256OfText = (text: string): Promise<string> => sha256(encode(text));

export const hmacOfText = async (key: CryptoKey, text: string): Promise<string> =>
  toHex(new Uint8Array(await crypto.subtle.sign('HMAC', key, encode(text))));

/** `KEY.HASH`, independent of case, surrounding space and Unicode form of the email. */
export const hashEmail = async ({ id, email: key }: Keys, email: string): Promise<string> =>
  `${id}.${await hmacOfText(key, email.normalize('NFC').trim().toLowerCase())}`;

export interface Content {
  readonly question: QuestionId;
  readonly value: OutgoingValue;
  /** SHA-256 of a file's bytes; null: the value is not a file, or the file is missing. */
  readonly fileHash: string | null;
}

/** Hashes an answer without revision, language or file names, so that the same content has the same hash. */
export function fingerprintAnswer(key: CryptoKey, { question, value, fileHash }: Content): Promise<string> {
  const content = value.kind === 'document' ? { file: fileHash ?? `missing ${value.file.id}` } : value;
  return hmacOfText(key, canonicalJson([question, content]));
}

/** Of the documents of an application, by their bytes: SHA-256. */
export type DetailHashes = Readonly<Partial<Record<FileDetailName, string | readonly string[]>>>;

/**
 * Hashes a visitor's details; no answer's content can have the same canonical form. Without documents it is the hash
 * that earlier releases stored.
 */
export const fingerprintDetails = (
  key: CryptoKey,
  details: Details,
  files: DetailHashes = {},
): Promise<string> =>
  hmacOfText(key, canonicalJson(Object.keys(files).length === 0 ? { details } : { details, files }));

/** Independent of order, because two tabs may list the same answers differently. */
export const fingerprintAll = (key: CryptoKey, fingerprints: readonly string[]): Promise<string> =>
  hmacOfText(key, [...fingerprints].sort().join(' '));
