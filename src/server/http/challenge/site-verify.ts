/** Asks the verifier of the tenant's choice, in the form that Turnstile, hCaptcha and reCAPTCHA share ("siteverify"). */
import * as z from 'zod';
import { withLimit } from '../../clock.ts';
import type { VerifierSetting } from '../../forms/form-settings.ts';
import type { Call } from '../../sessions/authorise.ts';

/** Milliseconds until the whole reply must be there. */
const LIMIT = 3_000;
/** Characters of a reply: far more than their few members. */
const LONGEST_REPLY = 10_000;

const reply = z.object({
  success: z.boolean(),
  'error-codes': z.array(z.string()).optional(),
});

/** The secret is wrong: no token of any applicant can pass. */
const ownFaults = /^(missing-input-secret|invalid-input-secret|sitekey-secret-mismatch)$/;

/**
 * @returns false as well where the verifier cannot say, which the operator is told: the applicant then solves our own
 *   challenge, and loses nothing
 */
export async function isVerified(
  { context, tenant }: Pick<Call, 'context' | 'tenant'>,
  { verify, secret }: VerifierSetting,
  token: string,
): Promise<boolean> {
  const tell = (cause: string) => {
    context.log.warn('verifier_failed', { tenant: tenant.id, cause });
    return false;
  };
  const ask = async (signal: AbortSignal): Promise<string> => {
    const request = new Request(verify, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      body: new URLSearchParams({ secret, response: token }).toString(),
      // Followed, it could carry the secret to another host.
      redirect: 'manual',
      signal,
    });
    return (await context.send(request)).text();
  };
  try {
    const text = await withLimit(context.clock, LIMIT, ask);
    if (text.length > LONGEST_REPLY) return tell('bad_document');
    const { success, 'error-codes': codes = [] } = reply.parse(JSON.parse(text));
    return !success && codes.some((code) => ownFaults.test(code)) ? tell('wrong_secret') : success;
  } catch (error) {
    return tell(error instanceof SyntaxError || error instanceof z.ZodError ? 'bad_document' : 'unreachable');
  }
}
