/**
 * Encrypts what only the server may read, in the store and in browsers (AES-256-GCM, NIST SP 800-38D). An item's
 * payload is bound to its row and destination: if either was changed, it does not open and is never sent.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { failure, type Outcome, success } from '../../core/model/failure.ts';
import { type ApplicationId, applicationId } from '../../core/model/ids.ts';
import type { AttachedFile } from '../../core/model/question.ts';
import type { LedgerAnswer } from '../ports.ts';
import { applicationFiles } from '../service/bodies.ts';
import type { AnswerToSend, JobDestination } from './http-gateway.ts';
import {
  type AnswerItem,
  type Item,
  type ItemName,
  isAnswer,
  makingOf,
  type StoredRecord,
} from './record.ts';

export interface Cipher {
  /** @param context identifies the owner of the text, which opens in no other context */
  seal(context: string, plain: Uint8Array): Uint8Array;
  /** Returns null if the secret or context differs, or if the text was changed. */
  open(context: string, sealed: Uint8Array): Uint8Array | null;
  /** Whether the bytes were sealed with one of these secrets, in any context. */
  knows(sealed: Uint8Array): boolean;
  /** Prefixes of all that these secrets seal. */
  readonly keyNames: readonly Uint8Array[];
}

/** Bytes of the header: the key's name, the nonce, the tag. */
export const KEY_NAME = 8;
const NONCE = 12;
const TAG = 16;

/** Bytes that sealing adds. */
export const SEAL_OVERHEAD = KEY_NAME + NONCE + TAG;

interface Key {
  readonly name: Buffer;
  readonly secret: Buffer;
}

/**
 * @param secrets the first one seals, all of them open
 * @param purpose each purpose has its own keys
 */
export function createCipher(secrets: readonly [string, ...string[]], purpose = 'storage'): Cipher {
  const [first, ...others] = secrets;
  const sealingKey = deriveKey(first, purpose);
  const keys = [sealingKey, ...others.map((secret) => deriveKey(secret, purpose))];
  const findKey = (sealed: Uint8Array) => keys.find(({ name }) => name.equals(sealed.subarray(0, KEY_NAME)));
  return {
    keyNames: keys.map(({ name }) => name),
    knows: (sealed) => findKey(sealed) !== undefined,
    seal(context, plain) {
      const nonce = randomBytes(NONCE);
      const cipher = createCipheriv('aes-256-gcm', sealingKey.secret, nonce).setAAD(Buffer.from(context));
      const body = cipher.update(plain);
      // GCM has no final block: only the tag is computed here.
      cipher.final();
      return Buffer.concat([sealingKey.name, nonce, cipher.getAuthTag(), body]);
    },
    open(context, sealed) {
      const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
      const key = findKey(bytes);
      return key === undefined ? null : decrypt(key, context, bytes.subarray(KEY_NAME));
    },
  };
}

function decrypt({ secret }: Key, context: string, bytes: Buffer): Uint8Array | null {
  try {
    // Without this length a truncated tag would be accepted.
    const decipher = createDecipheriv('aes-256-gcm', secret, bytes.subarray(0, NONCE), { authTagLength: TAG })
      .setAAD(Buffer.from(context))
      .setAuthTag(bytes.subarray(NONCE, NONCE + TAG));
    const plain = decipher.update(bytes.subarray(NONCE + TAG));
    // Throws if the text was changed; GCM has no final block.
    decipher.final();
    return plain;
  } catch {
    return null;
  }
}

/** Derives a key and its name, which reveals nothing about the secret. HKDF with SHA-256 (RFC 5869). */
function deriveKey(secret: string, purpose: string): Key {
  const derive = (name: string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, '', `apply-form ${name} 1`, length));
  return { name: derive(`${purpose} key name`, KEY_NAME), secret: derive(purpose, 32) };
}

/** Seals JSON as text for a browser or a row of the store. */
export const sealText = (cipher: Cipher, context: string, content: unknown): string =>
  toText(seal(cipher, context, content));

/** Returns null if the secret or context differs, or if the text was changed. */
export function openText(cipher: Cipher, context: string, text: string): unknown {
  const sealed = Buffer.from(text, 'base64url');
  // Unused bits at the end decode to the same bytes, so without this check some altered texts would open.
  const plain = toText(sealed) === text ? cipher.open(context, sealed) : null;
  return plain === null ? null : JSON.parse(Buffer.from(plain).toString());
}

const toText = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');

type AnswerPayload = Pick<AnswerToSend, 'value' | 'title' | 'type' | 'isDistinct'>;

/** The owner and destination of a submission: an existing application, or one to be made for a job. */
export type Addressed = Pick<StoredRecord, 'key' | 'reference' | 'application' | 'job'>;

/** Why a payload cannot be opened. */
export type Unopened =
  /** The payload was wiped. */
  | 'wiped'
  /** Sealed with a secret that this process lacks: another process delivers it. */
  | 'other_secret'
  /** Sealed for another row or destination, or changed since. */
  | 'misdirected';

