/**
 * What a visitor's device keeps beside its sealed draft: the handle by which the proxy knows the session again and gives
 * the draft's key, for seven days. It is sealed with its date, so the server stores nothing about the device, and what
 * lies on the device opens nothing by itself (`src/server/http/README.md#drafts-of-visitors`).
 */
import * as z from 'zod';
import { jobId, postingId, type SessionId, sessionId, subject, tenant } from '../../../core/model/ids.ts';
import { failure, type Outcome, success } from '../../../core/model/outcome.ts';
import type { Keys } from './keys.ts';
import { openClaims, sealClaims } from './sealed-claims.ts';
import type { JobSession } from './tokens.ts';

/** Milliseconds: seven days. */
export const DRAFT_LIFETIME = 604_800_000;

const AUDIENCE = 'apply-form draft 1';

/** What the device made, at least 128 random bits. */
export const freshHandle = /^[\w-]{22,100}$/;
export const sealedHandle = /^[\w-]+\.[\w.-]{1,1024}$/;

export interface DraftHandle {
  readonly text: string;
  /** Milliseconds since 1970 from which the proxy gives the key no more. */
  readonly endsAt: number;
}

type VisitorSession = JobSession & { readonly id: SessionId };
/** Without what the proxy looks up again. */
export type HandledSession = Pick<
  VisitorSession,
  'id' | 'tenant' | 'subject' | 'job' | 'posting' | 'answered' | 'device'
> & {
  /** Milliseconds since 1970. */
  readonly madeAt: number;
};

export interface DraftHandles {
  seal(session: VisitorSession): Promise<DraftHandle>;
  open(text: string): Promise<Outcome<HandledSession, 'token_invalid' | 'token_expired'>>;
}

const payloadSchema = z.object({
  id: z.string().transform((id): SessionId => sessionId(id)),
  tenant: z.string().transform(tenant),
  sub: z.string().transform(subject),
  job: z.string().transform(jobId),
  posting: z.string().transform(postingId).nullable(),
  answered: z.boolean(),
  device: z.string().optional(),
  iat: z.number(),
});

/** @param keys the first seals, all open */
export const createDraftHandles = (
  keys: readonly [Keys, ...Keys[]],
  now: () => number,
  isRevoked: (session: Pick<JobSession, 'tenant' | 'id'>) => Promise<boolean>,
): DraftHandles => ({
  async seal({ id, tenant, subject, job, posting, answered, device }) {
    // What the applicant keeps ends when they were told that it does, however often the session is renewed.
    const madeAt = device?.at ?? now();
    const endsAt = madeAt + DRAFT_LIFETIME;
    const claims = { id, tenant, job, posting, answered, ...(device && { device: device.handle }) };
    const sealing = { key: keys[0], subject, audience: AUDIENCE, issuedAt: madeAt, expiresAt: endsAt };
    return { text: await sealClaims(claims, sealing), endsAt };
  },
  async open(text) {
    const opened = await openClaims(keys, text, { audience: AUDIENCE, now: now() });
    if (!opened.ok) return opened;
    const parsed = payloadSchema.safeParse(opened.value);
    if (!parsed.success) return failure('token_invalid');
    const { sub, iat, device: handle, ...session } = parsed.data;
    const madeAt = iat * 1000;
    const device = handle === undefined ? undefined : { handle, at: madeAt };
    if (await isRevoked(session)) return failure('token_invalid');
    return success({ ...session, subject: sub, madeAt, device });
  },
});
