/** What only we read: in the store, where the disk alone reveals nothing, and in browsers. AES-256-GCM (NIST SP 800-38D). */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

export interface Cipher {
  /** @param context what the text belongs to: opened for anything else it is unreadable */
  seal(context: string, plain: Uint8Array): Uint8Array;
  /** null: another secret, another context, or changed. */
  open(context: string, sealed: Uint8Array): Uint8Array | null;
  /** Whether it was sealed with one of these secrets, whatever it is. */
  knows(sealed: Uint8Array): boolean;
  /** What everything that these secrets sealed begins with. */
  readonly keyNames: readonly Uint8Array[];
}

/** Bytes at the beginning: the key's name, the nonce, the tag. */
export const KEY_NAME = 8;
const NONCE = 12;
const TAG = 16;

/** Bytes by which something is longer when it is sealed. */
export const SEAL_OVERHEAD = KEY_NAME + NONCE + TAG;

interface Key {
  readonly name: Buffer;
  readonly secret: Buffer;
}

/**
 * @param secrets the first seals, all open
 * @param purpose each has keys of its own
 */
export function createCipher(secrets: readonly [string, ...string[]], purpose = 'storage'): Cipher {
  const [first, ...others] = secrets;
  const own = deriveKey(first, purpose);
  const keys = [own, ...others.map((secret) => deriveKey(secret, purpose))];
  const nextNonce = createNonces();
  const findKey = (sealed: Uint8Array) => keys.find(({ name }) => name.equals(sealed.subarray(0, KEY_NAME)));
  return {
    keyNames: keys.map(({ name }) => name),
    knows: (sealed) => findKey(sealed) !== undefined,
    seal(context, plain) {
      const nonce = nextNonce();
      const cipher = createCipheriv('aes-256-gcm', own.secret, nonce).setAAD(Buffer.from(context));
      const body = cipher.update(plain);
      // GCM has no final block: only the tag is computed here.
      cipher.final();
      return Buffer.concat([own.name, nonce, cipher.getAuthTag(), body]);
    },
    open(context, sealed) {
      const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
      const key = findKey(bytes);
      return key === undefined ? null : decipher(key, context, bytes.subarray(KEY_NAME));
    },
  };
}

/** Fetched together: to fetch one takes longer than to seal an answer. */
const NONCES_AT_ONCE = 256;

function createNonces(): () => Uint8Array {
  let left = randomBytes(0);
  return () => {
    if (left.length === 0) left = randomBytes(NONCE * NONCES_AT_ONCE);
    const nonce = left.subarray(0, NONCE);
    left = left.subarray(NONCE);
    return nonce;
  };
}

function decipher({ secret }: Key, context: string, bytes: Buffer): Uint8Array | null {
  try {
    const decipher = createDecipheriv('aes-256-gcm', secret, bytes.subarray(0, NONCE))
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

/** The name says nothing of the secret. HKDF with SHA-256 (RFC 5869). */
function deriveKey(secret: string, purpose: string): Key {
  const derive = (name: string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, '', `apply-form ${name} 1`, length));
  return { name: derive(`${purpose} key name`, KEY_NAME), secret: derive(purpose, 32) };
}

/** What a browser or a row of the store carries as text. */
export const sealText = (cipher: Cipher, context: string, content: unknown): string =>
  toText(cipher.seal(context, Buffer.from(JSON.stringify(content))));

/** null: another secret, another context, or changed. */
export function openText(cipher: Cipher, context: string, text: string): unknown {
  const sealed = Buffer.from(text, 'base64url');
  // Unused bits at the end decode to the same bytes, so without this check some altered texts would open.
  const plain = toText(sealed) === text ? cipher.open(context, sealed) : null;
  return plain === null ? null : JSON.parse(Buffer.from(plain).toString());
}

const toText = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');
