/** The wall clock of the machine that has the store: it is set forward or back now and then. */
import * as faults from './faults-of-a-schedule.ts';
import type { Random } from './random.ts';
import { BEGINNING } from './simulated-gateway.ts';
import type { World } from './world.ts';

export class Wall {
  readonly #timeline: World['timeline'];
  /** Milliseconds that it is ahead. */
  ahead = 0;

  constructor({ timeline }: Pick<World, 'timeline'>) {
    this.#timeline = timeline;
  }

  /** Milliseconds since 1970. */
  get now(): number {
    return BEGINNING + this.#timeline.now + this.ahead;
  }
}

/** @param random separate, so that simulations whose clock is not set draw the same numbers */
export function setClock(wall: Wall, { timeline, calmAfter, trace }: World, random: Random): void {
  if (!random.chance(faults.wall.share)) return;
  for (let times = random.whole(1, faults.wall.most); times > 0; times -= 1) {
    const by =
      random.between(...random.pick<readonly [number, number]>(faults.wall.by)) *
      (random.chance(0.5) ? 1 : -1);
    timeline.after(random.between(0, Math.min(calmAfter, faults.wall.latest)), () => {
      wall.ahead += by;
      trace?.('wall clock', `is set ${Math.round(by / 1_000)} s ${by > 0 ? 'forward' : 'back'}`);
    });
  }
}
