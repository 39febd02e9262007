/**
 * The part of a simulation in which details of applications that were there are corrected, and a back end is told: beside
 * the applicants, by the same processes, with random numbers of its own.
 */
import { type Subject, subject, type Tenant } from '../../src/core/model/ids.ts';
import type { SubjectKey } from '../../src/core/model/ports.ts';
import type { LedgerStore } from '../../src/server/delivery/ledger-store.ts';
import { type ChangeCase, judgeChanges, newChangeCase, witnessedChanges } from './change-oracle.ts';
import { correctDetails, writeElsewhere } from './corrector.ts';
import * as faults from './faults-of-a-schedule.ts';
import type { Instance } from './proxies.ts';
import type { Random } from './random.ts';
import type { SimulatedService } from './simulated-service.ts';
import { type Figures, figureNames, noFigures } from './verdict.ts';
import { WebhookReceiver } from './webhook-receiver.ts';
import type { World } from './world.ts';

export interface CorrectionsDependencies {
  readonly world: World;
  readonly random: Random;
  readonly tenant: Tenant;
  readonly service: SimulatedService;
  /** Calls of several processes meet in the store, so that what one changes is not seen in its order. */
  readonly isConcurrent: boolean;
}

export class Corrections {
  readonly receiver: WebhookReceiver;
  readonly #dependencies: CorrectionsDependencies;
  readonly #cases = new Map<Subject, ChangeCase>();
  #busy = 0;

  constructor(dependencies: CorrectionsDependencies) {
    const { world, random, tenant, service } = dependencies;
    this.#dependencies = dependencies;
    this.receiver = new WebhookReceiver(world, random.branch());
    for (let number = random.whole(1, 2); number > 0; number -= 1) {
      const key = { tenant, subject: subject(`c${number}`) };
      const application = service.makeApplication(null);
      service.details.open(application, { first_name: 'Ada', email: 'ada@old.example', town: 'Leeds' });
      this.#cases.set(key.subject, newChangeCase(key, application));
    }
  }

  get busy(): boolean {
    return this.#busy > 0;
  }

  get keys(): readonly SubjectKey[] {
    return [...this.#cases.values()].map(({ key }) => key);
  }

  begin(proxies: readonly Instance[]): void {
    const { world, random, service } = this.#dependencies;
    const { details } = service;
    for (const { key, application, receipts } of this.#cases.values()) {
      const onReceipt = (print: string) => receipts.add(print);
      const common = { world, application, details };
      const correct = () => correctDetails({ ...common, random: random.branch(), key, proxies, onReceipt });
      const all = [correct(), writeElsewhere({ ...common, random: random.branch() })];
      // The same application in the hands of a recruiter.
      if (random.chance(faults.corrections.second)) all.push(correct());
      for (const one of all) {
        this.#busy += 1;
        void one.then(() => {
          this.#busy -= 1;
        });
      }
    }
  }

  witness(base: LedgerStore, look: LedgerStore['find']): LedgerStore {
    const { service, isConcurrent } = this.#dependencies;
    const caseOf = (key: SubjectKey) => this.#cases.get(key.subject);
    const witness = { caseOf, details: service.details, look, most: faults.corrections.waiting };
    const changes = witnessedChanges(base, witness);
    return isConcurrent ? changes : this.receiver.witness(changes, look);
  }

  /** Nothing is left to be sent or told. */
  async isAtRest(store: LedgerStore): Promise<boolean> {
    if (this.busy) return false;
    for (const key of this.keys) if (((await store.find(key))?.dueAt ?? null) !== null) return false;
    return (await store.webhooks.count(this.#dependencies.tenant)).waiting === 0;
  }

  async judge(store: LedgerStore): Promise<Figures> {
    const { service } = this.#dependencies;
    const figures = { ...noFigures(), overwritten: service.details.overwritten };
    let unheard = 0;
    for (const one of this.#cases.values()) {
      const record = await store.find(one.key);
      const own = judgeChanges(one, record, service.details);
      for (const name of figureNames) figures[name] += own[name];
      if (record !== null) unheard += this.receiver.judgeLast(record);
    }
    figures.events = this.receiver.count;
    figures.unheard = unheard + this.receiver.judge();
    return figures;
  }
}
