/** Ids of sessions, by which a back end revokes them, and codes of links, which are exchanged for tokens. */
import { CompactEncrypt, compactDecrypt } from 'jose';
import { type SessionId, sessionId, type Tenant } from '../../../core/model/ids.ts';
import type { KnownCode, SessionStore } from '../../../core/model/session-store.ts';
import { createLruCache } from '../lru-cache.ts';
import { guardStore } from '../submissions/store-failure.ts';
import { type Keys, sha256OfText, toHex } from './keys.ts';
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
  readonly session: Session & { readonly id: SessionId };
  readonly token: string;
  readonly kind: LinkKind;
}

export interface FoundCode extends Pick<KnownCode, 'tenant' | 'session' | 'once' | 'madeAt' | 'expired'> {
  readonly token: string;
  /** @param attempt the id that the requesting page gave itself */
  spend(attempt: string | null): Promise<boolean>;
}

export interface Sessions {
  newId(tenant: Tenant): Promise<SessionId>;
  /** Returns null if no session of this tenant ever had this id. */
  readId(tenant: Tenant, id: string): Promise<SessionId | null>;
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
  const valid = createLruCache<string, number>(MOST_REMEMBERED);
  const nameOf = (tenant: Tenant, id: SessionId) => JSON.stringify([tenant, id]);
  return {
    async newId(tenant) {
      const half = randomHex(HALF / 2);
      const id = sessionId(half + (await signatureOf(keys[0], tenant, half)));
      valid.set(nameOf(tenant, id), now());
      return id;
    },
    async readId(tenant, id) {
      const half = id.slice(0, HALF);
      const signatures = await Promise.all(keys.map((key) => signatureOf(key, tenant, half)));
      return signatures.includes(id.slice(HALF)) ? sessionId(id) : null;
    },
    async revoke(tenant, id) {
      await guardStore(store.revoke(tenant, id));
      valid.delete(nameOf(tenant, id));
    },
    async isRevoked({ tenant, id }) {
      if (id === null) return false;
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
      const stored = { hash: await hashOf(code), tenant, session: id, once: kind === 'redirect' };
      await guardStore(store.addCode({ ...stored, sealed: await seal(code, token) }, lifetime));
      return code;
    },
    async findCode(code) {
      if (!codeShape.test(code)) return null;
      const found = await guardStore(store.findCode(await hashOf(code)));
      if (found === null) return null;
      const { hash, sealed, ...known } = found;
      const token = await unseal(code, sealed);
      const spend: FoundCode['spend'] = async (attempt) =>
        guardStore(store.spendCode(hash, attempt === null ? null : await sha256OfText(attempt)));
      return { ...known, token, spend };
    },
  };
}

const randomHex = (bytes: number): string => toHex(crypto.getRandomValues(new Uint8Array(bytes)));

const signatureOf = async ({ session }: Keys, tenant: Tenant, half: string): Promise<string> =>
  (await session(JSON.stringify([tenant, half]))).slice(0, HALF);

/** A plain hash is enough: a code has 160 random bits, so it cannot be guessed from its hash. */
const hashOf = (code: string): Promise<string> => sha256OfText(`apply-form code ${code}`);

const keyOf = async (code: string): Promise<Uint8Array> =>
  new Uint8Array(
    await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`apply-form key of code ${code}`)),
  );

const seal = async (code: string, token: string): Promise<string> =>
  new CompactEncrypt(new TextEncoder().encode(token))
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .encrypt(await keyOf(code));

async function unseal(code: string, sealed: string): Promise<string> {
  const { plaintext } = await compactDecrypt(sealed, await keyOf(code), {
    keyManagementAlgorithms: ['dir'],
    contentEncryptionAlgorithms: ['A256GCM'],
  });
  return new TextDecoder().decode(plaintext);
}
