/** Exchanges the code of a link for the token of its session. */

import { fallbackFor } from '../forms/question-routes.ts';
import type { ProxyContext } from '../http/context.ts';
import { isAllowedOrigin } from '../http/cross-origin.ts';
import { type Checked, refused } from '../http/refusal.ts';
import { REVOCATION_KEPT } from '../session-store.ts';
import { refuseOrigin, UNKNOWN_ADDRESS } from './authorise.ts';
import type { Asking } from './job-sessions.ts';
import { replySession } from './session-reply.ts';
import type { FoundCode } from './sessions.ts';
import type { Session } from './tokens.ts';

export interface Exchange {
  readonly code: string;
  readonly attempt?: string | undefined;
}

/**
 * `token_expired`: the code is spent or expired, or its form was sent. `token_invalid`: it was revoked, or is not one
 * of ours. Both say where else the applicant can apply.
 */
export async function exchangeCode(asking: Asking, { code, attempt }: Exchange): Promise<Checked<Response>> {
  const { context, request, address = UNKNOWN_ADDRESS } = asking;
  const no = async (why: 'token_expired' | 'token_invalid', fallback: string | null) => {
    const refusal = refused(why, { detail: details[why], fallback });
    // A code of ours is no guess, and guesses of others at its address do not take this word away.
    if (why === 'token_expired') return refusal;
    context.events.tell('wrong_code');
    const spent = await context.limits.spend('wrongCode', address);
    return spent.ok ? refusal : spent;
  };
  const found = await context.sessions.findCode(code);
  const tenant = found === null ? undefined : context.tenants.get(found.tenant);
  if (found === null || tenant === undefined) return no('token_invalid', onlyFallback(context));
  const { publicOrigin } = context;
  if (!isAllowedOrigin({ request, publicOrigin }, [tenant.origins]))
    return refuseOrigin(context, request, tenant.id);
  const session = context.tokens.read(found.token, REVOCATION_KEPT);
  if (!session.ok) return no(session.error, null);
  const fallback = fallbackFor(tenant, session.value.job);
  if (await context.sessions.isRevoked({ tenant: tenant.id, id: found.session }))
    return no('token_invalid', fallback);
  const isOver = found.once
    ? !(await found.spend(attempt ?? null))
    : await hasEnded(context, found, session.value);
  if (isOver || session.value.expiresAt <= context.now()) return no('token_expired', fallback);
  const expiresIn = Math.floor((session.value.expiresAt - context.now()) / 1000);
  const attributes = { token: found.token, expires_in: expiresIn };
  return replySession(asking, { session: { ...session.value, id: found.session }, attributes });
}

const details = {
  token_expired: 'This code was used already, or its time is over.',
  token_invalid: 'This code was not made here, or was revoked.',
} as const;

/** The tenant and job are unknown here, so the address is given only if there is one for all. */
function onlyFallback({ tenants }: ProxyContext): string | null {
  const [only, ...others] = tenants.values();
  const address = only?.fallbackUrl ?? null;
  return others.length > 0 || address?.includes('{job}') ? null : address;
}

/** An invitation ends when its form is sent. A later refusal by the service opens it again for corrections. */
async function hasEnded({ delivery }: ProxyContext, code: FoundCode, session: Session): Promise<boolean> {
  if (code.expired) return true;
  const stored = await delivery.find(session);
  if (stored === null || Date.parse(stored.submission.acceptedAt) < code.madeAt) return false;
  const { application, answers } = stored.submission;
  return application?.state !== 'refused' && answers.every(({ state }) => state !== 'refused');
}