type Opened<Content> = Outcome<Content, Unopened>;

const contextOf = (addressed: Addressed, { question, part }: ItemName): string => {
  const { key, reference, application, job } = addressed;
  return JSON.stringify(['item', key.tenant, key.subject, reference, application, job, question, part]);
};

/** Context of the application's id after it was made. */
const madeContext = ({ key, reference, job }: Addressed): string =>
  JSON.stringify(['made', key.tenant, key.subject, reference, job]);

export function sealAnswer(cipher: Cipher, addressed: Addressed, answer: LedgerAnswer): Uint8Array {
  const { value, title, type, isDistinct } = answer;
  return seal(cipher, contextOf(addressed, answer), { value, title, type, isDistinct });
}

export const applicationItem = { question: null, part: 0 } as const;

export const sealDestination = (
  cipher: Cipher,
  addressed: Addressed,
  destination: JobDestination,
): Uint8Array => seal(cipher, contextOf(addressed, applicationItem), destination);

interface Made {
  readonly id: string;
  /** Names of the files sent with the application, which distinguish them from later documents. */
  readonly files: readonly string[];
}

/** Seals the application's id in place of its payload, so that a changed row cannot name another application. */
export const sealMade = (
  cipher: Cipher,
  addressed: Addressed,
  id: string,
  files: readonly string[] = [],
): Uint8Array => seal(cipher, madeContext(addressed), { id, files });

const seal = (cipher: Cipher, context: string, content: unknown) =>
  cipher.seal(context, Buffer.from(JSON.stringify(content)));

export function openAnswer(cipher: Cipher, record: StoredRecord, item: AnswerItem): Opened<AnswerToSend> {
  const { question, part } = item;
  const opened = open<AnswerPayload>(cipher, contextOf(record, item), item.payload);
  if (!opened.ok) return opened;
  const { value } = opened.value;
  const named = value.kind === 'document' ? [value.file] : [];
  return carries(item, named) ? success({ ...opened.value, question, part }) : failure('misdirected');
}

/** Whether the row has exactly the files that were sealed. */
const carries = ({ files }: Pick<Item, 'files'>, named: readonly AttachedFile[]): boolean =>
  files.length === named.length && named.every(({ id }, index) => id === files[index]);

export const openDestination = (
  cipher: Cipher,
  record: StoredRecord,
  item: Pick<Item, 'payload' | 'files'>,
): Opened<JobDestination> => {
  const opened = open<JobDestination>(cipher, contextOf(record, applicationItem), item.payload);
  if (!opened.ok) return opened;
  return carries(item, applicationFiles(opened.value.files)) ? opened : failure('misdirected');
};

/** Opens the application that gets the answers. The id of an existing application is sealed with each answer. */
export function openApplication(cipher: Cipher, record: StoredRecord): Opened<ApplicationId> {
  const making = makingOf(record);
  if (making === null)
    return record.application === null ? failure('misdirected') : success(record.application);
  const made = openMade(cipher, record, making);
  return made.ok ? success(applicationId(made.value.id)) : made;
}

/** @param making the delivered application item */
export function openMade(cipher: Cipher, record: StoredRecord, making: Item): Opened<Made> {
  const { serviceId, payload } = making;
  if (serviceId === null || payload === null) return failure('misdirected');
  const opened = open<Made>(cipher, madeContext(record), payload);
  return !opened.ok || opened.value.id === serviceId ? opened : failure('misdirected');
}

/** Names of the files sent with the application; null if they cannot be read. */
export function namesOfApplication(cipher: Cipher, record: StoredRecord): readonly string[] | null {
  const making = makingOf(record);
  if (making === null) return [];
  const made = openMade(cipher, record, making);
  if (made.ok) return made.value.files;
  const destination = openDestination(cipher, record, making);
  return destination.ok ? applicationFiles(destination.value.files).map(({ name }) => name) : null;
}

/** Returns null if the item is no file or cannot be read. */
export function nameOfFile(cipher: Cipher, record: StoredRecord, item: AnswerItem): string | null {
  const opened = openAnswer(cipher, record, item);
  return opened.ok && opened.value.value.kind === 'document' ? opened.value.value.file.name : null;
}

/** Returns null if the item can be sent. */
export function findFault(cipher: Cipher, record: StoredRecord, item: Item): Unopened | null {
  if (!isAnswer(item)) return faultOf(openDestination(cipher, record, item));
  return faultOf(openAnswer(cipher, record, item)) ?? faultOf(openApplication(cipher, record));
}

const faultOf = (opened: Opened<unknown>): Unopened | null => (opened.ok ? null : opened.error);

/** Trusts the JSON that it opens, because only this server can seal. */
function open<Content>(cipher: Cipher, context: string, payload: Uint8Array | null): Opened<Content> {
  if (payload === null) return failure('wiped');
  if (!cipher.knows(payload)) return failure('other_secret');
  const bytes = cipher.open(context, payload);
  return bytes === null ? failure('misdirected') : success(JSON.parse(Buffer.from(bytes).toString()));
}
