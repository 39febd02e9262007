/**
 * Session tokens. They are sealed (JWE, `dir` with A256GCM), so that the browser can read neither the application's
 * id nor anything else, and bound to tenant, subject, job and expiry. The algorithm is fixed here: the token's header
 * has no influence on it.
 */
import * as z from 'zod';
import {
  type ApplicationId,
  applicationId,
  type JobId,
  jobId,
  type PostingId,
  postingId,
  type SessionId,
  type Subject,
  sessionId,
  subject,
  type Tenant,
  tenant,
} from '../../../core/model/ids.ts';
import { failure, type Outcome, success } from '../../../core/model/outcome.ts';
import { createLruCache } from '../lru-cache.ts';
import type { KeptDevice, Keys } from './keys.ts';
import { openClaims, sealClaims } from './sealed-claims.ts';

interface SessionBase {
  /** By which a back end revokes it; null: made by the previous release, so it cannot be revoked. */
  readonly id: SessionId | null;
  readonly tenant: Tenant;
  /** What all data is stored under: the application's id, or a random one in job mode. */
  readonly subject: Subject;
  readonly job: JobId;
  /** By which a page named the job; null: it named the job, or there is an application. */
  readonly posting: PostingId | null;
  /** What the questions belong to at the service; null: all questions. */
  readonly questionable: string | null;
  /**
   * The form was already sent when this session was made: the application had answers, or the visitor had applied.
   */
  readonly answered: boolean;
  /**
   * The application was rejected or hired (`closedWhen`) when it was read for this session. Later changes are seen
   * when the form is opened (`application-ends.ts`).
   */
  readonly closed: boolean;
  /** Milliseconds since 1970 when the service was asked for the application; 0: unknown, or there is none. */
  readonly readAt: number;
  /** Made for a visitor: it shows the form only while the job is public (`public-jobs.ts`). */
  readonly publicOnly: boolean;
  /** A back end said what it knows of the applicant: it is in the store, sealed. */
  readonly prefilled?: boolean | undefined;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

export interface ApplicationSession extends SessionBase {
  readonly application: ApplicationId;
}

/** For a visitor who has no application yet: it is created when they send the form. */
export interface JobSession extends SessionBase {
  readonly application: null;
  /** The applicant keeps the draft on their device; absent: it is their tab's alone. */
  readonly device?: KeptDevice | undefined;
}

export type Session = ApplicationSession | JobSession;

type Opened = Outcome<Session, 'token_invalid' | 'token_expired'>;

export interface Tokens {
  seal(session: Session): Promise<string>;
  /** @param late milliseconds after its expiry in which a token still opens; 0 unless it is to be renewed */
  open(token: string, late?: number): Promise<Opened>;
  /** Opens a token even if it was revoked, to say where else its holder can apply. */
  read(token: string, late?: number): Promise<Opened>;
}

const AUDIENCE = 'apply-form session 1';
/** About 1 kB each. */
const REMEMBERED_TOKENS = 10_000;

const payloadSchema = z.object({
  // Tokens of the previous release have no id.
  id: z.string().transform(sessionId).nullable().default(null),
  tenant: z.string().transform(tenant),
  sub: z.string().transform(subject),
  application: z.string().transform(applicationId).nullable(),
  job: z.string().transform(jobId),
  // Tokens of the previous release have none.
  posting: z.string().transform(postingId).nullable().default(null),
  questionable: z.string().nullable(),
  answered: z.boolean(),
  // Tokens of the previous release have none.
  closed: z.boolean().default(false),
  readAt: z.number().default(0),
  publicOnly: z.boolean().default(true),
  device: z.object({ handle: z.string(), at: z.number() }).optional(),
  prefilled: z.boolean().optional(),
  exp: z.number(),
});

/** @param keys the first seals, all open */
export function createTokens(
  keys: readonly [Keys, ...Keys[]],
  now: () => number,
  isRevoked: (session: Session) => Promise<boolean> = async () => false,
): Tokens {
  const opened = createLruCache<string, Session>(REMEMBERED_TOKENS);
  const read: Tokens['read'] = async (token, late = 0) => {
    const known = opened.get(token);
    if (known !== undefined)
      return known.expiresAt + late > now() ? success(known) : failure('token_expired');
    const session = await open(keys, token, now() - late);
    if (session.ok) opened.set(token, session.value);
    return session;
  };
  return {
    seal: (session) => seal(keys[0], session),
    read,
    async open(token, late) {
      const session = await read(token, late);
      return session.ok && (await isRevoked(session.value)) ? failure('token_invalid') : session;
    },
  };
}

function seal(key: Keys, session: Session): Promise<string> {
  const { subject, expiresAt, ...claims } = session;
  return sealClaims({ ...claims }, { key, subject, audience: AUDIENCE, expiresAt });
}

async function open(keys: readonly Keys[], token: string, now: number): Promise<Opened> {
  const opened = await openClaims(keys, token, { audience: AUDIENCE, now });
  if (!opened.ok) return opened;
  const parsed = payloadSchema.safeParse(opened.value);
  if (!parsed.success) return failure('token_invalid');
  const { sub, exp, ...session } = parsed.data;
  return success({ ...session, subject: sub, expiresAt: exp * 1000 });
}
