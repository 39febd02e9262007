/** Where in the browser's storage one form keeps its draft: sealed, or for as long as the tab is open. */

import type { SessionHost } from '../contract.ts';
import type { Draft } from './draft.ts';
import { keptName } from './has-draft.ts';

export interface DraftStorage {
  /** null: there is nothing stored, or nothing readable. */
  read(): Promise<string | null>;
  /** Rejects if it cannot be stored. */
  write(text: string): Promise<void>;
  remove(): void;
  /** Another tab has written since this form did. */
  isChanged(): boolean;
}

/** Where the draft of one form is stored, and what it contained. */
export interface DraftLocation {
  /** null: no storage is available, although the draft should be stored. */
  readonly storage: DraftStorage | null;
  /** The draft belongs to a visitor without an application, and is stored with the session of this tab. */
  readonly isVisitor: boolean;
  readonly draft: Draft | null;
}

/** Storage name of a visitor's draft; null if the host's page has an application, or there is no form. */
export function visitorName({ settings }: Pick<SessionHost, 'settings'>): string | null {
  const { token, job, tenant, endpoint } = settings();
  return token !== null || job === null ? null : JSON.stringify([endpoint, tenant, job]);
}

/**
 * For this tab only: what a visitor without an application has typed is deleted with it (`src/README.md#18-drafts`).
 */
export function tabStorage(name: string): DraftStorage {
  const item = createItem(() => sessionStorage, keptName + name);
  return { ...item, read: async () => item.get(), write: async (text) => item.set(text) };
}

/**
 * AES-GCM under the key that the proxy gives to every holder of a valid token: without the key the text is unreadable,
 * and its name does not reveal its owner.
 * @param key base64url of 256 bits
 * @returns null if the browser offers no cryptography, as on pages loaded over plain HTTP
 */
export async function sealedStorage(key: string): Promise<DraftStorage | null> {
  const { subtle } = crypto;
  if (subtle === undefined) return null;
  const raw = bytesOf(key);
  const seal = await subtle.importKey('raw', raw, 'AES-GCM', false, ['encrypt', 'decrypt']);
  const digest = await subtle.digest(
    'SHA-256',
    new Uint8Array([...raw, ...new TextEncoder().encode('name')]),
  );
  const item = createItem(() => localStorage, keptName + textOf(new Uint8Array(digest).subarray(0, 16)));
  return {
    ...item,
    async read() {
      const sealed = bytesOf(item.get() ?? '');
      const [iv, data] = [sealed.subarray(0, IV), sealed.subarray(IV)];
      if (data.length === 0) return null;
      return subtle.decrypt({ name: 'AES-GCM', iv }, seal, data).then(
        (text) => new TextDecoder().decode(text),
        () => null,
      );
    },
    async write(text) {
      const iv = crypto.getRandomValues(new Uint8Array(IV));
      const data = await subtle.encrypt({ name: 'AES-GCM', iv }, seal, new TextEncoder().encode(text));
      item.set(textOf(new Uint8Array([...iv, ...new Uint8Array(data)])));
    },
  };
}

/** Bytes (NIST SP 800-38D). */
const IV = 12;

/** Storage may throw on every access: it can be full, blocked, or belong to another site. */
function createItem(storage: () => Storage, name: string) {
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
    isChanged: () => get() !== known,
  };
}

/** Base64url. */
function textOf(bytes: Uint8Array): string {
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
