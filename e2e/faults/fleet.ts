/** The processes of one schedule. Each has its own ledger on the shared store, and a process that ends is replaced. */
import { type Reference, reference, type Tenant } from '../../src/core/model/ids.ts';
import { defaultRules, silentMetrics } from '../../src/server/ledger/dependencies.ts';
import { createHttpGateway } from '../../src/server/ledger/http-gateway.ts';
import { probeWith } from '../../src/server/ledger/leased-submission.ts';
import { openCipher, silentLedgerLog } from '../../src/server/ledger/ledger.support.ts';
import { createLedger, type Ledger } from '../../src/server/ledger/ledger.ts';
import { createRateLimiter } from '../../src/server/ledger/rate-limiter.ts';
import type { SubjectKey } from '../../src/server/ports.ts';
import { createService } from '../../src/server/service/create-service.ts';
import * as chances from './chances.ts';
import type { Replaced } from './controls.ts';
import { createEntry, type Entry } from './entry.ts';
import { faulty } from './faulty.ts';
import { createStaging } from './files.ts';
import type { Network } from './network.ts';
import { Process } from './process.ts';
import type { Receiver } from './receiver.ts';
import { ADDRESS, KEY, type Service } from './service.ts';
import type { ScheduleStore } from './stores.ts';
import { strikes, type Wall, type World } from './world.ts';

export interface FleetDependencies {
  readonly world: World;
  readonly wall: Wall;
  readonly tenant: Tenant;
  readonly store: ScheduleStore;
  readonly service: Service;
  readonly network: Network;
  /** null without a webhook. */
  readonly receiver: Receiver | null;
  readonly replaced: Replaced;
}

export interface Server {
  readonly process: Process;
  readonly entry: Entry;
}

/** The reference is the same for the same subject, as in production. */
export const referenceOf = ({ subject }: SubjectKey): Reference => reference(`R-${subject}`);

export class Fleet {
  readonly servers: Server[] = [];
  readonly #dependencies: FleetDependencies;
  readonly #size: number;
  readonly #staging = createStaging();
  /** The number of shutdowns of the fleet; processes that were to start before the last one do not start. */
  #life = 0;
  #started = 0;

  /** @param size the number of processes */
  constructor(dependencies: FleetDependencies, size: number) {
    this.#dependencies = dependencies;
    this.#size = size;
    this.switchOn();
  }

  /** Kills all processes; none starts until `switchOn`. */
  switchOff(): void {
    this.#life += 1;
    for (const { process } of [...this.servers]) process.end('is switched off');
  }

  switchOn(): void {
    for (let index = 0; index < this.#size; index += 1) this.#start(index);
  }

  /**
   * Sends a request to one of the processes as a browser does; null for an error or no reply. The request or its
   * reply may be lost.
   */
  async ask<Value>(request: (entry: Entry) => Promise<Value>): Promise<{ readonly value: Value } | null> {
    const { world } = this.#dependencies;
    const { clock, random } = world;
    const losesRequest = strikes(world, 'browser', chances.browser.loses / 2);
    const losesReply = strikes(world, 'browser', chances.browser.loses / 2);
    await clock.sleep(random.between(5, 150));
    const [first, ...others] = this.servers;
    if (first === undefined || losesRequest) {
      await clock.sleep(random.between(0, 5_000));
      return null;
    }
    const reply = await replyOf(world, random.pick([first, ...others]), request);
    await clock.sleep(losesReply ? random.between(0, 5_000) : random.between(5, 150));
    return losesReply ? null : reply;
  }

  #start(index: number): void {
    const { world, wall, store } = this.#dependencies;
    const { random } = world;
    this.#started += 1;
    const process = new Process(world, wall, `process ${this.#started}`);
    const { ledger, entry } = this.#create(process, index);
    const server = { process, entry };
    this.servers.push(server);
    const life = this.#life;
    process.onEnd(() => {
      this.servers.splice(this.servers.indexOf(server), 1);
      store.disconnect(index);
      if (life === this.#life)
        world.after(random.between(...chances.process.backAfter), () => {
          if (life === this.#life) this.#start(index);
        });
    });
    ledger.start();
    if (strikes(world, 'process', chances.process.drained)) this.#drain(process, ledger);
  }

  #create(process: Process, index: number): { readonly ledger: Ledger; readonly entry: Entry } {
    const { world, tenant, store, service, network, receiver, replaced } = this.#dependencies;
    const { clock } = process;
    const { random } = world;
    const access = store.accessOf(index);
    const send = (request: Request) => process.step(() => network.send(request));
    const client = createService({ baseUrl: ADDRESS, key: KEY, send, clock });
    const staging = faulty(this.#staging, world, process);
    const base = createHttpGateway({ service: client, staging, readBack: 'auto', clock });
    const gateway = replaced.gateway?.(base) ?? base;
    const rateLimiter = createRateLimiter({
      clock,
      random: random.next,
      probe: probeWith(client),
      shared: access.allowance,
    });
    const shared = replaced.store?.(access.ledger) ?? access.ledger;
    const own = faulty(shared, world, process);
    const scopes = [{ tenant, only: null, except: [] }];
    const ledger = createLedger({
      store: replaced.ownStore?.(own, shared, process) ?? own,
      tenants: [tenant],
      gatewayOf: () => gateway,
      rateLimiterOf: () => rateLimiter,
      cipher: openCipher,
      staging,
      clock,
      log: silentLedgerLog,
      ledgerMetrics: silentMetrics,
      owner: `${tenant} ${process.name}`,
      lessons: { learn: async () => [] },
      ...(receiver && {
        webhooks: [{ scopes, send: (message) => process.step(() => receiver.receive(message)) }],
      }),
      newReference: referenceOf,
      random: random.next,
      rules: { ...defaultRules, ...replaced.rules },
    });
    return { ledger, entry: createEntry({ ledger, service }) };
  }

  /** Stops a process as an update does: current work may finish. */
  #drain(process: Process, ledger: Ledger): void {
    const { world } = this.#dependencies;
    world.after(world.random.between(1_000, 60_000), () => {
      if (!process.isAlive) return;
      world.trace?.(process.name, 'is asked to stop');
      const end = () => process.end('has drained');
      process.receive(ledger.drain(GRACE)).then(end, end);
      if (world.random.chance(chances.process.killedInDrain))
        world.after(world.random.between(0, GRACE), () => process.end('is killed while it stops'));
    });
  }
}

/** Milliseconds that a process has to shut down. */
const GRACE = 20_000;
/** Milliseconds after which a browser gives up. */
const PATIENCE = 60_000;

/** Resolves to null when the process ends, because the connection breaks. */
function replyOf<Value>(
  { after }: World,
  { process, entry }: Server,
  request: (entry: Entry) => Promise<Value>,
): Promise<{ readonly value: Value } | null> {
  return new Promise((resolve) => {
    after(PATIENCE, () => resolve(null));
    process.onEnd(() => resolve(null));
    process.reach(() => {
      process.receive(request(entry)).then(
        (value) => resolve({ value }),
        () => resolve(null),
      );
    });
  });
}
