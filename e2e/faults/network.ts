/** What happens to a request on its way to the service: it fails, it succeeds, or its outcome stays unclear. */
import { failure, type Outcome, success } from '../../src/core/model/failure.ts';
import type { ServiceError } from '../../src/server/service/service-error.ts';
import * as faults from './faults-of-a-schedule.ts';
import type { Random } from './random.ts';
import type { SimulatedService } from './simulated-service.ts';
import { areFaultsOn, shareOf, type World } from './world.ts';

type Fate = 'served' | 'limited' | 'late' | 'storedUnclear' | 'lostUnclear';

interface Outage {
  readonly from: number;
  readonly until: number;
  /** The service cannot be reached, or something in front of it answers instead. */
  readonly kind: 'unreachable' | 'failing' | 'denied';
}

export type Sending<Value> = () => Outcome<Value, ServiceError>;

export class Network {
  readonly #world: World;
  readonly #service: SimulatedService;
  readonly #outages: readonly Outage[];
  readonly #oddities: Random;

  /** @param oddities separate, so that what else happens stays the same */
  constructor(world: World, service: SimulatedService, oddities: Random) {
    this.#world = world;
    this.#oddities = oddities;
    this.#service = service;
    this.#outages = drawOutages(world);
  }

  /** @param limit milliseconds after which the sender gives up */
  async post<Value>(limit: number, store: Sending<Value>): Promise<Outcome<Value, ServiceError>> {
    const { timeline, random } = this.#world;
    const outage = this.#outage();
    if (outage !== undefined) return this.#refuse(outage, limit);
    const fate = this.#drawFate();
    if (fate === 'limited') {
      await timeline.pause(random.between(10, 100));
      const retryAfter = random.chance(0.5) ? null : random.whole(0, 20);
      return failure({ kind: 'rate_limited', retryAfter });
    }
    if (fate === 'lostUnclear') return this.#giveUp(limit);
    if (fate === 'late') {
      const given = this.#giveUp(limit);
      void given.then(() =>
        this.#storeIn(random.tail(faults.lateCommit.mean, faults.lateCommit.most), store),
      );
      return given;
    }
    const duration = random.between(30, areFaultsOn(this.#world) ? 900 : 200);
    const stored = await this.#storeIn(duration, store);
    if (fate === 'storedUnclear' && stored.ok) return this.#giveUp(limit - duration);
    await timeline.pause(random.between(10, 200));
    return stored;
  }

  async read<Value>(show: (lag: number) => Value): Promise<Outcome<Value, ServiceError>> {
    const { timeline, random } = this.#world;
    const outage = this.#outage();
    if (outage !== undefined) return this.#refuse(outage, 10_000);
    await timeline.pause(random.between(20, 300));
    if (areFaultsOn(this.#world) && random.chance(shareOf(this.#world, 'service', faults.read.fails)))
      return this.#giveUp(9_700);
    return success(show(random.between(0, faults.read.lag)));
  }

  /** Whether a reply shows something else than what was asked for. */
  isOdd(): boolean {
    return (
      areFaultsOn(this.#world) && this.#oddities.chance(shareOf(this.#world, 'service', faults.read.odd))
    );
  }

  #outage(): Outage | undefined {
    const { now } = this.#world.timeline;
    return this.#outages.find(({ from, until }) => from <= now && now < until);
  }

  #drawFate(): Fate {
    if (!areFaultsOn(this.#world)) return 'served';
    let drawn = this.#world.random.next();
    const harder = Math.min(this.#world.hardness.service, faults.likeliest / allOf(faults.post));
    for (const fate of ['limited', 'late', 'storedUnclear', 'lostUnclear'] as const) {
      drawn -= faults.post[fate] * harder;
      if (drawn < 0) return fate;
    }
    return 'served';
  }

  /** Counted as pending, because a simulation must not end while something may still be stored. */
  async #storeIn<Value>(milliseconds: number, store: Sending<Value>): Promise<Outcome<Value, ServiceError>> {
    this.#service.pending += 1;
    await this.#world.timeline.pause(milliseconds);
    this.#service.pending -= 1;
    return store();
  }

  /** A broken connection is noticed at any time, a lost reply only at the time limit. */
  async #giveUp(limit: number): Promise<Outcome<never, ServiceError>> {
    const { timeline, random } = this.#world;
    const error = random.pick<ServiceError>([
      { kind: 'timeout' },
      { kind: 'interrupted' },
      { kind: 'server_error', status: 500 },
      { kind: 'bad_document', status: 201 },
    ]);
    this.#service.pending += 1;
    await timeline.pause(error.kind === 'timeout' ? limit : random.between(20, Math.min(limit, 3_000)));
    this.#service.pending -= 1;
    return failure(error);
  }

  async #refuse({ kind }: Outage, limit: number): Promise<Outcome<never, ServiceError>> {
    const { timeline, random } = this.#world;
    if (kind === 'failing' && random.chance(0.3)) return this.#giveUp(limit);
    await timeline.pause(random.between(5, 200));
    if (kind === 'unreachable') return failure({ kind: 'unreachable' });
    return failure(kind === 'denied' ? { kind: 'unauthorized' } : { kind: 'server_error', status: 503 });
  }
}

const allOf = (shares: typeof faults.post): number =>
  Object.values(shares).reduce((sum, share) => sum + share, 0);

function drawOutages(world: World): readonly Outage[] {
  const { random, calmAfter } = world;
  if (!random.chance(shareOf(world, 'service', faults.outage.share))) return [];
  return Array.from({ length: random.whole(1, 2) }, () => {
    const from = random.between(0, Math.min(calmAfter, 120_000));
    const kind = random.chance(0.1) ? 'denied' : random.pick(['unreachable', 'failing'] as const);
    return { from, until: Math.min(calmAfter, from + random.between(0, faults.outage.most)), kind };
  });
}
