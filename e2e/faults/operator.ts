/**
 * The operator of the proxy: comes now and then, checks what the service holds, and retries parked items that are not
 * there, or gives them up.
 */
import type { Tenant } from '../../src/core/model/ids.ts';
import type { AttentionEntry, OperatorAction } from '../../src/core/model/ports.ts';
import * as faults from './faults-of-a-schedule.ts';
import { type Case, countHeld } from './oracle.ts';
import { call, type Instance } from './proxies.ts';
import type { Random } from './random.ts';
import type { SimulatedService } from './simulated-service.ts';
import type { World } from './world.ts';

/** Asks until nothing is left of the applicant, or until `MOST_TRIES`. */
export async function eraseOnce({
  world,
  random,
  proxies,
  service,
  one,
}: ErasureDependencies): Promise<void> {
  await world.timeline.pause(random.between(0, faults.erasure.latest));
  for (let tries = 0; tries < MOST_TRIES && one.heldAtErasure === null; tries += 1) {
    const reply = await call(world, proxies, (entry) => entry.erase(one));
    if (reply.kind === 'replied' && reply.value !== null)
      one.heldAtErasure = countHeld(one, service, reply.value);
    world.trace?.('operator', `erases ${one.key.subject}, which holds ${one.heldAtErasure} then`);
    await world.timeline.pause(ASK_AGAIN);
  }
}

/** Milliseconds. */
const ASK_AGAIN = 30_000;
/** With `ASK_AGAIN`, half an hour. */
const MOST_TRIES = 60;

export interface ErasureDependencies {
  readonly world: World;
  /** Separate, so that simulations without an erasure draw the same numbers as before. */
  readonly random: Random;
  readonly proxies: readonly Instance[];
  readonly service: SimulatedService;
  readonly one: Case;
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
