/**
 * What a visitor's device keeps beside its sealed draft: the handle by which the proxy knows the session again and gives
 * the draft's key, for seven days. It is sealed with its date, so the server stores nothing about the device, and what
 * lies on the device opens nothing by itself (`src/server/http/README.md#drafts-of-visitors`).
 */
import * as z from 'zod';
import { failure, type Outcome, success } from '../../core/model/failure.ts';
import { jobId, postingId, type SessionId, sessionId, subject, tenant } from '../../core/model/ids.ts';
import type { Cipher } from '../ledger/cipher.ts';
import { openClaims, sealClaims } from './sealed-text.ts';
import type { JobSession } from './tokens.ts';

/** Milliseconds: seven days. */
export const DRAFT_LIFETIME = 604_800_000;

/** What the device made, at least 128 random bits. */
export const freshHandle = /^[\w-]{22,100}$/;
export const sealedHandle = /^[\w-]+\.[\w.-]{1,1024}$/;

export interface DraftHandle {
  readonly text: string;
  /** Milliseconds since 1970 from which the proxy gives the key no more. */
  readonly endsAt: number;
}

/** Without what the proxy looks up again. */
export type HandledSession = Pick<
  JobSession,
  'id' | 'tenant' | 'subject' | 'job' | 'posting' | 'answered' | 'device'
> & {
  /** Milliseconds since 1970. */
  readonly madeAt: number;
};

export interface DraftHandles {
  seal(session: JobSession): DraftHandle;
  open(text: string): Promise<Outcome<HandledSession, 'token_invalid' | 'token_expired'>>;
}

const schema = z.object({
  id: z.string().transform((id): SessionId => sessionId(id)),
  tenant: z.string().transform(tenant),
  subject: z.string().transform(subject),
  job: z.string().transform(jobId),
  posting: z.string().transform(postingId).nullable(),
  answered: z.boolean(),
  /** What the device made; absent: it is the tab's alone. */
  handle: z.string().optional(),
  madeAt: z.number(),
  expiresAt: z.number(),
});

export const createDraftHandles = (
  cipher: Cipher,
  now: () => number,
  isRevoked: (session: Pick<JobSession, 'tenant' | 'id'>) => Promise<boolean>,
): DraftHandles => ({
  seal({ id, tenant, subject, job, posting, answered, device }) {
    // What the applicant keeps ends when they were told that it does, however often the session is renewed.
    const madeAt = device?.at ?? now();
    const endsAt = madeAt + DRAFT_LIFETIME;
    const claims = { id, tenant, subject, job, posting, answered, handle: device?.handle };
    return { text: sealClaims(cipher, 'draft', { ...claims, madeAt, expiresAt: endsAt }), endsAt };
  },
  async open(text) {
    const opened = openClaims(cipher, text, { kind: 'draft', schema, now: now() });
    if (!opened.ok) return opened;
    const { handle, expiresAt: _end, ...session } = opened.value;
    if (await isRevoked(session)) return failure('token_invalid');
    const device = handle === undefined ? undefined : { handle, at: session.madeAt };
    return success({ ...session, device });
  },
});
