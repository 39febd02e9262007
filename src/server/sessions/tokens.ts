/**
 * Session tokens. They are sealed, so that the browser can read neither the application's id nor anything else, and
 * bound to tenant, subject, job and expiry.
 */
import { LRUCache } from 'lru-cache';
import * as z from 'zod';
import { failure, type Outcome, success } from '../../core/model/failure.ts';
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
} from '../../core/model/ids.ts';
import type { Cipher } from '../ledger/cipher.ts';
import type { KeptDevice } from './keys.ts';
import { openClaims, sealClaims } from './sealed-text.ts';

interface SessionBase {
  /** By which a back end revokes it. */
  readonly id: SessionId;
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
   * when the form is opened (`applications.ts`).
   */
  readonly closed: boolean;
  /** Milliseconds since 1970 when the service was asked for the application; 0: unknown, or there is none. */
  readonly readAt: number;
  /** Made for a visitor: it shows the form only while the job is public (`jobs.ts`). */
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
  seal(session: Session): string;
  /** @param late milliseconds after its expiry in which a token still opens; 0 unless it is to be renewed */
  open(token: string, late?: number): Promise<Opened>;
  /** Opens a token even if it was revoked, to say where else its holder can apply. */
  read(token: string, late?: number): Opened;
}

/** About 1 kB each. */
const REMEMBERED_TOKENS = 10_000;

const schema = z.object({
  id: z.string().transform((id): SessionId => sessionId(id)),
  tenant: z.string().transform(tenant),
  subject: z.string().transform(subject),
  application: z.string().transform(applicationId).nullable(),
  job: z.string().transform(jobId),
  posting: z.string().transform(postingId).nullable(),
  questionable: z.string().nullable(),
  answered: z.boolean(),
  closed: z.boolean(),
  readAt: z.number(),
  publicOnly: z.boolean(),
  device: z.object({ handle: z.string(), at: z.number() }).optional(),
  prefilled: z.boolean().optional(),
  expiresAt: z.number(),
});

export function createTokens(
  cipher: Cipher,
  now: () => number,
  isRevoked: (session: Session) => Promise<boolean> = async () => false,
): Tokens {
  const opened = new LRUCache<string, Session>({ max: REMEMBERED_TOKENS });
  const read: Tokens['read'] = (token, late = 0) => {
    const known = opened.get(token);
    if (known !== undefined)
      return known.expiresAt + late > now() ? success(known) : failure('token_expired');
    const claims = openClaims(cipher, token, { kind: 'session', schema, now: now() - late });
    if (!claims.ok) return claims;
    const session: Session = { ...claims.value };
    opened.set(token, session);
    return success(session);
  };
  return {
    seal: (session) => sealClaims(cipher, 'session', session),
    read,
    async open(token, late) {
      const session = read(token, late);
      return session.ok && (await isRevoked(session.value)) ? failure('token_invalid') : session;
    },
  };
}
