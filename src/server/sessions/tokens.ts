/**
 * Seals sessions, as tokens or as handles that a visitor's device stores with its draft
 * (`src/server/http/README.md#drafts-of-visitors`). The browser reads neither the application's id nor anything else,
 * and the server stores nothing about the device.
 */

import { createHash, createHmac, createSecretKey, hkdfSync } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import * as z from 'zod';
import type { Details } from '../../core/model/details.ts';
import { failure, type Outcome, success } from '../../core/model/failure.ts';
import {
  type ApplicationId,
  applicationId,
  jobId,
  postingId,
  type QuestionId,
  sessionId,
  subject,
  type Tenant,
  tenant,
} from '../../core/model/ids.ts';
import type { OutgoingValue } from '../../core/model/question.ts';
import type { ProxyContext, TenantContext } from '../http/context.ts';
import type { ProxyEvent } from '../http/events.ts';
import { type Allowance, networkOf } from '../http/limits.ts';
import { type Checked, isAllowedOrigin, refused } from '../http/replies.ts';
import { type Cipher, openText, sealText } from '../ledger/cipher.ts';
import type { SubjectKey } from '../ports.ts';

const schema = z
  .object({
    /** With this id a back end revokes the session. */
    id: z.string().transform((id) => sessionId(id)),
    tenant: z.string().transform(tenant),
    /** The subject of all stored data: the application's id, or a random one in job mode. */
    subject: z.string().transform(subject),
    /** null if a visitor has none yet: it is made when they send the form. */
    application: z.string().transform(applicationId).nullable(),
    job: z.string().transform(jobId),
    /** The posting by which a page named the job; null if it named the job itself, or if there is an application. */
    posting: z.string().transform(postingId).nullable(),
    /** The owner of the questions at the service; null for all questions. */
    questionable: z.string().nullable(),
    /** The form was already sent when this session was made: the application had answers, or the visitor had applied. */
    answered: z.boolean(),
    /** The application was rejected or hired (`closedWhen`) when it was read for this session. */
    closed: z.boolean(),
    /** Milliseconds since 1970 when the service was asked for the application; 0: unknown, or there is none. */
    readAt: z.number(),
    /** Made for a visitor: it shows the form only while the job is public (`jobs.ts`). */
    publicOnly: z.boolean(),
    /** Present if the applicant keeps the draft on this device; otherwise it belongs to their tab. */
    device: z.object({ handle: z.string(), at: z.number() }).optional(),
    /** Whether a back end sent a prefill, which is in the store, sealed. */
    prefilled: z.boolean().optional(),
    /** Milliseconds since 1970. */
    expiresAt: z.number(),
  })
  .readonly();
type Sealed = z.output<typeof schema>;

export type ApplicationSession = Sealed & { readonly application: ApplicationId };
export type JobSession = Sealed & { readonly application: null };

export type Session = ApplicationSession | JobSession;

/** Whether no back end vouches for the applicant: back ends made all other sessions. */
export const isVisitor = ({ application, publicOnly }: Session): boolean =>
  application === null && publicOnly;

type Opened = Outcome<Session, 'token_invalid' | 'token_expired'>;

/** Milliseconds after its expiry in which a job's session can be renewed and a device keeps a draft: seven days. */
export const RENEWABLE_FOR = 604_800_000;
export const DRAFT_LIFETIME = RENEWABLE_FOR;

type TextKind = 'session' | 'draft';

export interface Opening {
  readonly kind?: TextKind;
  /** Milliseconds after its expiry in which it still opens; 0 unless it is to be renewed. */
  readonly late?: number;
}

export type Tokens = ReturnType<typeof createTokens>;

/** Opened sessions that are remembered, about 1 kB each. */
const REMEMBERED = 10_000;
/** Characters: far more than we ever seal; a longer text is not opened. */
const LONGEST = 2_048;

