/** The processes of one simulation: each has its own ledger on the shared store, and a process that ends is replaced. */

import { reference, type Tenant } from '../../src/core/model/ids.ts';
import { stagingOf } from '../../src/server/files/staging.support.ts';
import type { Cipher } from '../../src/server/ledger/cipher.ts';
import {
  defaultRules,
  type LedgerDependencies,
  silentMetrics,
} from '../../src/server/ledger/dependencies.ts';
import { silentLedgerLog } from '../../src/server/ledger/ledger.support.ts';
import { createLedger, type Ledger } from '../../src/server/ledger/ledger.ts';
import type { LedgerStore } from '../../src/server/ledger/ledger-store.ts';
import { type Control, controlGateway, controlLessons, controlOwnStore, controlRules } from './controls.ts';
import { createEntry, type EntryDependencies } from './entry.ts';
import * as faults from './faults-of-a-schedule.ts';
import { faultyStaging } from './faulty-staging.ts';
import { faultyLessons, faultyStore, never, wrapStore } from './faulty-store.ts';
import { Host } from './host.ts';
import type { Network } from './network.ts';
import type { Instance } from './proxies.ts';
import type { Refusals } from './refusals.ts';
import { createSimulatedGateway, type GatewayDependencies } from './simulated-gateway.ts';
import { createSimulatedRateLimiter } from './simulated-rate-limiter.ts';
import type { SimulatedService } from './simulated-service.ts';
import type { SimulatedStaging } from './simulated-staging.ts';
import { createSimulatedTagger } from './simulated-tagger.ts';
import type { SimulationStore } from './simulation-store.ts';
import type { Wall } from './wall.ts';
import type { WebhookReceiver } from './webhook-receiver.ts';
import { strikes, type World } from './world.ts';

export interface FleetDependencies {
  readonly world: World;
  readonly tenant: Tenant;
  readonly store: Pick<SimulationStore, 'accessOf' | 'breakOff'>;
  readonly wall: Wall;
  readonly service: SimulatedService;
  readonly network: Network;
  readonly refusals: Refusals;
  readonly staging: SimulatedStaging;
  /** null: there is no webhook. */
  readonly receiver: WebhookReceiver | null;
  readonly control: Control | null;
  readonly onSend: GatewayDependencies['onSend'];
  readonly onReport: EntryDependencies['onReport'];
}

/** Milliseconds that a process has to end in order. */
const GRACE = 20_000;

interface Worker extends Instance {
  readonly ledger: Ledger;
}

/** Encrypts nothing, since this simulation does not test encryption. */
const openCipher: Cipher = {
  seal: (_context, text) => text,
  open: (_context, text) => text,
  knows: () => true,
  keyNames: [],
};

export class Fleet {
  readonly workers: Worker[] = [];
  readonly #dependencies: FleetDependencies;
  readonly #learns: boolean;
  readonly #places: readonly number[];
  #isOff = false;
  /** Counts how often the machine was switched off: what was to start before does not. */
  #switched = 0;
  #count = 0;
  #isOver = false;
  /** Counts how often the store was replaced. */
  #life = 0;

  constructor(dependencies: FleetDependencies, count: number) {
    this.#dependencies = dependencies;
    this.#learns = dependencies.world.random.chance(faults.learnedRateLimiter);
    this.#places = Array.from({ length: count }, (_none, place) => place);
    this.switchOn();
  }

  /**
   * No process ends in order, and none is started until the machine is on again. What they have begun does not reach the
   * store any more, which may be another one by then.
   */
  switchOff(): void {
    this.#isOff = true;
    this.#switched += 1;
    this.#life += 1;
    for (const { host } of [...this.workers]) host.end('is stopped');
  }

  switchOn(): void {
    this.#isOff = false;
    for (const place of this.#places) this.#start(place);
  }

  /** Nothing more happens. */
  end(): void {
    this.#isOver = true;
    for (const { host } of this.workers) host.end('stops');
  }

  #start(place: number): void {
    const { world, store } = this.#dependencies;
    const host = new Host(world, `worker ${++this.#count}`);
    const worker = this.#createWorker(host, place);
    this.workers.push(worker);
    host.onEnd(() => {
      this.workers.splice(this.workers.indexOf(worker), 1);
      store.breakOff(place);
      const life = this.#switched;
      if (!this.#isOver && !this.#isOff)
        world.timeline.after(world.random.between(...faults.process.backAfter), () => {
          if (life === this.#switched) this.#start(place);
        });
    });
    worker.ledger.start();
    if (strikes(world, 'process', faults.process.drained)) this.#stopInOrder(worker);
  }

  #createWorker(host: Host, place: number): Worker {
    const { world, wall, service, network, refusals, onSend, onReport, control, tenant, receiver } =
      this.#dependencies;
    const access = this.#dependencies.store.accessOf(place);
    const shared = this.#storeOfNow(access.ledger);
    const { random } = world;
    const staging = faultyStaging(this.#dependencies.staging, world, host);
    const gatewayDependencies = { world, wall, host, service, network, refusals, staging, onSend };
    const gateway = controlGateway(createSimulatedGateway(gatewayDependencies), control);
    const rateLimiter = createSimulatedRateLimiter(this.#learns, { world, host, network });
    const tagger = createSimulatedTagger({ host, network, service });
    const lessons = faultyLessons(controlLessons(access.lessons, control), world, host);
    const dependencies: LedgerDependencies = {
      store: controlOwnStore(faultyStore(shared, world, host), { host, shared, control }),
      tenants: [tenant],
      gatewayOf: () => gateway,
      rateLimiterOf: () => rateLimiter,
      cipher: openCipher,
      staging: stagingOf({ hold: staging.hold, release: staging.release }),
      clock: host.clock,
      log: silentLedgerLog,
      ledgerMetrics: silentMetrics,
      owner: `${tenant} ${host.name}`,
      lessons,
      taggerOf: () => tagger,
      ...(receiver !== null && {
        webhooks: [
          {
            scopes: [{ tenant, only: null, except: [] }],
            send: (message) => receiver.receive(host, message),
          },
        ],
      }),
      newReference: ({ subject }) => reference(`R-${subject}`),
      random: () => random.next(),
      rules: controlRules(defaultRules, control),
    };
    const ledger = createLedger(dependencies);
    return { host, ledger, entry: createEntry({ ledger, staging, lessons, onReport }) };
  }

  #storeOfNow(store: LedgerStore): LedgerStore {
    const life = this.#life;
    return wrapStore(store, (_name, work) => (this.#life === life ? work() : never()));
  }

  /** As for an update: what is under way may end. */
  #stopInOrder({ host, ledger }: Worker): void {
    const { timeline, random } = this.#dependencies.world;
    timeline.after(random.between(1_000, 60_000), () => {
      if (!host.alive) return;
      this.#dependencies.world.trace?.(host.name, 'is asked to stop');
      const end = () => host.end('has drained');
      host.receive(ledger.drain(GRACE)).then(end, end);
      if (random.chance(faults.process.killedInDrain))
        timeline.after(random.between(0, GRACE), () => host.end('is killed while it stops'));
    });
  }
}
