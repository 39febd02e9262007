/**
 * The operator of the proxy: comes now and then, checks what the service holds, and retries parked items that are not
 * there, or gives them up.
 */
import type { AttentionEntry } from '../../src/core/model/attention.ts';
import type { Reference, Tenant } from '../../src/core/model/ids.ts';
import type { OperatorAction, SubjectKey } from '../../src/server/ports.ts';
import * as faults from './faults-of-a-schedule.ts';
import { call, type Instance } from './proxies.ts';
import type { Random } from './random.ts';
import type { SimulatedService } from './simulated-service.ts';
import type { World } from './world.ts';

/** Asks until nothing is left of the applicant, or until `MOST_TRIES`: whether nothing is. */
export async function eraseOnce({
  world,
  random,
  proxies,
  erased: { key, onErased },
}: ErasureDependencies): Promise<boolean> {
  await world.timeline.pause(random.between(0, faults.erasure.latest));
  let isErased = false;
  for (let tries = 0; tries < MOST_TRIES && !isErased; tries += 1) {
    const reply = await call(world, proxies, (entry) => entry.erase(key));
    isErased = reply.kind === 'replied' && reply.value !== null;
    if (reply.kind === 'replied' && reply.value !== null) onErased(reply.value);
    world.trace?.('operator', `erases ${key.subject}, ${isErased ? 'all of it' : 'not all of it yet'}`);
    await world.timeline.pause(random.between(...ASK_AGAIN));
  }
  return isErased;
}

/** Milliseconds. */
const ASK_AGAIN = [500, 60_000] as const;
/** With `ASK_AGAIN`, half an hour. */
const MOST_TRIES = 60;

/** Who is erased. */
export interface Erased {
  readonly key: SubjectKey;
  /** The operator was told that nothing is left here. */
  onErased(reference: Reference): void;
}

export interface ErasureDependencies {
  readonly world: World;
  /** Separate, so that simulations without an erasure draw the same numbers as before. */
  readonly random: Random;
  readonly proxies: readonly Instance[];
  readonly erased: Erased;
}

export interface OperatorDependencies {
  readonly world: World;
  readonly tenant: Tenant;
  readonly proxies: readonly Instance[];
  readonly service: SimulatedService;
}

/** Resolves when the operator will not come again. */
export async function operate({ world, tenant, proxies, service }: OperatorDependencies): Promise<void> {
  const { random, timeline, trace } = world;
  if (!random.chance(faults.operator.share)) return;
  const decide = (entry: AttentionEntry): OperatorAction | null => {
    const isThere = entry.items.some(({ state, question }) =>
      state === 'parked' && question === null
        ? service.applications.some(({ reference }) => reference === entry.reference)
        : service.answers.some((one) => one.application === entry.application && one.question === question),
    );
    const action = !isThere ? 'retry' : random.chance(0.3) ? 'give_up' : null;
    trace?.('operator', `does ${action ?? 'nothing'} for ${entry.reference}`);
    return action;
  };
  for (let visit = random.whole(1, 3); visit > 0; visit -= 1) {
    await timeline.pause(random.between(0, faults.operator.latest));
    await call(world, proxies, (entry) => entry.operate(tenant, decide));
  }
}
