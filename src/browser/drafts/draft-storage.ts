/** The place in the browser's storage in which one form keeps its draft: sealed, or for as long as the tab is open. */

import type { SessionHost } from '../session/session-host.ts';
import { keptName } from './has-draft.ts';

export interface DraftStorage {
  /** null: there is nothing, or nothing that can be read. */
  read(): Promise<string | null>;
  /** Rejects where it cannot be stored. */
  write(text: string): Promise<void>;
  remove(): void;
  /** Somebody else has written since this form did. */
  isChanged(): boolean;
}

/** Of a visitor's vault; null: the host's page has an application, or no form at all. */
export function visitorName({ settings }: Pick<SessionHost, 'settings'>): string | null {
  const { token, job, tenant, endpoint } = settings();
  return token !== null || job === null ? null : JSON.stringify([endpoint, tenant, job]);
}

/** Of this tab alone: what a visitor without an application has typed is gone with it (`src/README.md#18-drafts`). */
export function tabStorage(name: string): DraftStorage {
  const item = createItem(() => sessionStorage, keptName + name);
  return { ...item, read: async () => item.get(), write: async (text) => item.set(text) };
}

/**
 * AES-GCM under the key that the proxy gives to whoever has a valid token: without it the text is noise, and its name
 * does not tell whose it is.
 *
 * @param key base64url of 256 bits
 * @returns null where the browser has no cryptography: on pages that came over plain HTTP
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

/** Storage may throw at every touch: full, blocked, or of another site. */
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
