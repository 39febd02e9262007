/**
 * A backup of the store and of the staged files is made at a random moment; later all processes are stopped and both
 * are replaced by it. What was accepted between would honestly be lost with the disk, and nothing could be judged of it:
 * so only a backup is put back after which nothing was accepted and no operator did anything, and every receipt that
 * was ever given counts as strictly as without. What the original sent meanwhile is at the service, or still on its way.
 */
import type { DoubtWait } from '../../src/server/delivery/ledger-store.ts';
import * as faults from './faults-of-a-schedule.ts';
import type { Fleet } from './fleet.ts';
import type { SimulationStore } from './open-stores.ts';
import type { Random } from './random.ts';
import type { SimulatedStaging } from './simulated-staging.ts';
import type { World } from './world.ts';

export interface RestoreDependencies {
  readonly world: World;
  /** Of its own: what befalls worlds without a restore is the same as ever. */
  readonly random: Random;
  readonly store: SimulationStore;
  readonly staging: SimulatedStaging;
  readonly fleet: Pick<Fleet, 'stopAll'>;
  /** Counts what a backup from before would not know. */
  readonly accepted: () => number;
  /** false: nothing tells that the store is a copy. */
  readonly isMarked: boolean;
}

/** Milliseconds: time limit and quiet time, of the largest file, too (`simulated-gateway.ts`, `random-form.ts`). */
const wait: DoubtWait = { answer: 75_000, file: 130_000 };

/** How often it was done. */
export async function restoreOnce({ world, random, ...dependencies }: RestoreDependencies): Promise<number> {
  const { timeline, trace } = world;
  const { store, staging, fleet, accepted, isMarked } = dependencies;
  for (let tries = 0; tries < faults.restore.tries; tries += 1) {
    await timeline.pause(random.between(...faults.restore.backUp));
    const before = accepted();
    const putBack = await store.backUp();
    const putFilesBack = staging.backUp();
    trace?.('disk', 'is backed up');
    await timeline.pause(random.between(...faults.restore.later));
    if (before === 0 || accepted() !== before) continue;
    fleet.stopAll();
    trace?.('disk', 'is restored');
    await putBack();
    putFilesBack();
    if (isMarked) await store.ledger.doubt(wait);
    return 1;
  }
  return 0;
}
