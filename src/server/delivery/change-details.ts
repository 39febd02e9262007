/**
 * Carries changed details of an application that was there. What it has is read right before the PATCH, and again before
 * the PATCH is repeated, so that nothing is overwritten that the applicant did not see.
 */
import type { DetailChanges } from '../../core/model/details.ts';
import type { ApplicationId } from '../../core/model/ids.ts';
import { READ_LIMIT } from '../service/time-limits.ts';
import { askToRead } from './ask-service.ts';
import { type DetailFinding, findChange } from './compare-details.ts';
import { change, count, gatewayOf, type LeasedSubmission } from './leased-submission.ts';
import type { Item } from './ledger-store.ts';
import { isUnclear, WANTED_AGAIN } from './next-step.ts';
import { openApplication, openChanges } from './payload.ts';
import { holdBack, post } from './post-item.ts';
import { isWantedAgain, readLater, sendAgain, withoutReconcile } from './reconcile.ts';
import { refuseChanged } from './refuse-item.ts';
import { deliver, park } from './settle-item.ts';

interface Change {
  readonly item: Item;
  readonly changes: DetailChanges;
  readonly application: ApplicationId;
}

/** When to go on; null: at once. */
export async function carryChange(leased: LeasedSubmission, item: Item): Promise<number | null> {
  const { dependencies, record } = leased;
  const changes = openChanges(dependencies.cipher, record, item);
  const application = openApplication(dependencies.cipher, record);
  if (!changes.ok || !application.ok) {
    if (!changes.ok) await holdBack(leased, item, changes.error);
    else if (!application.ok) await holdBack(leased, item, application.error);
    return null;
  }
  const carried = { item, changes: changes.value, application: application.value };
  return isUnclear(item) ? reconcileChange(leased, carried) : patch(leased, carried);
}

/** When to go on; null: at once. */
async function patch(leased: LeasedSubmission, carried: Change): Promise<number | null> {
  const { item, application, changes } = carried;
  let later: number | null = null;
  const look = async () => {
    const looked = await lookBefore(leased, carried);
    later = looked.later;
    return looked.goesUntil;
  };
  const send = () => gatewayOf(leased).changeDetails(application, changes);
  await post(leased, { item, limit: gatewayOf(leased).limitOf(0), look, send });
  return isWantedAgain(item) ? ((await keepWish(leased, item)) ?? later) : later;
}

/** A PATCH that certainly did not arrive leaves the operator's wish as it was: when to try again; null: there is nothing to keep. */
async function keepWish(leased: LeasedSubmission, { question, part }: Item): Promise<number | null> {
  const left = leased.record.items.find((one) => one.question === question && one.part === part);
  if (left?.state !== 'queued' || isWantedAgain(left)) return null;
  await change(leased, left, { dueAt: WANTED_AGAIN });
  return left.dueAt;
}

interface Looked {
  /** Monotonic milliseconds; null: it does not go. */
  readonly goesUntil: number | null;
  /** When to go on; null: at once. */
  readonly later: number | null;
}

const stays: Looked = { goesUntil: null, later: null };

async function lookBefore(leased: LeasedSubmission, carried: Change): Promise<Looked> {
  const { clock, rules } = leased.dependencies;
  const found = await find(leased, carried);
  if (typeof found !== 'object' || found === null) return { goesUntil: null, later: found };
  // Where all went well it is younger; older, and what another wrote meanwhile would be overwritten.
  if (found.kind === 'open') return { goesUntil: found.begun + READ_LIMIT + rules.freshness, later: null };
  if (found.kind !== 'impossible') return settle(leased, carried, found);
  // The operator wants this one sent although no look is possible, or chose so for all; an earlier look tells nothing.
  const isWanted =
    isWantedAgain(carried.item) || rules.withoutReadBack(leased.record.key.tenant) === 'resend';
  if (isWanted) return { goesUntil: clock.monotonic() + rules.freshness, later: null };
  await park(leased, carried.item, { code: 'unclear', cause: 'no look possible' });
  return stays;
}

/** When to go on; null: at once. */
async function reconcileChange(leased: LeasedSubmission, carried: Change): Promise<number | null> {
  const { item } = carried;
  const found = await find(leased, carried);
  if (typeof found !== 'object' || found === null) return found;
  if (found.kind === 'open') await sendAgain(leased, item);
  else if (found.kind !== 'impossible') await settle(leased, carried, found);
  else if (!isWantedAgain(item)) await withoutReconcile(leased, item);
  // It is looked for once more before it goes, so the wish has to be seen then.
  else await change(leased, item, { state: 'queued', failures: 0, unclearPosts: item.unclearPosts + 1 });
  return null;
}

/** Where nothing was found, when to go on; null: at once. */
async function find(leased: LeasedSubmission, { item, changes, application }: Change) {
  const { clock } = leased.dependencies;
  let begun = clock.monotonic();
  const read = await askToRead(leased, () => {
    begun = clock.monotonic();
    return gatewayOf(leased).readDetails(application);
  });
  if (read === null) return null;
  count(leased, 'look');
  if (read.ok) return { ...findChange(changes, read.value), begun };
  if (read.error.kind === 'impossible') return { kind: 'impossible' } as const;
  if (read.error.kind !== 'not_found') return readLater(leased, [item]);
  await park(leased, item, { code: 'given_up', cause: read.error.kind });
  return null;
}

async function settle(
  leased: LeasedSubmission,
  { item }: Change,
  found: Extract<DetailFinding, { kind: 'arrived' | 'changed' }>,
): Promise<Looked> {
  if (found.kind === 'arrived') await deliver(leased, item, null);
  else await refuseChanged(leased, item, found.names);
  return stays;
}