export function createTokens(
  cipher: Cipher,
  now: () => number,
  isRevoked: (session: Session) => Promise<boolean> = async () => false,
) {
  const opened = new LRUCache<string, Session>({ max: REMEMBERED });
  const sealAs = (kind: TextKind, session: Session) => `${kind}.${sealText(cipher, kind, session)}`;
  function unseal(text: string, kind: TextKind): Session | null {
    if (text.length > LONGEST || !text.startsWith(`${kind}.`)) return null;
    const parsed = schema.safeParse(openText(cipher, kind, text.slice(kind.length + 1)));
    return parsed.success ? { ...parsed.data } : null;
  }
  function read(text: string, { kind = 'session', late = 0 }: Opening = {}): Opened {
    const known = text.startsWith(`${kind}.`) ? opened.get(text) : undefined;
    const session = known ?? unseal(text, kind);
    if (session === null) return failure('token_invalid');
    opened.set(text, session);
    return session.expiresAt + late > now() ? success(session) : failure('token_expired');
  }
  return {
    seal: (session: Session): string => sealAs('session', session),
    /** Seals the handle for a visitor's device. `endsAt`: milliseconds since 1970 at which it expires. */
    sealDraft(session: JobSession) {
      // A renewed session does not extend the draft.
      const endsAt = (session.device?.at ?? now()) + DRAFT_LIFETIME;
      return { text: sealAs('draft', { ...session, expiresAt: endsAt }), endsAt };
    },
    /** Opens a token even if it was revoked, to say where else its holder can apply. */
    read,
    async open(text: string, opening?: Opening): Promise<Opened> {
      const session = read(text, opening);
      return session.ok && (await isRevoked(session.value)) ? failure('token_invalid') : session;
    },
  };
}

/** HMAC with SHA-256 of a text, hex. */
export type KeyedHash = (text: string) => string;

export type Keys = ReturnType<typeof deriveKeys>;

export function deriveKeys(secret: string) {
  const derive = (purpose: string) =>
    Buffer.from(hkdfSync('sha256', secret, '', `apply-form ${purpose} 1`, 32));
  const hash = (purpose: string): KeyedHash => {
    const key = createSecretKey(derive(purpose));
    return (text) => createHmac('sha256', key).update(text).digest('hex');
  };
  return {
    /** Identifies the secret without revealing anything about it. */
    id: toHex(derive('key id').subarray(0, 8)),
    fingerprint: hash('fingerprint'),
    /** The operator can find a person by email, but the store alone reveals no emails. */
    email: hash('email'),
    /** For challenges of visitors. */
    challenge: hash('challenge'),
    /** For addresses and subjects whose requests are counted in the store. */
    limit: hash('limit'),
    /**
     * The key with which an applicant's browser encrypts their draft: 256 bits as base64url.
     *
     * @param device the device that keeps the draft: another date gives another key, so that no draft outlives its
     * seven days
     */
    draft({ tenant, subject }: SubjectKey, device?: Session['device']): string {
      const names = [tenant, subject, ...(device ? [device.handle, device.at] : [])];
      return derive(`draft ${JSON.stringify(names)}`).toString('base64url');
    },
  };
}

export const toHex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

export const sha256 = (bytes: Uint8Array | string): string =>
  createHash('sha256').update(bytes).digest('hex');

/** `KEY.HASH`, independent of case, surrounding space and Unicode form of the email. */
export const hashEmail = ({ id, email: hash }: Keys, email: string): string =>
  `${id}.${hash(email.normalize('NFC').trim().toLowerCase())}`;

export interface Content {
  readonly question: QuestionId;
  readonly value: OutgoingValue;
  /** SHA-256 of a file's bytes; null: the value is not a file, or the file is missing. */
  readonly fileHash: string | null;
}

/** Hashes an answer without revision, language or file names, so that the same content has the same hash. */
export function fingerprintAnswer(hash: KeyedHash, { question, value, fileHash }: Content): string {
  const content = value.kind === 'document' ? { file: fileHash ?? `missing ${value.file.id}` } : value;
  return hash(canonicalJson([question, content]));
}

/** Hashes a visitor's details; no answer's content can have the same canonical form. */
export const fingerprintDetails = (hash: KeyedHash, details: Details): string =>
  hash(canonicalJson({ details }));

/** Independent of order, because two tabs may list the same answers differently. */
export const fingerprintAll = (hash: KeyedHash, fingerprints: readonly string[]): string =>
  hash([...fingerprints].sort().join(' '));

/** JSON text that does not depend on the order of members. */
export const canonicalJson = (json: unknown): string => JSON.stringify(json, withSortedMembers) ?? 'null';

const withSortedMembers = (_name: string, value: unknown): unknown =>
  typeof value !== 'object' || value === null || Array.isArray(value)
    ? value
    : Object.fromEntries(Object.entries(value).sort(([first], [second]) => (first < second ? -1 : 1)));

