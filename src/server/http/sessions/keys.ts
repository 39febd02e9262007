/** Derives one key for each purpose from `APPLY_SECRET` (HKDF with SHA-256, RFC 5869), and computes hashes. */
import { base64url } from 'jose';
import { canonicalJson } from '../../../core/jsonapi/canonical-json.ts';
import type { OutgoingValue } from '../../../core/model/answer.ts';
import type { Details, FileDetailName } from '../../../core/model/details.ts';
import type { QuestionId } from '../../../core/model/ids.ts';
import type { SubjectKey } from '../../../core/model/ports.ts';

/** HMAC with SHA-256 of a text, hex. */
export type KeyedHash = (text: string) => string | Promise<string>;

export interface KeptDevice {
  /** Random, made by the device for this one draft. */
  readonly handle: string;
  /** Milliseconds since 1970 at which the applicant asked for it, in whole seconds, as its handle says it. */
  readonly at: number;
}

export interface Keys {
  /** Identifies the key in a token's header without revealing anything about the secret. */
  readonly id: string;
  /** A256GCM. */
  readonly token: CryptoKey;
  /** A256GCM, for what back ends know of applicants. */
  readonly prefill: CryptoKey;
  readonly fingerprint: KeyedHash;
  /** For emails: the operator can find a person by email, but the store alone reveals no emails. */
  readonly email: KeyedHash;
  /** For the ids of sessions. */
  readonly session: KeyedHash;
  /** For what a visitor is given to solve. */
  readonly challenge: KeyedHash;
  /** For addresses and subjects whose requests are counted in the store. */
  readonly limit: KeyedHash;
  /**
   * 256 bits as base64url, with which the browser of one applicant encrypts their draft.
   *
   * @param device that keeps it: with another date the key is another, so that none outlives its seven days
   */
  draft(applicant: SubjectKey, device?: KeptDevice): Promise<string>;
}

/**
 * Makes the keyed hash of 256 bits. WebCrypto's is there on every platform, but hands each text to another thread,
 * which costs more than hashing an answer.
 */
export type MakeKeyedHash = (key: Uint8Array<ArrayBuffer>) => KeyedHash;

const makeWebHash: MakeKeyedHash = (bytes) => {
  const key = crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  return async (text) => toHex(new Uint8Array(await crypto.subtle.sign('HMAC', await key, encode(text))));
};

export async function deriveKeys(secret: string, makeHash: MakeKeyedHash = makeWebHash): Promise<Keys> {
  const material = await crypto.subtle.importKey('raw', encode(secret), 'HKDF', false, ['deriveBits']);
  const derive = async (purpose: string) =>
    new Uint8Array(
      await crypto.subtle.deriveBits(
        { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(0), info: encode(`apply-form ${purpose} 1`) },
        material,
        256,
      ),
    );
  const hash = async (purpose: string) => makeHash(await derive(purpose));
  const sealing = async (purpose: string) =>
    crypto.subtle.importKey('raw', await derive(purpose), 'AES-GCM', false, ['encrypt', 'decrypt']);
  return {
    id: toHex((await derive('key id')).slice(0, 8)),
    token: await sealing('token'),
    prefill: await sealing('prefill'),
    fingerprint: await hash('fingerprint'),
    email: await hash('email'),
    session: await hash('session id'),
    challenge: await hash('challenge'),
    limit: await hash('limit'),
    draft: async ({ tenant, subject }, device) =>
      base64url.encode(
        await derive(
          `draft ${JSON.stringify([tenant, subject, ...(device ? [device.handle, device.at] : [])])}`,
        ),
      ),
  };
}

const encode = (text: string) => new TextEncoder().encode(text);

export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

export const sha256 = async (bytes: Uint8Array<ArrayBuffer>): Promise<string> =>
  toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));

export const sha256OfText = (text: string): Promise<string> => sha256(encode(text));

/** `KEY.HASH`, independent of case, surrounding space and Unicode form of the email. */
export const hashEmail = async ({ id, email: hash }: Keys, email: string): Promise<string> =>
  `${id}.${await hash(email.normalize('NFC').trim().toLowerCase())}`;

export interface Content {
  readonly question: QuestionId;
  readonly value: OutgoingValue;
  /** SHA-256 of a file's bytes; null: the value is not a file, or the file is missing. */
  readonly fileHash: string | null;
}

/** Hashes an answer without revision, language or file names, so that the same content has the same hash. */
export function fingerprintAnswer(
  hash: KeyedHash,
  { question, value, fileHash }: Content,
): ReturnType<KeyedHash> {
  const content = value.kind === 'document' ? { file: fileHash ?? `missing ${value.file.id}` } : value;
  return hash(canonicalJson([question, content]));
}

/** Of the documents of an application, by their bytes: SHA-256. */
export type DetailHashes = Readonly<Partial<Record<FileDetailName, string | readonly string[]>>>;

/** Hashes a visitor's details; no answer's content can have the same canonical form. */
export const fingerprintDetails = (
  hash: KeyedHash,
  details: Details,
  files: DetailHashes = {},
): ReturnType<KeyedHash> => hash(canonicalJson({ details, files }));

/** Independent of order, because two tabs may list the same answers differently. */
export const fingerprintAll = (hash: KeyedHash, fingerprints: readonly string[]): ReturnType<KeyedHash> =>
  hash([...fingerprints].sort().join(' '));

/** For one submission, whose answers are hashed one by one and as a whole: each text once. */
export function hashOnce({ fingerprint, ...keys }: Keys): Keys {
  const known = new Map<string, ReturnType<KeyedHash>>();
  return {
    ...keys,
    fingerprint(text) {
      const hashed = known.get(text) ?? fingerprint(text);
      known.set(text, hashed);
      return hashed;
    },
  };
}
