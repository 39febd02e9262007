/**
 * The tenant's tag, and those of consents, on an application all of whose answers arrived. The service keeps a tag once,
 * however often it is added, so an outcome that is unclear is simply tried again. Receipt and state know nothing of it.
 */
import { type Outcome, success } from '../../core/model/failure.ts';
import type { ApplicationId } from '../../core/model/ids.ts';
import type { TagToWrite } from '../service/changes.ts';
import type { Client } from '../service/client.ts';
import { type ServiceError, writeEffects } from '../service/service-error.ts';
import { openApplication } from './cipher.ts';
import type { TagOutcome } from './dependencies.ts';
import {
  changeRecord,
  hasAcquired,
  interrupted,
  type LeasedSubmission,
  namesOf,
  rateLimitEventOf,
  rateLimiterOf,
  spread,
} from './leased-submission.ts';

type Tags = readonly TagToWrite[];

export interface Tagger {
  /** Of every complete submission; null: the tenant has none. */
  readonly tag: TagToWrite | null;
  /** One PATCH for all of them, never repeated here. */
  add(application: ApplicationId, tags: Tags): Promise<Outcome<null, ServiceError>>;
}

export const createTagger = (client: Pick<Client, 'updateApplication'>, tag: TagToWrite | null): Tagger => ({
  tag,
  async add(application, tags) {
    const [first, ...others] = tags;
    if (first === undefined) return success(null);
    const change = others.length === 0 ? { add_tag_with_context: first } : { add_tags_with_context: tags };
    const reply = await client.updateApplication(application, change);
    return reply.ok ? success(null) : reply;
  },
});

/** null: nothing is tagged. */
const taggerOf = ({ dependencies, record }: LeasedSubmission) =>
  dependencies.taggerOf?.(record.key.tenant) ?? null;

/** Each once. */
export function tagsOf(leased: LeasedSubmission): Tags {
  const { dependencies, record } = leased;
  const tagger = taggerOf(leased);
  if (tagger === null) return [];
  const { job = null, ids = [] } = record.consented ?? {};
  const ofConsent = (id: string) =>
    dependencies.consentTagOf?.(record.key.tenant, record.job ?? job, id) ?? [];
  const all = [...(tagger.tag === null ? [] : [tagger.tag]), ...ids.flatMap(ofConsent)];
  return [...new Map(all.map((one) => [JSON.stringify([one.context, one.tag]), one])).values()];
}

/** Tries, about seven hours: a service that was away for a day is not asked for weeks. */
const MOST_TRIES = 14;
/** Milliseconds to the next try; doubled with each. */
const [FIRST_PAUSE, LONGEST_PAUSE] = [2_000, 7_200_000];

export async function addTags(leased: LeasedSubmission): Promise<void> {
  const tags = tagsOf(leased);
  const opened = openApplication(leased.dependencies.cipher, leased.record);
  if (!opened.ok) return giveUp(leased, tags, 'failed', opened.error);
  const all = await add(leased, opened.value, tags);
  if (all === null) return;
  const isRefused = !all.ok && writeEffects[all.error.kind] === 'refused';
  if (all.ok) await conclude(leased, { taggedAt: leased.now() }, 'added');
  else if (isRefused && tags.length > 1) await addEach(leased, opened.value, tags);
  else if (isRefused) await giveUp(leased, tags, 'refused', all.error.kind);
  else await tryLater(leased, tags, all.error);
}

/** One of them is refused: the others are not given up for it. */
async function addEach(leased: LeasedSubmission, application: ApplicationId, tags: Tags): Promise<void> {
  const refused: TagToWrite[] = [];
  let cause = '';
  for (const tag of tags) {
    const reply = await add(leased, application, [tag]);
    if (reply === null) return;
    if (reply.ok) continue;
    if (writeEffects[reply.error.kind] !== 'refused') return tryLater(leased, tags, reply.error);
    refused.push(tag);
    cause = reply.error.kind;
  }
  await giveUp(leased, refused, 'refused', cause);
}

/** null: the rate limiter gave no permission. */
async function add(leased: LeasedSubmission, application: ApplicationId, tags: Tags) {
  const tagger = taggerOf(leased);
  if (tagger === null || !(await hasAcquired(leased, 'write'))) return null;
  const reply = await tagger.add(application, tags).catch(interrupted);
  // A key that may write answers and no tags, or a service that fails at tags alone, must not stop the answers.
  const event = rateLimitEventOf(reply.ok ? null : reply.error);
  const isSaid = event?.kind === 'fine' || event?.kind === 'limited';
  rateLimiterOf(leased).report('write', isSaid ? event : null);
  return reply;
}

async function tryLater(leased: LeasedSubmission, tags: Tags, error: ServiceError): Promise<void> {
  const tagTries = leased.record.tagTries + 1;
  if (tagTries >= MOST_TRIES) return giveUp(leased, tags, 'failed', error.kind);
  const asked = error.kind === 'rate_limited' ? (error.retryAfter ?? 0) * 1000 : 0;
  const pause = spread(leased, Math.min(FIRST_PAUSE * 2 ** (tagTries - 1), LONGEST_PAUSE));
  await changeRecord(leased, { tagTries, tagDueAt: leased.now() + Math.max(asked, pause) });
}

async function conclude(
  leased: LeasedSubmission,
  change: Parameters<typeof changeRecord>[1],
  outcome: TagOutcome,
): Promise<void> {
  await changeRecord(leased, change);
  if (!leased.isLost) leased.dependencies.ledgerMetrics.tagged(leased.record.key.tenant, outcome);
}

/** One line for each that is not there. */
async function giveUp(
  leased: LeasedSubmission,
  tags: Tags,
  outcome: TagOutcome,
  cause: string,
): Promise<void> {
  await conclude(leased, { tagDueAt: null }, outcome);
  if (leased.isLost) return;
  for (const named of tags)
    leased.dependencies.log.warn('tag_failed', { ...namesOf(leased), ...named, cause });
}
