/** Carries one submission as far as it goes now: asks what is next, does it, until there is nothing or others wait. */
import { unreachable } from '../model/outcome.ts';
import { addTag } from './add-tag.ts';
import { giveBack } from './ask-service.ts';
import { changeRecord, type Lane, paceOf, pauseAfter, quietOf, taggerOf } from './lane.ts';
import { audit, lookBefore, lookFor, lookForApplication } from './look.ts';
import { nextStep, type Step } from './next-step.ts';
import { postAnswer, postApplication } from './post-item.ts';

/** @param doOthersWait whether somebody else could use this lane */
export async function serve(lane: Lane, doOthersWait: () => boolean): Promise<void> {
  let posts = 0;
  while (!lane.isLost && !lane.stop.signal.aborted) {
    const hasTag = taggerOf(lane) !== null;
    const step = nextStep(lane.record, { now: lane.now(), quiet: quietOf(lane), hasTag });
    if (step.kind === 'wait') return giveBack(lane, step.until);
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

/** Milliseconds after its end for which a submission's tag lets the answers of others go first. */
const PATIENCE = 600_000;

function isRush(lane: Lane, doOthersWait: () => boolean): boolean {
  if (lane.now() - (lane.record.settledAt ?? 0) >= PATIENCE) return false;
  const { waiting, breaker } = paceOf(lane).figures();
  return doOthersWait() || waiting > 0 || breaker !== 'closed';
}

/** 16 s, more or less. */
const afterRush = (lane: Lane): number => lane.now() + pauseAfter(lane, 5);

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
    default:
      return unreachable(step);
  }
}

const nothing = (_done: unknown): null => null;
