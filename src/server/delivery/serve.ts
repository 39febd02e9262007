/** Carries one submission as far as it goes now: asks what is next, does it, until there is nothing or others wait. */
import { unreachable } from '../../core/model/outcome.ts';
import { addTag } from './add-tag.ts';
import { giveBack } from './ask-service.ts';
import { finishErasure } from './erase.ts';
import {
  changeRecord,
  count,
  type Lane,
  namesOf,
  paceOf,
  pauseAfter,
  quietOf,
  refresh,
  spread,
  taggerOf,
} from './leased-submission.ts';
import type { Item } from './ledger-store.ts';
import { isUnclear, nextStep, type Step } from './next-step.ts';
import { postAnswer, postApplication } from './post-item.ts';
import { audit, lookBefore, lookFor, lookForApplication } from './reconcile.ts';

/** @param doOthersWait whether somebody else could use this lane */
export async function serve(lane: Lane, doOthersWait: () => boolean): Promise<void> {
  const { leaseFor } = lane.means.rules;
  let posts = 0;
  while (!lane.isLost && !lane.stop.signal.aborted) {
    const hasTag = taggerOf(lane) !== null;
    const step = nextStep(lane.record, { now: lane.now(), quiet: quietOf(lane), leaseFor, hasTag });
    if (step.kind === 'wait') return giveBack(lane, step.until);
    if (needsSecret(lane, step) && lane.record.items.some((item) => isSealedByOther(lane, item)))
      return leaveToOthers(lane);
    if (step.kind === 'tag' && isRush(lane, doOthersWait)) return giveBack(lane, afterRush(lane));
    const before = lane.record;
    const later = await perform(lane, step);
    if (later !== null) return giveBack(lane, later);
    // Whoever waits for the end is told before a tag is thought of.
    if (step.kind === 'finish' && hasTag) return giveBack(lane, lane.now());
    // No turn came, or the service is in doubt: somebody else may use the lane.
    if (lane.record === before) return giveBack(lane, lane.now() + pauseAfter(lane, 1));
    if (step.kind === 'send') posts += 1;
    if (posts >= lane.means.rules.quantum && doOthersWait()) return giveBack(lane, lane.now());
  }
  await giveBack(lane, lane.now() + pauseAfter(lane, 1));
}

/** Milliseconds after its end for which a submission's tag waits for a process that has its secret: a day. */
const TAG_WAIT = 86_400_000;

function needsSecret({ record, now }: Lane, { kind }: Step): boolean {
  // All has arrived, so nothing stops a start without that secret: then no process comes that could add the tag.
  if (kind === 'tag') return now() - (record.settledAt ?? 0) < TAG_WAIT;
  return !['finish', 'reopen', 'audit', 'erase'].includes(kind);
}

/** Of what is still to be sent, or says where. */
function isSealedByOther({ means }: Lane, { state, question, payload }: Item): boolean {
  const isNeeded = state === 'queued' || isUnclear({ state }) || (question === null && state === 'delivered');
  return isNeeded && payload !== null && !means.sealer.knows(payload);
}

/** Milliseconds until what another secret sealed is looked at again. */
const [SHORTEST_LEAVE, LONGEST_LEAVE] = [2_000, 60_000];

/**
 * Nothing is wrong with it: a process that has the secret goes on. While secrets are changed such a process is there
 * and takes it soon; what is left again and again is looked at ever less often, so that it does not hold up the others.
 */
function leaveToOthers(lane: Lane): Promise<void> {
  lane.isLeft = true;
  count(lane, 'left_to_others');
  lane.means.log.error('sealed_by_other_secret', { ...namesOf(lane), advice: OTHER_SECRET });
  const age = lane.now() - lane.record.acceptedAt;
  const pause = Math.min(Math.max(age / 4, SHORTEST_LEAVE), LONGEST_LEAVE);
  return giveBack(lane, lane.now() + spread(lane, pause));
}

const OTHER_SECRET =
  'Start this process with the secret of the others beside its own, APPLY_SECRET=OWN,OTHER; until then they deliver what they sealed.';

/** Milliseconds after its end for which a submission's tag lets the answers of others go first. */
const PATIENCE = 600_000;

function isRush(lane: Lane, doOthersWait: () => boolean): boolean {
  if (lane.now() - (lane.record.settledAt ?? 0) >= PATIENCE) return false;
  const { waiting, breaker } = paceOf(lane).figures();
  return doOthersWait() || waiting > 0 || breaker !== 'closed';
}

/** 16 s, more or less. */
const afterRush = (lane: Lane): number => lane.now() + pauseAfter(lane, 5);

/** Then there is nothing to give back. */
async function eraseHere(lane: Lane): Promise<void> {
  if (await finishErasure(lane.means, lane.record)) lane.isLost = true;
  else await refresh(lane);
}

/** When to go on; null: at once. */
async function perform(lane: Lane, step: Exclude<Step, { kind: 'wait' }>): Promise<number | null> {
  switch (step.kind) {
    case 'make':
      return nothing(await postApplication(lane, step.item));
    case 'find':
      return nothing(await lookForApplication(lane, step.item));
    case 'preflight':
      return nothing(await lookBefore(lane));
    case 'send':
      return nothing(await postAnswer(lane, step.item));
    case 'look':
      return nothing(await lookFor(lane, step.items));
    case 'finish':
      // An audit of what was there before a correction is none of what is there now.
      return nothing(await changeRecord(lane, { settledAt: lane.now(), auditedAt: null }));
    case 'reopen':
      return nothing(await changeRecord(lane, { settledAt: null, auditedAt: null }));
    case 'tag':
      return nothing(await addTag(lane));
    case 'audit':
      return audit(lane);
    case 'erase':
      return nothing(await eraseHere(lane));
    default:
      return unreachable(step);
  }
}

const nothing = (_done: unknown): null => null;
