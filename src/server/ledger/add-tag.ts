/**
 * Adds the tenant's tag, and those of consents, to an application all of whose answers arrived, and sees them there. The
 * service is asked first, so what is there is not added again; each PATCH is marked durably before it goes, so that a
 * worker that finds the mark after a crash asks again only when that PATCH has had its time to arrive. Receipt and state
 * know nothing of it.
 */

import type { Outcome } from '../../core/model/failure.ts';
import type { ApplicationId } from '../../core/model/ids.ts';
import type { TagToWrite } from '../service/changes.ts';
import { type ServiceError, writeEffects } from '../service/service-error.ts';
import { hasAcquired, interrupted, rateLimitEventOf } from './ask-service.ts';
import {
  changeRecord,
  count,
  type LeasedSubmission,
  namesOf,
  rateLimiterOf,
  reconcileDelayOf,
  refresh,
  spread,
  taggerOf,
  tagsOf,
} from './leased-submission.ts';
import type { TagOutcome } from './metrics.ts';
import { openApplication } from './payload.ts';
import type { GatewayError } from './service-gateway.ts';
import type { Tagger } from './tagger.ts';

/** Tries, about seven hours: a service that was away for a day is not asked for weeks. */
const MOST_TRIES = 14;
/** Milliseconds to the next try; doubled with each. */
const [FIRST_PAUSE, LONGEST_PAUSE] = [2_000, 7_200_000];

interface Tagging {
  readonly tagger: Tagger;
  readonly application: ApplicationId;
}

type Tags = readonly TagToWrite[];

export async function addTags(leased: LeasedSubmission): Promise<void> {
  const [tagger, tags] = [taggerOf(leased), tagsOf(leased)];
  const opened = openApplication(leased.dependencies.cipher, leased.record);
  if (tagger === null) return giveUp(leased, { tags, outcome: 'failed', cause: 'no tag' });
  if (!opened.ok) return giveUp(leased, { tags, outcome: 'failed', cause: opened.error });
  const tagging = { tagger, application: opened.value };
  const missing = await look(leased, tagging, tags);
  if (missing !== null) await add(leased, tagging, missing);
}

/** What is to be added now; null: nothing: all is there, which is stored, or it could not be read. */
async function look(leased: LeasedSubmission, tagging: Tagging, tags: Tags): Promise<Tags | null> {
  const seen = await see(leased, tagging, tags);
  if (seen === null) return null;
  const { tagTries } = leased.record;
  if (seen.ok && seen.value.length === 0) await conclude(leased, tagTries === 0 ? 'present' : 'added');
  else if (tagTries >= MOST_TRIES)
    await giveUp(leased, {
      tags: seen.ok ? seen.value : tags,
      outcome: 'failed',
      cause: seen.ok ? 'never seen' : seen.error.kind,
    });
  else if (seen.ok) return seen.value;
  else await tryLater(leased, 0);
  return null;
}

async function add(leased: LeasedSubmission, tagging: Tagging, missing: Tags): Promise<void> {
  const reply = await patch(leased, tagging, missing);
  if (reply === null) return;
  // A 2xx is no proof: a tag counts once a read shows it, now or at a later try.
  if (reply.ok) return confirm(leased, tagging, missing);
  const effect = writeEffects[reply.error.kind];
  if (effect === 'refused' && missing.length > 1) return addEach(leased, tagging, missing);
  if (effect === 'refused')
    return giveUp(leased, { tags: missing, outcome: 'refused', cause: reply.error.kind });
  if (effect === 'not_stored') await wait(leased, askedPause(reply.error));
}

/** One of them is refused: the others are not given up for it. */
async function addEach(leased: LeasedSubmission, tagging: Tagging, missing: Tags): Promise<void> {
  const refused: TagToWrite[] = [];
  let cause = '';
  let isAnySent = false;
  for (const tag of missing) {
    const reply = await patch(leased, tagging, [tag]);
    if (reply === null) return;
    if (reply.ok) {
      isAnySent = true;
      continue;
    }
    const effect = writeEffects[reply.error.kind];
    // Another look before its time would not show the one that was sent.
    if (effect === 'unclear' || (effect === 'not_stored' && isAnySent)) return;
    if (effect === 'not_stored') return wait(leased, askedPause(reply.error));
    refused.push(tag);
    cause = reply.error.kind;
  }
  await confirm(leased, tagging, missing, { tags: refused, cause });
}

