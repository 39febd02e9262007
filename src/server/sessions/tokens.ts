/**
 * A session, sealed: as a token, or as what a visitor's device keeps with its draft (`src/server/http/README.md#drafts-of-visitors`).
 * The browser reads neither the application's id nor anything else, and the server stores nothing about the device.
 */
import { LRUCache } from 'lru-cache';
import * as z from 'zod';
import { failure, type Outcome, success } from '../../core/model/failure.ts';
import {
  type ApplicationId,
  applicationId,
  jobId,
  postingId,
  sessionId,
  subject,
  tenant,
} from '../../core/model/ids.ts';
import { type Cipher, openText, sealText } from '../ledger/cipher.ts';

const schema = z
  .object({
    /** By which a back end revokes it. */
    id: z.string().transform((id) => sessionId(id)),
    tenant: z.string().transform(tenant),
    /** What all data is stored under: the application's id, or a random one in job mode. */
    subject: z.string().transform(subject),
    /** null: the visitor has none yet; it is created when they send the form. */
    application: z.string().transform(applicationId).nullable(),
    job: z.string().transform(jobId),
    /** By which a page named the job; null: it named the job, or there is an application. */
    posting: z.string().transform(postingId).nullable(),
    /** What the questions belong to at the service; null: all questions. */
    questionable: z.string().nullable(),
    /** The form was already sent when this session was made: the application had answers, or the visitor had applied. */
    answered: z.boolean(),
    /** The application was rejected or hired (`closedWhen`) when it was read for this session. */
    closed: z.boolean(),
    /** Milliseconds since 1970 when the service was asked for the application; 0: unknown, or there is none. */
    readAt: z.number(),
    /** Made for a visitor: it shows the form only while the job is public (`jobs.ts`). */
    publicOnly: z.boolean(),
    /** The applicant keeps the draft on this device; absent: it is their tab's alone. */
    device: z.object({ handle: z.string(), at: z.number() }).optional(),
    /** A back end said what it knows of the applicant: it is in the store, sealed. */
    prefilled: z.boolean().optional(),
    /** Milliseconds since 1970. */
    expiresAt: z.number(),
  })
  .readonly();
type Sealed = z.output<typeof schema>;

export type ApplicationSession = Sealed & { readonly application: ApplicationId };
export type JobSession = Sealed & { readonly application: null };

export type Session = ApplicationSession | JobSession;

/** A back end made all other sessions, and so vouches for their applicants. */
export const isVisitor = ({ application, publicOnly }: Session): boolean =>
  application === null && publicOnly;

type Opened = Outcome<Session, 'token_invalid' | 'token_expired'>;

/** Milliseconds after its expiry in which a session of a job can be renewed, and for which a device keeps a draft: seven days. */
export const RENEWABLE_FOR = 604_800_000;
export const DRAFT_LIFETIME = RENEWABLE_FOR;

type TextKind = 'session' | 'draft';

export interface Opening {
  readonly kind?: TextKind;
  /** Milliseconds after its expiry in which it still opens; 0 unless it is to be renewed. */
  readonly late?: number;
}

export type Tokens = ReturnType<typeof createTokens>;

/** About 1 kB each. */
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
    /** For the device of a visitor. `endsAt`: milliseconds since 1970 from which it opens no more. */
    sealDraft(session: JobSession) {
      // What the applicant keeps ends when the form said that it does, however often the session is renewed.
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