/** A request with a valid token; `id` is the last part of its path, if the route has one. */
export interface Call {
  readonly session: Session;
  readonly tenant: TenantContext;
  readonly context: ProxyContext;
  readonly request: Request;
  readonly id: string;
  readonly address: string;
  /** Called as soon as the submission is stored. */
  readonly stored?: (() => void) | undefined;
}

export const UNKNOWN_ADDRESS = 'unknown address';

/** Characters: twice the longest token, and more than any key has. A longer one is cut off and so opens nothing. */
const LONGEST_BEARER = 4_096;

export const readBearer = ({ headers }: Request): string | null =>
  /^Bearer ([^\s]+)$/i.exec((headers.get('authorization') ?? '').slice(0, LONGEST_BEARER))?.[1] ?? null;

/** @param allowance which rate limit the request counts against, for its subject */
export async function authoriseToken(
  context: ProxyContext,
  request: Request,
  allowance: Allowance,
): Promise<Checked<Pick<Call, 'session' | 'tenant'>>> {
  const token = readBearer(request);
  if (token === null) return refused('unauthorized');
  const opened = await context.tokens.open(token);
  const tenant = opened.ok ? context.tenants.get(opened.value.tenant) : undefined;
  if (!opened.ok || tenant === undefined) return refuseToken(context, opened.ok ? null : opened.error);
  const session = opened.value;
  const { publicOrigin, signs, staging } = context;
  if (!isAllowedOrigin({ request, publicOrigin }, [tenant.origins]))
    return refuseOrigin(context, request, tenant.id);
  const subjectName = JSON.stringify([tenant.id, session.subject]);
  // The visitor's form is still open, so its files stay. If this fails, the form uploads them again.
  if (isVisitor(session) && !signs.has(subjectName)) {
    signs.set(subjectName, true);
    void staging.keep?.(session).catch(() => undefined);
  }
  const spent = await context.limits.spend(allowance, subjectName, tenant.id);
  return spent.ok ? success({ session, tenant }) : spent;
}

/** Refuses a token. A forged one costs no allowance, because tokens cannot be guessed; an expired one was ours. */
export function refuseToken({ events }: ProxyContext, error: 'token_expired' | 'token_invalid' | null) {
  if (error === 'token_expired') return refused('token_expired');
  events.report('forged_token');
  return refused('token_invalid');
}

/** Reports the refusal to the operator, because the page's browser tells it no more than "offline". */
export function refuseOrigin({ events }: Pick<ProxyContext, 'events'>, request: Request, tenant: Tenant) {
  events.report('origin_refused', { tenant, ...originOf(request) });
  return refused('origin_not_allowed');
}

/** Characters of an origin in the log. */
const LONGEST_ORIGIN = 200;

/** The request's origin, shortened for the log. */
export const originOf = ({ headers }: Request): { readonly origin: string } => ({
  origin: (headers.get('origin') ?? '').slice(0, LONGEST_ORIGIN),
});

/** Finds the tenant by its admin key. */
export async function authoriseAdmin(
  context: ProxyContext,
  request: Request,
  address?: string,
): Promise<Checked<TenantContext>> {
  const given = readBearer(request);
  if (given === null) return refused('unauthorized');
  const tenant = findAdmin(context, given);
  if (tenant !== null) return success(tenant);
  const limited = await spendGuess(context, 'wrong_key', address);
  return limited ?? refused('unauthorized', { detail: 'This key is not an admin key of any tenant.' });
}

/** @returns the refusal if this network has guessed too often, else null */
export async function spendGuess(
  { events, limits }: ProxyContext,
  event: Extract<ProxyEvent, 'wrong_key' | 'wrong_code'>,
  address: string = UNKNOWN_ADDRESS,
): Promise<Checked<never> | null> {
  events.report(event);
  const spent = await limits.spend('guess', networkOf(address));
  return spent.ok ? null : failure(spent.error);
}

/** Compares keyed hashes, so that the time it takes does not reveal where two keys differ. */
export function findAdmin({ keys: [{ fingerprint }], tenants }: ProxyContext, given: string) {
  for (const tenant of tenants.values())
    if (tenant.adminKey !== null && fingerprint(given) === fingerprint(tenant.adminKey)) return tenant;
  return null;
}
