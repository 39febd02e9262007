/**
 * Whoever runs the proxy: comes now and then, looks at the service with their own eyes, and has what is parked and not
 * there tried again, or gives it up.
 */
import type { Tenant } from '../../model/ids.ts';
import type { AttentionEntry, OperatorAction } from '../../model/ports.ts';
import { call, type Instance } from './proxies.ts';
import type { SimulatedService } from './simulated-service.ts';
import * as storm from './storm.ts';
import type { World } from './world.ts';

export interface OperatorMeans {
  readonly world: World;
  readonly tenant: Tenant;
  readonly proxies: readonly Instance[];
  readonly service: SimulatedService;
}

/** Resolves when they will not come any more. */
export async function operate({ world, tenant, proxies, service }: OperatorMeans): Promise<void> {
  const { random, timeline, trace } = world;
  if (!random.chance(storm.operator.share)) return;
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
    await timeline.pause(random.between(0, storm.operator.latest));
    await call(world, proxies, (door) => door.operate(tenant, decide));
  }
}
