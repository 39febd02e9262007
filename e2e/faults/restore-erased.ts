/**
 * A person is erased after a backup was made, and the backup comes back. The operator has them erased once more in the
 * first minute, as the privacy page asks: nothing of them is sent or told meanwhile, nor ever again.
 */
import * as faults from './faults-of-a-schedule.ts';
import type { Erased } from './operator.ts';
import { call, type Instance } from './proxies.ts';
import { backUpAll, type RestoreDependencies } from './restore.ts';

export interface ErasedAgain extends Erased {
  /** The operator came too late: of what was sent and told meanwhile nothing is promised. */
  onLate(): void;
}

export interface RestoreErasedDependencies extends RestoreDependencies {
  readonly proxies: readonly Instance[];
  readonly erased: ErasedAgain;
}

/** Milliseconds: what is promised to the operator. */
const FIRST_MINUTE = 60_000;
const ASK_AGAIN = [500, 3_000] as const;
/** Tries of an erasure, in which the outcome of each request under way is known. */
const MOST_TRIES = 400;

/** Resolves with the number of restores. */
export async function restoreErased(dependencies: RestoreErasedDependencies): Promise<number> {
  const { world, random, store, erased } = dependencies;
  const { timeline } = world;
  await timeline.pause(random.between(0, faults.receiver.backUpUntil));
  const restore = await backUpAll(dependencies);
  if ((await store.ledger.find(erased.key)) === null) return 0;
  if (!(await erase(dependencies)) || !(await restore())) return 0;
  const restored = timeline.now;
  const isErasing = async () => (await store.ledger.find(erased.key))?.erasedAt !== null;
  while (!(await isErasing()) && timeline.now < restored + FIRST_MINUTE) await ask(dependencies);
  if (!(await isErasing())) erased.onLate();
  await erase(dependencies);
  return 1;
}

/** Whether the operator was told that nothing is left. */
async function erase(dependencies: RestoreErasedDependencies): Promise<boolean> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) if (await ask(dependencies)) return true;
  return false;
}

async function ask({ world, random, proxies, erased }: RestoreErasedDependencies): Promise<boolean> {
  const reply = await call(world, proxies, (entry) => entry.erase(erased.key));
  await world.timeline.pause(random.between(...ASK_AGAIN));
  if (reply.kind !== 'replied' || reply.value === null) return false;
  world.trace?.('operator', `has erased ${erased.key.subject}`);
  erased.onErased(reply.value);
  return true;
}
