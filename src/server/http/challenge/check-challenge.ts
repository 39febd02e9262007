/** `GET /challenge`, and whether a visitor's submission carries what it has to (`src/server/http/README.md#challenges`). */

import * as z from 'zod';
import { success } from '../../../core/model/failure.ts';
import { withLimit } from '../../clock.ts';
import { settingsOf } from '../../forms/asked-details.ts';
import type { VerifierSetting } from '../../forms/form-settings.ts';
import type { Call } from '../../sessions/authorise.ts';
import { isVisitor } from '../../sessions/tokens.ts';
import type { SubmissionDocument } from '../../submissions/body.ts';
import { type Checked, refused, respond } from '../replies.ts';
import { challengeLevel, type Effort, isSolved, makeChallenge, readSolution } from './proof-of-work.ts';

export async function getChallenge(call: Call): Promise<Checked<Response>> {
  return success(respond(200, { data: challengeFor(call, verifierOf(call) === null ? 'normal' : 'hard') }));
}

/**
 * Where the tenant has a verifier of its own, our challenge at
 * its dearer step stands in wherever that one's token cannot be had, so that no applicant is locked out.
 */
export async function checkChallenge(
  call: Call,
  { challenge: given, filling }: SubmissionDocument['meta'],
  raised = false,
): Promise<Checked<null>> {
  const level = isVisitor(call.session) ? challengeLevel(filling ?? null, raised) : 'none';
  if (level === 'none') return success(null);
  const verifier = verifierOf(call);
  const least = verifier === null ? level : 'hard';
  if (given !== undefined && (await isProven(call, given, least))) return success(null);
  return refused('challenge_required', {
    challenge: challengeFor(call, least),
    ...(verifier === null ? {} : { callback: true }),
  });
}

async function isProven(call: Call, given: string, least: Effort): Promise<boolean> {
  const { keys, now } = call.context;
  const solution = readSolution(given);
  if (solution !== null) return isSolved(solution, { keys, who: call.session, least, now: now() });
  const verifier = verifierOf(call);
  return verifier !== null && isVerified(call, verifier, given);
}

const verifierOf = ({ session, tenant }: Call) => settingsOf(tenant, session.job).challenge;

/** Characters of a salt that no other challenge has. */
const OWN = 24;

function challengeFor({ context, session }: Call, effort: Effort) {
  const made = { key: context.keys[0].challenge, who: session, effort };
  const attributes = makeChallenge(made, context.now());
  return { type: 'challenges', id: attributes.salt.slice(0, OWN), attributes };
}

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
async function isVerified(
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
