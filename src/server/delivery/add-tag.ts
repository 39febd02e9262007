/**
 * Adds the tenant's tag to an application all of whose answers arrived, and sees it there. The service is asked first,
 * so what is there is not added again; each PATCH is marked durably before it goes, so that whoever finds the mark
 * after a crash asks again only when that PATCH has had its time to arrive. Receipt and state know nothing of it.
 */
import type { ApplicationId } from '../../core/model/ids.ts';
import type { Outcome } from '../../core/model/outcome.ts';
import { type ServiceError, writeEffects } from '../service/service-error.ts';
import { haveTurn, interrupted } from './ask-service.ts';
import {
  changeRecord,
  count,
  type Lane,
  namesOf,
  paceOf,
  quietOf,
  spread,
  taggerOf,
} from './leased-submission.ts';
import type { TagOutcome } from './metrics.ts';
import { openApplication } from './payload.ts';
import { paceNewsOf } from './rate-limit/rate-limit-outcomes.ts';
import type { CarrierError } from './service-gateway.ts';
import { adviseOnTag } from './tag-advice.ts';
import type { Tagger } from './tagger.ts';

/** Tries, about seven hours: a service that was away for a day is not asked for weeks. */
const MOST_TRIES = 14;
/** Milliseconds to the next try; doubled with each. */
const [FIRST_PAUSE, LONGEST_PAUSE] = [2_000, 7_200_000];

interface Tagging {
  readonly tagger: Tagger;
  readonly application: ApplicationId;
}

export async function addTag(lane: Lane): Promise<void> {
  const [tagger, opened] = [taggerOf(lane), openApplication(lane.means.sealer, lane.record)];
  if (tagger === null) return giveUp(lane, 'failed', 'no tag');
  if (!opened.ok) return giveUp(lane, 'failed', opened.error);
  const application = opened.value;
  const isThere = await look(lane, { tagger, application });
  if (isThere === false) await patch(lane, { tagger, application });
}

/** null: nobody can say now, or it was there and that is written down. */
async function look(lane: Lane, tagging: Tagging): Promise<false | null> {
  const seen = await see(lane, tagging);
  if (seen === null) return null;
  const { tagTries } = lane.record;
  if (seen.ok && seen.value) await conclude(lane, tagTries === 0 ? 'present' : 'added');
  else if (tagTries >= MOST_TRIES) await giveUp(lane, 'failed', seen.ok ? 'never seen' : seen.error.kind);
  else if (seen.ok) return false;
  else await tryLater(lane, 0);
  return null;
}

async function patch(lane: Lane, { tagger, application }: Tagging): Promise<void> {
  const { clock, rules } = lane.means;
  if (!(await haveTurn(lane, 'write'))) return;
  const begun = clock.monotonic();
  await tryLater(lane, tagger.limit + quietOf(lane));
  if (lane.isLost) return;
  if (clock.monotonic() - begun >= rules.freshness) {
    count(lane, 'stale_mark');
    return changeRecord(lane, { tagDueAt: lane.now() });
  }
  const reply = await tagger.add(application).catch(interrupted);
  tellOfTag(lane, 'write', reply);
  // Said to be done is not seen: where a look does not find it yet, a later one may.
  if (reply.ok) return confirm(lane, { tagger, application });
  const effect = writeEffects[reply.error.kind];
  if (effect === 'refused') return giveUp(lane, 'refused', reply.error.kind);
  if (effect === 'not_stored') await wait(lane, askedPause(reply.error));
}

async function confirm(lane: Lane, tagging: Tagging): Promise<void> {
  const seen = await see(lane, tagging);
  if (seen?.ok && seen.value) await conclude(lane, 'added');
}

/** null: no turn came. */
async function see(
  lane: Lane,
  { tagger, application }: Tagging,
): Promise<Outcome<boolean, CarrierError> | null> {
  if (!(await haveTurn(lane, 'read'))) return null;
  const seen = await tagger.isThere(application).catch(interrupted);
  tellOfTag(lane, 'read', seen);
  return seen;
}

/** Counts a try, and waits for as long as its number says, or longer. */
async function tryLater(lane: Lane, least: number): Promise<void> {
  const tagTries = lane.record.tagTries + 1;
  await changeRecord(lane, { tagTries, tagDueAt: lane.now() + Math.max(least, pauseAfter(lane, tagTries)) });
}

/** The PATCH that was marked did nothing: there is nothing to be waited for. */
const wait = (lane: Lane, least: number): Promise<void> =>
  changeRecord(lane, { tagDueAt: lane.now() + Math.max(least, pauseAfter(lane, lane.record.tagTries)) });

const askedPause = (error: ServiceError): number =>
  error.kind === 'rate_limited' ? (error.retryAfter ?? 0) * 1000 : 0;

const pauseAfter = (lane: Lane, tries: number): number =>
  spread(lane, Math.min(FIRST_PAUSE * 2 ** (tries - 1), LONGEST_PAUSE));

/**
 * A key that may write answers and no tags, or a service that fails at tags alone, must not stop the answers. Only of a
 * service that is in doubt already any news counts: a read may be the one that asks whether it is well again.
 */
function tellOfTag(lane: Lane, kind: 'read' | 'write', reply: Outcome<unknown, CarrierError>): void {
  const pace = paceOf(lane);
  const news = paceNewsOf(reply.ok ? null : reply.error);
  const isProbe = kind === 'read' && pace.figures().breaker !== 'closed';
  const isTelling = isProbe || news?.kind === 'fine' || news?.kind === 'limited';
  pace.tell(kind, isTelling ? news : null);
}

async function conclude(lane: Lane, outcome: TagOutcome): Promise<void> {
  await changeRecord(lane, { taggedAt: lane.now() });
  if (!lane.isLost) lane.means.meter.tagged(lane.record.key.tenant, outcome);
}

async function giveUp(lane: Lane, outcome: TagOutcome, cause: string): Promise<void> {
  await changeRecord(lane, { tagDueAt: null });
  if (lane.isLost) return;
  lane.means.meter.tagged(lane.record.key.tenant, outcome);
  const named = taggerOf(lane)?.tag;
  lane.means.log.warn('tag_failed', { ...namesOf(lane), ...named, cause, advice: adviseOnTag(cause) });
}
