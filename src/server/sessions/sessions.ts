/**
 * Stored data of sessions: revocations, codes of links, prefills; and the last state of their applications and jobs.
 */
import { LRUCache } from 'lru-cache';
import { failure, success } from '../../core/model/failure.ts';
import { type ApplicationId, type SessionId, sessionId, subject, type Tenant } from '../../core/model/ids.ts';
import { createCache, createPatience, type Patience } from '../forms/form-cache.ts';
import type { JobState } from '../forms/jobs.ts';
import type { TenantContext } from '../http/context.ts';
import type { Checked } from '../http/replies.ts';
import { type Cipher, createCipher, openText, sealText } from '../ledger/cipher.ts';
import type { Log } from '../log.ts';
import type { Application } from '../service/create-service.ts';
import type { SessionStore } from '../session-store.ts';
import { type Prefill, readPrefill } from './session-body.ts';
import { type Call, isVisitor, RENEWABLE_FOR, type Session, sha256, toHex } from './tokens.ts';

/** A redirect is followed once, at once; an invitation waits in a mailbox and is opened by a button on its page. */
export type LinkKind = 'redirect' | 'invitation';

/** The prefix tells the page which kind of link it was opened with; changing it makes the code invalid. */
const codePrefixes: Readonly<Record<LinkKind, string>> = { redirect: 'r-', invitation: 'i-' };
const codeShape = /^[ri]-[0-9a-f]{40}$/;

/** Milliseconds until a code for a redirect expires: 15 minutes. */
const REDIRECT_LIFETIME = 900_000;
/** Milliseconds for which the store is not asked again whether a session was revoked. */
const FRESH = 10_000;
/** Sessions whose revocation is remembered, about 150 bytes each. */
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
      const code = codePrefixes[kind] + toHex(crypto.getRandomValues(new Uint8Array(20)));
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

/** Prefills, sealed with the session that they belong to and given only to its form. */
export function createPrefills(
  { prefills: store }: Pick<SessionStore, 'prefills'>,
  cipher: Cipher,
  now: () => number,
) {
  /** An application's session is not renewed: its back end makes another one. */
  const lifetimeOf = ({ application, expiresAt }: Session) =>
    expiresAt - now() + (application === null ? RENEWABLE_FOR : 0);
  /** Binds a prefill to its session, so that a row that is moved to another session does not open. */
  const contextOf = ({ tenant, id }: Session) => JSON.stringify([tenant, id]);
  return {
    async keep(session: Session, prefill: Prefill): Promise<void> {
      const { tenant, id, subject } = session;
      const sealed = sealText(cipher, contextOf(session), prefill);
      await store.add({ tenant, session: id, subject, sealed }, lifetimeOf(session));
    },
    /** Gives null if there is none, or if it cannot be read now. */
    async find(session: Session): Promise<Prefill | null> {
      if (session.prefilled !== true) return null;
      // A form works even without its prefill.
      const sealed = await store.find(session.tenant, session.id).catch(() => null);
      const read = sealed === null ? null : readPrefill(openText(cipher, contextOf(session), sealed));
      return read?.ok ? read.value : null;
    },
    /** Called when the session is renewed. */
    async extend(session: Session): Promise<void> {
      const { tenant, id, prefilled } = session;
      if (prefilled === true) await store.extend(tenant, id, lifetimeOf(session));
    },
    /** Called when the form was sent. */
    forgetSubject: (tenant: Tenant, id: string): Promise<void> => store.removeSubject(tenant, subject(id)),
  };
}

type Visiting = Pick<Call, 'context' | 'session' | 'tenant'>;

/**
 * The state in a token may be a day old, so opening a form reads the application again, at most once a minute. Sending
 * never asks the service, because a receipt must not depend on it.
 */
export async function lookForEnd({ context, session, tenant }: Visiting): Promise<void> {
  const { application } = session;
  if (application === null || tenant.closedWhen.length === 0) return;
  const isDown = context.delivery.isDown(tenant.id);
  const patience = createPatience(context.clock, { isDown, isForReceipt: true });
  await context.applications.load({ tenant, application }, { patience });
}

/** Uses the last state from the service: a rejection closes links given out before, and withdrawing it opens them. */
export function isClosed({ context, session, tenant }: Visiting): boolean {
  const { application, readAt, closed } = session;
  const known = application && context.applications.peek({ tenant, application });
  return known?.value && known.readAt > readAt ? isEnded(tenant, known.value) : closed;
}

/**
 * A visitor's session shows its form for as long as the job is public; one that a back end made always does.
 *
 * @returns null if a back end made the session, because it decides who gets the form
 */
export async function findShownJob(
  { context, tenant, session }: Visiting,
  patience: Patience,
): Promise<Checked<JobState | null>> {
  if (!isVisitor(session)) return success(null);
  return context.jobs.findPublic({ tenant, job: session.job, address: null }, { patience });
}

export type Applications = ReturnType<typeof createApplications>;

/** Cached applications, about 300 bytes each. */
const MOST_APPLICATIONS = 10_000;

/** Caches the last reading of each application, so that sessions can still be made while the service is down. */
export const createApplications = (log: Log, now: () => number) =>
  createCache<
    { readonly tenant: Pick<TenantContext, 'id' | 'service'>; readonly application: ApplicationId },
    Application
  >(
    {
      most: MOST_APPLICATIONS,
      keyOf: ({ tenant, application }) => [tenant.id, application],
      async read({ tenant, application }) {
        // The document does not list the nested include: if the service refuses it, only the application is read.
        const whole = await tenant.service.readApplication(application, ['answers.question']);
        const isUnknown = !whole.ok && whole.error.kind === 'bad_request';
        const reply = isUnknown ? await tenant.service.readApplication(application, []) : whole;
        if (reply.ok) return reply;
        const { error } = reply;
        if (error.kind === 'not_found') return failure({ kind: 'absent' });
        log.error('service_failed', { tenant: tenant.id, cause: error.kind });
        return failure({ kind: 'down', error });
      },
      restore: () => null,
    },
    { trees: null, now },
  );

export function isEnded({ closedWhen }: TenantContext, { rejectedAt, hiredAt }: Application): boolean {
  const ends = { rejected: rejectedAt, hired: hiredAt };
  return closedWhen.some((end) => ends[end] !== null);
}
