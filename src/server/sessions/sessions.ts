/** What is stored of sessions: those that were revoked, codes of links, and what back ends know of applicants. */
import { LRUCache } from 'lru-cache';
import { type SessionId, sessionId, subject, type Tenant } from '../../core/model/ids.ts';
import { type Cipher, createCipher, openText, sealText } from '../ledger/cipher.ts';
import type { SessionStore } from '../session-store.ts';
import { sha256, toHex } from './keys.ts';
import { type Prefill, readPrefill } from './session-body.ts';
import { RENEWABLE_FOR, type Session } from './tokens.ts';

/** A redirect is followed once, at once; an invitation waits in a mailbox and is opened by a button on its page. */
export type LinkKind = 'redirect' | 'invitation';

/** The prefix tells the page which kind of link it was opened with; changing it makes the code invalid. */
const beginnings: Readonly<Record<LinkKind, string>> = { redirect: 'r-', invitation: 'i-' };
const codeShape = /^[ri]-[0-9a-f]{40}$/;

/** Milliseconds until a code for a redirect expires: 15 minutes. */
const REDIRECT_LIFETIME = 900_000;
/** Milliseconds for which the store is not asked again whether a session was revoked. */
const FRESH = 10_000;
/** About 150 bytes each. */
const MOST_REMEMBERED = 10_000;

export type FoundCode = NonNullable<Awaited<ReturnType<Sessions['findCode']>>>;

export type Sessions = ReturnType<typeof createSessions>;

export function createSessions(store: SessionStore, now: () => number) {
  const revoked = new LRUCache<string, boolean, Pick<Session, 'tenant' | 'id'>>({
    max: MOST_REMEMBERED,
    ttl: FRESH,
    ttlResolution: 0,
    perf: { now },
    allowStaleOnFetchRejection: true,
    noDeleteOnStaleGet: true,
    fetchMethod: (_name, _stale, { context: { tenant, id } }) => store.isRevoked(tenant, id),
  });
  const nameOf = (tenant: Tenant, id: SessionId) => JSON.stringify([tenant, id]);
  return {
    newId: () => sessionId(crypto.randomUUID()),
    async revoke(tenant: Tenant, id: SessionId): Promise<void> {
      await store.revoke(tenant, id);
      await store.prefills.removeSession(tenant, id);
      revoked.set(nameOf(tenant, id), true);
    },
    /** While the store does not answer, forms are still shown, and nothing can be sent. */
    isRevoked: async ({ tenant, id }: Pick<Session, 'tenant' | 'id'>): Promise<boolean> =>
      (await revoked.fetch(nameOf(tenant, id), { context: { tenant, id } }).catch(() => false)) ?? false,
    async makeCode(session: Session, token: string, kind: LinkKind): Promise<string> {
      const code = beginnings[kind] + toHex(crypto.getRandomValues(new Uint8Array(20)));
      const { tenant, id, expiresAt } = session;
      const left = expiresAt - now();
      const lifetime = kind === 'redirect' ? Math.min(REDIRECT_LIFETIME, left) : left;
      const stored = { hash: hashOf(code), tenant, session: id, once: kind === 'redirect' };
      await store.addCode({ ...stored, sealed: sealText(cipherOf(code), id, token) }, lifetime);
      return code;
    },
    async findCode(code: string) {
      const found = codeShape.test(code) ? await store.findCode(hashOf(code)) : null;
      const token = found && openText(cipherOf(code), found.session, found.sealed);
      if (found === null || typeof token !== 'string') return null;
      /** @param attempt the id that the requesting page gave itself */
      const spend = (attempt: string | null) => store.spendCode(found.hash, attempt && sha256(attempt));
      return { ...found, token, spend };
    },
  };
}

/** A plain hash is enough: a code has 160 random bits, so it cannot be guessed from its hash. */
const hashOf = (code: string): string => sha256(`apply-form code ${code}`);

/** The code itself is the secret: the store alone opens no form. */
const cipherOf = (code: string) => createCipher([code], 'code');

export type Prefills = ReturnType<typeof createPrefills>;

/** What a back end knows of an applicant: sealed with the session it belongs to, and given to its form alone. */
export function createPrefills(
  { prefills: store }: Pick<SessionStore, 'prefills'>,
  cipher: Cipher,
  now: () => number,
) {
  /** An application's session is not renewed: its back end makes another one. */
  const lifetimeOf = ({ application, expiresAt }: Session) =>
    expiresAt - now() + (application === null ? RENEWABLE_FOR : 0);
  /** A row that is moved to another session opens for none. */
  const contextOf = ({ tenant, id }: Session) => JSON.stringify([tenant, id]);
  return {
    async keep(session: Session, prefill: Prefill): Promise<void> {
      const { tenant, id, subject } = session;
      const sealed = sealText(cipher, contextOf(session), prefill);
      await store.add({ tenant, session: id, subject, sealed }, lifetimeOf(session));
    },
    /** null: there is none, or it cannot be read now. */
    async find(session: Session): Promise<Prefill | null> {
      if (session.prefilled !== true) return null;
      // A form that cannot be filled in is still a form.
      const sealed = await store.find(session.tenant, session.id).catch(() => null);
      const read = sealed === null ? null : readPrefill(openText(cipher, contextOf(session), sealed));
      return read?.ok ? read.value : null;
    },
    /** The session was renewed. */
    async extend(session: Session): Promise<void> {
      const { tenant, id, prefilled } = session;
      if (prefilled === true) await store.extend(tenant, id, lifetimeOf(session));
    },
    /** The form was sent. */
    forgetSubject: (tenant: Tenant, of: string): Promise<void> => store.removeSubject(tenant, subject(of)),
  };
}
