/** Carries one submission as far as it goes now: asks what is next, does it, until there is nothing or others wait. */
import { unreachable } from '../../core/model/failure.ts';
import { addTags } from './add-tag.ts';
import { giveBack } from './ask-service.ts';
import { audit } from './audit.ts';
import { finishErasure } from './erase.ts';
import {
  changeRecord,
  count,
  type LeasedSubmission,
  namesOf,
  pauseAfter,
  rateLimiterOf,
  reconcileDelayOf,
  refresh,
  spread,
  tagsOf,
} from './leased-submission.ts';
import { isUnclear, nextStep, type Step } from './next-step.ts';
import { postAnswer, postApplication } from './post-item.ts';
import { reconcileAnswers, reconcileApplication, reconcileBeforeSending } from './reconcile.ts';
import type { Item } from './record.ts';

/** @param doOthersWait whether all places are taken, so that others may wait for one */
export async function serve(leased: LeasedSubmission, doOthersWait: () => boolean): Promise<void> {
  const { lingerFor } = leased.dependencies.rules;
  let posts = 0;
  while (!leased.isLost && !leased.stop.signal.aborted) {
    const hasTag = tagsOf(leased).length > 0;
    const step = nextStep(leased.record, {
      now: leased.now(),
      quiet: reconcileDelayOf(leased),
      lingerFor,
      hasTag,
    });
    if (step.kind === 'wait') return giveBack(leased, step.until);
    if (needsSecret(leased, step) && leased.record.items.some((item) => isSealedByOther(leased, item)))
      return leaveToOthers(leased);
    if (step.kind === 'tag' && isBusy(leased, doOthersWait)) return giveBack(leased, whenLessBusy(leased));
    const before = leased.record;
    const later = await perform(leased, step);
    if (later !== null) return giveBack(leased, later);
    // Requests that wait for the delivery are answered before the tag is added.
    if (step.kind === 'finish' && hasTag) return giveBack(leased, leased.now());
    // The rate limiter gave no permission, or the service is in doubt: another submission may be served.
    if (leased.record === before) return giveBack(leased, leased.now() + pauseAfter(leased, 1));
    if (step.kind === 'send') posts += 1;
    if (posts >= leased.dependencies.rules.quantum && doOthersWait()) return giveBack(leased, leased.now());
  }
  await giveBack(leased, leased.now() + pauseAfter(leased, 1));
}

/** Milliseconds after its end for which a submission's tag waits for a process that has its secret: a day. */
const TAG_WAIT = 86_400_000;

function needsSecret({ record, now }: LeasedSubmission, { kind }: Step): boolean {
  // All has arrived, so nothing stops a start without that secret: then no process comes that could add the tag.
  if (kind === 'tag') return now() - (record.settledAt ?? 0) < TAG_WAIT;
  return !['finish', 'reopen', 'audit', 'erase'].includes(kind);
}

/** Looks at what is still to be sent and at what names its destination. */
function isSealedByOther({ dependencies }: LeasedSubmission, { state, question, payload }: Item): boolean {
  const isNeeded = state === 'queued' || isUnclear({ state }) || (question === null && state === 'delivered');
  return isNeeded && payload !== null && !dependencies.cipher.knows(payload);
}

/** Milliseconds until what another secret sealed is looked at again. */
const [SHORTEST_LEAVE, LONGEST_LEAVE] = [2_000, 60_000];

/**
 * Nothing is wrong with it: a process that has the secret goes on. While secrets are changed such a process is there
 * and takes it soon; what is left again and again is looked at ever less often, so that it does not hold up the others.
 */
function leaveToOthers(leased: LeasedSubmission): Promise<void> {
  leased.isLeft = true;
  count(leased, 'left_to_others');
  leased.dependencies.log.error('sealed_by_other_secret', namesOf(leased));
  const age = leased.now() - leased.record.acceptedAt;
  const pause = Math.min(Math.max(age / 4, SHORTEST_LEAVE), LONGEST_LEAVE);
  return giveBack(leased, leased.now() + spread(leased, pause));
}

/** Milliseconds after its end for which a submission's tag lets the answers of others go first. */
const PATIENCE = 600_000;

function isBusy(leased: LeasedSubmission, doOthersWait: () => boolean): boolean {
  if (leased.now() - (leased.record.settledAt ?? 0) >= PATIENCE) return false;
  const { waiting, breaker } = rateLimiterOf(leased).figures();
  return doOthersWait() || waiting > 0 || breaker !== 'closed';
}

/** 16 s, more or less. */
const whenLessBusy = (leased: LeasedSubmission): number => leased.now() + pauseAfter(leased, 5);

/** Once it is erased there is no lease to give back. */
async function eraseHere(leased: LeasedSubmission): Promise<void> {
  if (await finishErasure(leased.dependencies, leased.record)) leased.isLost = true;
  else await refresh(leased);
}

/** When to go on; null: at once. */
async function perform(
  leased: LeasedSubmission,
  step: Exclude<Step, { kind: 'wait' }>,
): Promise<number | null> {
  switch (step.kind) {
    case 'make':
      return nothing(await postApplication(leased, step.item));
    case 'find':
      return reconcileApplication(leased, step.item);
    case 'preflight':
      return nothing(await reconcileBeforeSending(leased, step.item));
    case 'send':
      return nothing(await postAnswer(leased, step.item));
    case 'reconcile':
      return reconcileAnswers(leased, step.items);
    case 'finish':
      // An audit of what was there before a correction is none of what is there now.
      return nothing(await changeRecord(leased, { settledAt: leased.latest(), auditedAt: null }));
    case 'reopen':
      return nothing(await changeRecord(leased, { settledAt: null, auditedAt: null }));
    case 'tag':
      return nothing(await addTags(leased));
    case 'audit':
      return audit(leased);
    case 'erase':
      return nothing(await eraseHere(leased));
    default:
      return unreachable(step);
  }
}

const nothing = (_done: unknown): null => null;
