/**
 * Carries changed details of an application that was there. What it has is read right before the PATCH, and again before
 * the PATCH is repeated, so that nothing is overwritten that the applicant did not see.
 */
import type { DetailChanges } from '../../core/model/details.ts';
import type { ApplicationId } from '../../core/model/ids.ts';
import { askToRead } from './ask-service.ts';
import { type DetailFinding, findChange } from './compare-details.ts';
import { count, gatewayOf, type LeasedSubmission } from './leased-submission.ts';
import type { Item } from './ledger-store.ts';
import { isUnclear } from './next-step.ts';
import { openApplication, openChanges } from './payload.ts';
import { holdBack, post } from './post-item.ts';
import { readLater, sendAgain, withoutReconcile } from './reconcile.ts';
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
  const change = { item, changes: changes.value, application: application.value };
  if (isUnclear(item)) return reconcileChange(leased, change);
  let later: number | null = null;
  const look = async () => {
    const looked = await lookBefore(leased, change);
    later = looked.later;
    return looked.mayGo;
  };
  const send = () => gatewayOf(leased).changeDetails(change.application, change.changes);
  await post(leased, { item, limit: gatewayOf(leased).limitOf(0), look, send });
  return later;
}

type Looked = { readonly mayGo: boolean; readonly later: number | null };

const [goes, stays]: readonly [Looked, Looked] = [
  { mayGo: true, later: null },
  { mayGo: false, later: null },
];

async function lookBefore(leased: LeasedSubmission, change: Change): Promise<Looked> {
  const found = await find(leased, change);
  if (typeof found !== 'object' || found === null) return { mayGo: false, later: found };
  if (found.kind === 'open') return goes;
  if (found.kind !== 'impossible') return settle(leased, change, found);
  // The operator wants it sent although no look is possible, or chose so for all.
  const { withoutReadBack } = leased.dependencies.rules;
  const isWanted = change.item.unclearPosts > 0;
  if (isWanted || withoutReadBack(leased.record.key.tenant) === 'resend') return goes;
  await park(leased, change.item, { code: 'unclear', cause: 'no look possible' });
  return stays;
}

/** When to go on; null: at once. */
async function reconcileChange(leased: LeasedSubmission, change: Change): Promise<number | null> {
  const found = await find(leased, change);
  if (typeof found !== 'object' || found === null) return found;
  if (found.kind === 'open') await sendAgain(leased, change.item);
  else if (found.kind === 'impossible') await withoutReconcile(leased, change.item);
  else await settle(leased, change, found);
  return null;
}

/** Where nothing was found, when to go on; null: at once. */
async function find(leased: LeasedSubmission, { item, changes, application }: Change) {
  const read = await askToRead(leased, () => gatewayOf(leased).readDetails(application));
  if (read === null) return null;
  count(leased, 'look');
  if (read.ok) return findChange(changes, read.value);
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
