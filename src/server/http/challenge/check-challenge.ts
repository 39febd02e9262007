/** `GET /challenge`, and whether a visitor's submission carries what it has to (`src/server/http/README.md#challenges`). */

import { success } from '../../../core/model/failure.ts';
import { settingsOf } from '../../forms/asked-details.ts';
import type { Call } from '../../sessions/authorise.ts';
import { isVisitor } from '../../sessions/tokens.ts';
import type { SubmissionDocument } from '../../submissions/body.ts';
import { type Checked, refused } from '../refusal.ts';
import { respond } from '../respond.ts';
import { challengeLevel, type Signs } from './challenge-level.ts';
import { type Challenge, type Effort, isSolved, makeChallenge, readSolution } from './proof-of-work.ts';
import { isVerified } from './site-verify.ts';

export async function getChallenge(call: Call): Promise<Checked<Response>> {
  const effort = verifierOf(call) === null ? 'normal' : 'hard';
  return success(respond(200, { data: writeChallenge(await challengeFor(call, effort)) }));
}

/**
 * Where the tenant has a verifier of its own, our challenge at
 * its dearer step stands in wherever that one's token cannot be had, so that no applicant is locked out.
 */
export async function checkChallenge(
  call: Call,
  { challenge: given, filling }: SubmissionDocument['meta'],
  { raised = false }: Partial<Pick<Signs, 'raised'>> = {},
): Promise<Checked<null>> {
  if (!isVisitor(call.session)) return success(null);
  const level = challengeLevel({ filling: filling ?? null, raised });
  if (level === 'none') return success(null);
  const verifier = verifierOf(call);
  const least = verifier === null ? level : 'hard';
  if (given !== undefined && (await isProven(call, given, least))) return success(null);
  return refused('challenge_required', {
    challenge: writeChallenge(await challengeFor(call, least)),
    ...(verifier === null ? {} : { callback: true }),
  });
}

async function isProven(call: Call, given: string, least: Effort): Promise<boolean> {
  const { context, session } = call;
  const solution = readSolution(given);
  if (solution !== null)
    return isSolved(solution, { keys: context.keys, who: session, least, now: context.now() });
  const verifier = verifierOf(call);
  return verifier !== null && isVerified(call, verifier, given);
}

const verifierOf = ({ session, tenant }: Call) => settingsOf(tenant, session.job).challenge;

const challengeFor = ({ context, session }: Call, effort: Effort) =>
  makeChallenge({ key: context.keys[0].challenge, who: session, effort }, context.now());

/** Characters of a salt that no other challenge has. */
const OWN = 24;

export const writeChallenge = (attributes: Challenge) => ({
  type: 'challenges',
  id: attributes.salt.slice(0, OWN),
  attributes,
});
