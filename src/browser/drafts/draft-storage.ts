/** Where in the browser's storage one form keeps its draft, sealed. */

import type { SessionHost } from '../contract.ts';
import type { Draft } from './draft.ts';
import { keptName } from './has-draft.ts';
import type { VisitorStorage } from './visitor-storage.ts';

export interface DraftStorage {
  /** null: there is nothing stored, or nothing readable. */
  read(): Promise<string | null>;
  /** Rejects if it cannot be stored. */
  write(text: string): Promise<void>;
  /** There is nothing to store now; what is entered afterwards is stored as before. */
  empty(): void;
  /** Deletes what is stored of this form; what lies on this device of another visit stays. */
  remove(): void;
  /** Another tab has written since this form did. */
  isChanged(): boolean;
}

/** Where the draft of one form is stored, and what it contained. */
export interface DraftLocation {
  /** null: no storage is available, although the draft should be stored. */
  readonly storage: DraftStorage | null;
  /** The same where the draft belongs to a visitor without an application; null: it does not. */
  readonly visitor: VisitorStorage | null;
  readonly draft: Draft | null;
}

/** Storage name of a visitor's draft; null if the host's page has an application, or there is no form. */
export function visitorName({ settings }: Pick<SessionHost, 'settings'>): string | null {
  const { token, job, tenant, endpoint } = settings();
  return token !== null || job === null ? null : JSON.stringify([endpoint, tenant, job]);
}

/** A key that the proxy gives for a valid session: without it the text is unreadable. */
export interface Seal {
  seal(text: string): Promise<string>;
  /** null: sealed under another key, or not sealed at all. */
  open(sealed: string): Promise<string | null>;
}

/**
 * AES-GCM.
 *
 * @param keys base64url of 256 bits each: the first seals, all open
 * @returns null if there is no key, or the browser offers no cryptography, as on pages loaded over plain HTTP
 */
export async function createSeal(keys: readonly string[]): Promise<Seal | null> {
  const { subtle } = crypto;
  if (subtle === undefined) return null;
  const imported = await Promise.all(
    keys.map((key) => subtle.importKey('raw', bytesOf(key), 'AES-GCM', false, ['encrypt', 'decrypt'])),
  );
  const [first] = imported;
  return first === undefined ? null : new AesSeal(first, imported);
}

class AesSeal implements Seal {
  readonly #first: CryptoKey;
  readonly #all: readonly CryptoKey[];

  constructor(first: CryptoKey, all: readonly CryptoKey[]) {
    this.#first = first;
    this.#all = all;
  }

  async seal(text: string): Promise<string> {
    const iv = crypto.getRandomValues(new Uint8Array(IV));
    const data = new TextEncoder().encode(text);
    const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, this.#first, data);
    return textOf(new Uint8Array([...iv, ...new Uint8Array(sealed)]));
  }

  async open(text: string): Promise<string | null> {
    const sealed = bytesOf(text);
    const [iv, data] = [sealed.subarray(0, IV), sealed.subarray(IV)];
    if (data.length === 0) return null;
    for (const key of this.#all) {
      const opened = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, data).catch(() => null);
      if (opened !== null) return new TextDecoder().decode(opened);
    }
    return null;
  }
}

/**
 * For an application, whose key the proxy gives to every holder of a valid token. The name does not reveal its owner.
 *
 * @param key base64url of 256 bits
 * @param storage on this device, or in this tab alone
 * @returns null if the browser offers no cryptography
 */
export async function sealedStorage(
  key: string,
  storage: () => Storage = () => localStorage,
): Promise<DraftStorage | null> {
  const seal = await createSeal([key]);
  if (seal === null) return null;
  const item = createItem(storage, await sealedName(bytesOf(key), 'name'));
  return {
    ...item,
    read: () => seal.open(item.get() ?? ''),
    write: async (text) => item.set(await seal.seal(text)),
    empty: item.remove,
  };
}

/** A name that reveals nothing: the beginning of a hash. */
export async function sealedName(start: Uint8Array, end: string): Promise<string> {
  const bytes = new Uint8Array([...start, ...new TextEncoder().encode(end)]);
  const digest = await crypto.subtle.digest('SHA-256', bytes);
  return keptName + textOf(new Uint8Array(digest).subarray(0, 16));
}

/** Bytes (NIST SP 800-38D). */
const IV = 12;

/** One item of a storage, and what this form knows of it. */
export type StoredItem = ReturnType<typeof createItem>;

/** Storage may throw on every access: it can be full, blocked, or belong to another site. */
export function createItem(storage: () => Storage, name: string) {
  let known: string | null = null;
  const get = () => {
    try {
      return storage().getItem(name);
    } catch {
      return null;
    }
  };
  return {
    get() {
      known = get();
      return known;
    },
    set(text: string) {
      storage().setItem(name, text);
      known = text;
    },
    remove() {
      try {
        storage().removeItem(name);
      } catch {
        // Nothing can have been stored.
      }
      known = null;
    },
    /** As it is now, which this form need not know. */
    peek: get,
    isChanged: () => get() !== known,
  };
}

/** Base64url. */
export function textOf(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (letter) =>
      letter.charCodeAt(0),
    );
  } catch {
    return new Uint8Array();
  }
}
