/** Ids of sessions, by which a back end revokes them, and codes of links, which are exchanged for tokens. */
import { LRUCache } from 'lru-cache';
import { type SessionId, sessionId, type Tenant } from '../../core/model/ids.ts';
import { createCipher } from '../ledger/cipher.ts';
import type { KnownCode, SessionStore } from '../session-store.ts';
import { guardStore } from '../submissions/store-failure.ts';
import { type Keys, sha256, toHex } from './keys.ts';
import { openText, sealText } from './sealed-text.ts';
import type { Session } from './tokens.ts';

/** A redirect is followed once, at once; an invitation waits in a mailbox and is opened by a button on its page. */
export type LinkKind = 'redirect' | 'invitation';

/** The prefix tells the page which kind of link it was opened with; changing it makes the code invalid. */
const beginnings: Readonly<Record<LinkKind, string>> = { redirect: 'r-', invitation: 'i-' };
const codeShape = /^[ri]-[0-9a-f]{40}$/;

/** Milliseconds until a code for a redirect expires: 15 minutes. */
const REDIRECT_LIFETIME = 900_000;
/** Milliseconds for which a session is remembered as not revoked. */
const FRESH = 10_000;
/** About 150 bytes each. */
const MOST_REMEMBERED = 10_000;
/**
 * Characters of each half of a session's id: a random part, and a signature that shows it was made here for this
 * tenant.
 */
const HALF = 32;

export interface CodeWish {
  readonly session: Session;
  readonly token: string;
  readonly kind: LinkKind;
}

export interface FoundCode extends Pick<KnownCode, 'tenant' | 'session' | 'once' | 'madeAt' | 'expired'> {
  readonly token: string;
  /** @param attempt the id that the requesting page gave itself */
  spend(attempt: string | null): Promise<boolean>;
}

export interface Sessions {
  newId(tenant: Tenant): SessionId;
  /** Returns null if no session of this tenant ever had this id. */
  readId(tenant: Tenant, id: string): SessionId | null;
  revoke(tenant: Tenant, id: SessionId): Promise<void>;
  /** Asks the store every ten seconds. While it does not answer, forms are still shown, and nothing can be sent. */
  isRevoked(session: Pick<Session, 'tenant' | 'id'>): Promise<boolean>;
  /** Creates the code of a link. */
  makeCode(wish: CodeWish): Promise<string>;
  findCode(code: string): Promise<FoundCode | null>;
}

interface SessionsDependencies {
  readonly store: SessionStore;
  /** The first key signs; ids signed with any of them are known. */
  readonly keys: readonly [Keys, ...Keys[]];
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

export function createSessions({ store, keys, now }: SessionsDependencies): Sessions {
  /** When each session was last known not to be revoked. */
  const valid = new LRUCache<string, number>({ max: MOST_REMEMBERED });
  const nameOf = (tenant: Tenant, id: SessionId) => JSON.stringify([tenant, id]);
  return {
    newId(tenant) {
      const half = randomHex(HALF / 2);
      const id = sessionId(half + signatureOf(keys[0], tenant, half));
      valid.set(nameOf(tenant, id), now());
      return id;
    },
    readId(tenant, id) {
      const half = id.slice(0, HALF);
      const signatures = keys.map((key) => signatureOf(key, tenant, half));
      return signatures.includes(id.slice(HALF)) ? sessionId(id) : null;
    },
    async revoke(tenant, id) {
      await guardStore(store.revoke(tenant, id));
      valid.delete(nameOf(tenant, id));
    },
    async isRevoked({ tenant, id }) {
      const name = nameOf(tenant, id);
      const asked = now();
      if ((valid.get(name) ?? Number.NEGATIVE_INFINITY) + FRESH > asked) return false;
      try {
        if (await store.isRevoked(tenant, id)) return true;
        valid.set(name, asked);
      } catch {
        // The delivery reports the store's failure to the operator.
      }
      return false;
    },
    async makeCode({ session, token, kind }) {
      const code = beginnings[kind] + randomHex(20);
      const { tenant, id, expiresAt } = session;
      const left = expiresAt - now();
      const lifetime = kind === 'redirect' ? Math.min(REDIRECT_LIFETIME, left) : left;
      const stored = { hash: hashOf(code), tenant, session: id, once: kind === 'redirect' };
      await guardStore(store.addCode({ ...stored, sealed: sealText(cipherOf(code), id, token) }, lifetime));
      return code;
    },
    async findCode(code) {
      if (!codeShape.test(code)) return null;
      const found = await guardStore(store.findCode(hashOf(code)));
      if (found === null) return null;
      const { hash, sealed, ...known } = found;
      const token = openText(cipherOf(code), found.session, sealed);
      if (typeof token !== 'string') return null;
      const spend: FoundCode['spend'] = async (attempt) =>
        guardStore(store.spendCode(hash, attempt === null ? null : sha256(attempt)));
      return { ...known, token, spend };
    },
  };
}

const randomHex = (bytes: number): string => toHex(crypto.getRandomValues(new Uint8Array(bytes)));

const signatureOf = ({ session }: Keys, tenant: Tenant, half: string): string =>
  session(JSON.stringify([tenant, half])).slice(0, HALF);

/** A plain hash is enough: a code has 160 random bits, so it cannot be guessed from its hash. */
const hashOf = (code: string): string => sha256(`apply-form code ${code}`);

/** The code itself is the secret: the store alone opens no form. */
const cipherOf = (code: string) => createCipher([code], 'code');
