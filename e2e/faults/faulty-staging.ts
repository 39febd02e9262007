/** The staging as one process sees it: sometimes slow, sometimes failing. */

import * as faults from './faults-of-a-schedule.ts';
import { never } from './faulty-store.ts';
import type { Host } from './host.ts';
import type { HeldFiles } from './simulated-staging.ts';
import { strikes, type World } from './world.ts';

export function faultyStaging(base: HeldFiles, world: World, host: Host): HeldFiles {
  const call = <Value>(work: () => Promise<Value>): Promise<Value> => {
    if (host.mayEnd(faults.process.crash)) return never();
    const isSlow = strikes(world, 'store', faults.staging.fails);
    const fails = strikes(world, 'store', faults.staging.fails);
    const duration = isSlow
      ? world.random.between(500, faults.staging.slowest)
      : world.random.between(0.2, 5);
    const done = world.timeline.pause(duration).then(() => {
      if (fails) return Promise.reject(new Error('The disk of the staged files does not answer.'));
      host.mayStall();
      return work();
    });
    return host.receive(done);
  };
  return {
    find: (key, id) => call(() => base.find(key, id)),
    open: (key, id) => call(() => base.open(key, id)),
    hold: (key, id) => call(() => base.hold(key, id)),
    release: (key, id) => call(() => base.release(key, id)),
  };
}