/** One PATCH, marked before; null: none was begun. */
async function patch(
  leased: LeasedSubmission,
  { tagger, application }: Tagging,
  tags: Tags,
): Promise<Outcome<null, ServiceError> | null> {
  const { clock, rules } = leased.dependencies;
  if (!(await hasAcquired(leased, 'write'))) return null;
  // While this process stood still another one may have tagged it, and the lease may be here once more.
  const { tagTries } = leased.record;
  await refresh(leased);
  if (leased.isLost || leased.record.taggedAt !== null || leased.record.tagTries !== tagTries) return null;
  const begun = clock.monotonic();
  await tryLater(leased, tagger.limit + reconcileDelayOf(leased));
  if (leased.isLost) return null;
  // The time of the mark stays: one that was sent just before may need it.
  if (clock.monotonic() - begun >= rules.freshness) {
    count(leased, 'stale_mark');
    return null;
  }
  const reply = await tagger.add(application, tags).catch(interrupted);
  reportTag(leased, 'write', reply);
  return reply;
}

/** @param refused those that can never be seen; any other may be, at a later look */
async function confirm(
  leased: LeasedSubmission,
  tagging: Tagging,
  tags: Tags,
  refused: Pick<GivenUp, 'tags' | 'cause'> = { tags: [], cause: '' },
): Promise<void> {
  const seen = await see(leased, tagging, tags);
  if (!seen?.ok) return;
  if (seen.value.length === 0) return conclude(leased, 'added');
  if (seen.value.every((tag) => refused.tags.includes(tag)))
    await giveUp(leased, { ...refused, outcome: 'refused' });
}

/** Those that are missing; null: the rate limiter gave no permission. */
async function see(
  leased: LeasedSubmission,
  { tagger, application }: Tagging,
  tags: Tags,
): Promise<Outcome<Tags, GatewayError> | null> {
  if (!(await hasAcquired(leased, 'read'))) return null;
  const seen = await tagger.findMissing(application, tags).catch(interrupted);
  reportTag(leased, 'read', seen);
  return seen;
}

/** Counts a try, and waits as long as that many tries ask for, at least `least` milliseconds. */
async function tryLater(leased: LeasedSubmission, least: number): Promise<void> {
  const tagTries = leased.record.tagTries + 1;
  await changeRecord(leased, {
    tagTries,
    tagDueAt: leased.latest() + Math.max(least, pauseAfter(leased, tagTries)),
  });
}

/** The PATCH certainly changed nothing, so there is no late effect to wait for. */
const wait = (leased: LeasedSubmission, least: number): Promise<void> =>
  changeRecord(leased, {
    tagDueAt: leased.now() + Math.max(least, pauseAfter(leased, leased.record.tagTries)),
  });

const askedPause = (error: ServiceError): number =>
  error.kind === 'rate_limited' ? (error.retryAfter ?? 0) * 1000 : 0;

const pauseAfter = (leased: LeasedSubmission, tries: number): number =>
  spread(leased, Math.min(FIRST_PAUSE * 2 ** (tries - 1), LONGEST_PAUSE));

/**
 * A key that may write answers and no tags, or a service that fails at tags alone, must not stop the answers. Only of a
 * service that is in doubt already any news counts: a read may be the one that asks whether it is well again.
 */
function reportTag(
  leased: LeasedSubmission,
  kind: 'read' | 'write',
  reply: Outcome<unknown, GatewayError>,
): void {
  const rateLimiter = rateLimiterOf(leased);
  const event = rateLimitEventOf(reply.ok ? null : reply.error);
  const isProbe = kind === 'read' && rateLimiter.figures().breaker !== 'closed';
  const isTelling = isProbe || event?.kind === 'fine' || event?.kind === 'limited';
  rateLimiter.report(kind, isTelling ? event : null);
}

async function conclude(leased: LeasedSubmission, outcome: TagOutcome): Promise<void> {
  await changeRecord(leased, { taggedAt: leased.now() });
  if (!leased.isLost) leased.dependencies.ledgerMetrics.tagged(leased.record.key.tenant, outcome);
}

interface GivenUp {
  /** Those that are not there. */
  readonly tags: Tags;
  readonly outcome: TagOutcome;
  readonly cause: string;
}

/** One line for each that is not there. */
async function giveUp(leased: LeasedSubmission, { tags, outcome, cause }: GivenUp): Promise<void> {
  await changeRecord(leased, { tagDueAt: null });
  if (leased.isLost) return;
  leased.dependencies.ledgerMetrics.tagged(leased.record.key.tenant, outcome);
  for (const named of tags)
    leased.dependencies.log.warn('tag_failed', { ...namesOf(leased), ...named, cause });
}
