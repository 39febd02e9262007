/** Runs one process against a service with an unknown rate limit and an outage at the beginning, without other faults. */

import { subject, tenant } from '../../src/core/model/ids.ts';
import type { Rate } from '../../src/sandbox/sandbox-state.ts';
import { createRandom } from '../support/random.ts';
import { Dossier } from './entry.ts';
import { Fleet } from './fleet.ts';
import { answersIn, fillIn, randomForm } from './form.ts';
import { createNetwork } from './network.ts';
import { Service } from './service.ts';
import { openStores } from './stores.ts';
import { createWall, createWorld } from './world.ts';

/** Times in milliseconds, and the number of applicants. */
export interface PaceOptions {
  /** null for no limit. */
  readonly rate: Rate | null;
  readonly applicants: number;
  readonly sentWithin: number;
  readonly awayFor: number;
  readonly until: number;
}

export async function runAtPace({ rate, applicants, sentWithin, awayFor, until }: PaceOptions) {
  const world = createWorld({ seed: 1, schedule: 1, faultsFor: [0, 0], trace: null });
  const { clock } = world;
  const form = randomForm(createRandom(1));
  const service = new Service(world, form.sample, { ...createRandom(1), chance: () => false }, rate);
  const stores = await openStores('memory');
  const own = tenant('t');
  /** The counts of each minute. */
  const minutes: { taken: number; refused: number }[] = [];
  let triedWhileAway = 0;
  let wanted = 0;
  const direct = createNetwork(world, service);
  const send = async (request: Request): Promise<Response> => {
    if (clock.monotonic() < awayFor) {
      triedWhileAway += 1;
      throw new TypeError('fetch failed', { cause: Object.assign(new Error(), { code: 'ECONNREFUSED' }) });
    }
    const reply = await direct.send(request);
    const minute = Math.floor(clock.monotonic() / 60_000);
    const count = minutes[minute] ?? { taken: 0, refused: 0 };
    count[reply.status === 429 ? 'refused' : 'taken'] += 1;
    minutes[minute] = count;
    return reply;
  };
  const wall = createWall(world, false);
  const store = stores.open(world, own, clock.now);
  const parts = { world, wall, tenant: own, store, service, receiver: null, replaced: {} };
  const fleet = new Fleet({ ...parts, network: { ...direct, send } }, 1);
  for (let number = 0; number < applicants; number += 1) {
    const dossier = new Dossier({ tenant: own, subject: subject(`s${number}`) }, form, service.applyTo());
    const draft = { entries: new Map(), visitor: null };
    fillIn(form.tree, draft.entries, world.random);
    wanted += answersIn(form.tree, draft).length;
    world.after((number * sentWithin) / applicants, () => void fleet.servers[0]?.entry.post(dossier, draft));
  }
  await clock.run(until);
  fleet.switchOff();
  const stored = new Set(service.answers.map(({ application, print }) => `${application} ${print}`)).size;
  const lastAt = Math.max(...service.answers.map(({ at }) => at));
  return {
    minutes,
    triedWhileAway,
    lost: wanted - stored,
    lastAt,
    duplicated: service.answers.length - stored,
  };
}
