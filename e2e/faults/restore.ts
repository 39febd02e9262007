/**
 * At a random moment the store and the staged files are backed up; later all processes are stopped and the backup is
 * restored. What was accepted in between would be lost with the disk, which is no fault of the ledger. So a backup is
 * restored only if nothing was accepted and no operator acted after it, and every receipt is judged as strictly as
 * without a restore. All processes start again at one moment. What the original sent meanwhile is at the service, or still on its way.
 */
import type { Tenant } from '../../src/core/model/ids.ts';
import type { DoubtWait } from '../../src/server/ledger/record.ts';
import * as faults from './faults-of-a-schedule.ts';
import type { Fleet } from './fleet.ts';
import type { Random } from './random.ts';
import type { SimulatedStaging } from './simulated-staging.ts';
import type { SimulationStore } from './simulation-store.ts';
import type { WebhookReceiver } from './webhook-receiver.ts';
import type { World } from './world.ts';

export interface RestoreDependencies {
  readonly tenant: Tenant;
  readonly world: World;
  /** Separate, so that simulations without a restore draw the same numbers as before. */
  readonly random: Random;
  readonly store: SimulationStore;
  readonly staging: SimulatedStaging;
  /** null: there is no webhook. */
  readonly receiver: WebhookReceiver | null;
  readonly fleet: Pick<Fleet, 'switchOff' | 'switchOn'>;
  /** Counts changes that an earlier backup does not hold. */
  readonly accepted: () => number;
  /** false: the store is not marked as a restored copy. */
  readonly isMarked: boolean;
  /** What the backup had still to tell counts as told. */
  readonly forgetsEvents: boolean;
}

/** Milliseconds: time limit plus reconcile delay, of an answer and of an application with all files (`simulated-gateway.ts`, `said.ts`). */
const wait: DoubtWait = { answer: 75_000, file: 170_000 };

/** Milliseconds. */
const SEEN = 1;

async function forgetEvents({ store, tenant }: Pick<RestoreDependencies, 'store' | 'tenant'>): Promise<void> {
  const scope = { tenant, only: null, except: [] };
  for (const event of await store.ledger.webhooks.take(scope, { most: 100, holdFor: 0 }))
    await store.ledger.webhooks.finish(event);
}

/** Calling the result puts all back as it was then; false: something was accepted since, so it stays as it is. */
export async function backUpAll(dependencies: RestoreDependencies): Promise<() => Promise<boolean>> {
  const { world, store, staging, receiver, fleet, accepted, isMarked, forgetsEvents } = dependencies;
  const before = accepted();
  const putBack = await store.backUp();
  const putFilesBack = staging.backUp();
  const putExpectedBack = receiver?.backUp();
  world.trace?.('disk', 'is backed up');
  const isSame = () => before > 0 && accepted() === before;
  const putAllBack = async () => {
    await store.settle();
    // What was stored at the last moment is seen by then.
    await world.timeline.pause(SEEN);
    if (!isSame()) return false;
    world.trace?.('disk', 'is restored');
    await putBack();
    putFilesBack();
    putExpectedBack?.(await store.ledger.now());
    if (forgetsEvents) await forgetEvents(dependencies);
    // A process that starts does this first.
    if (isMarked) await store.ledger.doubt(wait);
    return true;
  };
  return async () => {
    if (!isSame()) return false;
    fleet.switchOff();
    const isRestored = await putAllBack();
    fleet.switchOn();
    return isRestored;
  };
}

/** Resolves with the number of restores. */
export async function restoreSome(dependencies: RestoreDependencies): Promise<number> {
  const { timeline } = dependencies.world;
  const { random } = dependencies;
  let restores = 0;
  for (let tries = 0; tries < faults.restore.tries && restores < faults.restore.most; tries += 1) {
    await timeline.pause(random.between(...faults.restore.backUp));
    const restore = await backUpAll(dependencies);
    await timeline.pause(random.between(...faults.restore.later));
    if (await restore()) restores += 1;
  }
  return restores;
}
