/**
 * The part of a simulation in which details of applications that were there are corrected, alone or beside answers, and a
 * back end is told: beside the applicants, by the same processes, with random numbers of its own.
 */
import { reference, type Subject, subject, type Tenant } from '../../src/core/model/ids.ts';
import type { SubjectKey } from '../../src/core/model/ports.ts';
import type { QuestionTree } from '../../src/core/tree/question-tree.ts';
import type { LedgerStore } from '../../src/server/delivery/ledger-store.ts';
import { Applicant } from './applicant.ts';
import {
  type ChangeCase,
  judgeChanges,
  newChangeCase,
  noteAnswer,
  noteErased,
  witnessedChanges,
} from './change-oracle.ts';
import { contentFrom } from './content.ts';
import { type CorrectorDependencies, correctDetails, createCorrector, writeElsewhere } from './corrector.ts';
import * as faults from './faults-of-a-schedule.ts';
import type { Erased } from './operator.ts';
import { type Case, erasedCase, newCase } from './oracle.ts';
import type { Instance } from './proxies.ts';
import type { Random } from './random.ts';
import type { ErasedAgain } from './restore-erased.ts';
import type { SimulatedService } from './simulated-service.ts';
import type { ApplicantDependencies } from './tab.ts';
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
  /** One of the forms of the seed. */
  readonly drawForm: (random: Random) => QuestionTree;
}

export class Corrections {
  readonly receiver: WebhookReceiver;
  /** Those whose form has questions, too, by their subjects. */
  readonly forms = new Map<Subject, Case>();
  readonly #dependencies: CorrectionsDependencies;
  readonly #cases = new Map<Subject, ChangeCase>();
  #busy = 0;

  constructor(dependencies: CorrectionsDependencies) {
    const { world, random, drawForm } = dependencies;
    this.#dependencies = dependencies;
    this.receiver = new WebhookReceiver(world, random.branch());
    for (let number = random.whole(1, 2); number > 0; number -= 1) this.#open(subject(`c${number}`));
    if (!random.chance(faults.corrections.withQuestions)) return;
    const { key, application } = this.#open(subject('f1'));
    this.forms.set(key.subject, newCase(key, drawForm(random), application));
  }

  #open(own: Subject): ChangeCase {
    const { tenant, service } = this.#dependencies;
    const application = service.makeApplication(null);
    service.details.open(application, { first_name: 'Ada', email: 'ada@old.example', town: 'Leeds' });
    const one = newChangeCase({ tenant, subject: own }, application);
    this.#cases.set(own, one);
    return one;
  }

  get busy(): boolean {
    return this.#busy > 0;
  }

  get keys(): readonly SubjectKey[] {
    return [...this.#cases.values()].map(({ key }) => key);
  }

  /** @returns who fills in those that have questions */
  begin(proxies: readonly Instance[], tools: Pick<ApplicantDependencies, 'staging' | 'refusals'>) {
    const { world, random, service } = this.#dependencies;
    const applicants: Applicant[] = [];
    for (const { key, application, receipts } of this.#cases.values()) {
      const form = this.forms.get(key.subject);
      const onReceipt = (print: string) => receipts.add(print);
      const common = { world, application, details: service.details, key, proxies, onReceipt };
      const correct = () =>
        correctDetails({ ...common, random: random.branch(), send: sendAlone(form, { key, application }) });
      const all = [correct(), writeElsewhere({ ...common, random: random.branch() })];
      // The same application in the hands of a recruiter.
      if (random.chance(faults.corrections.second)) all.push(correct());
      for (const one of all) this.#await(one);
      if (form === undefined) continue;
      const corrector = createCorrector({ ...common, random: random.branch() });
      const ownWorld = { ...world, random: random.branch() };
      applicants.push(new Applicant({ world: ownWorld, one: form, proxies, ...tools, corrector }));
    }
    return applicants;
  }

  #await(one: Promise<void>): void {
    this.#busy += 1;
    void one.then(() => {
      this.#busy -= 1;
    });
  }

  drawErased(random: Random): Erased | undefined {
    const { service } = this.#dependencies;
    const all = [...this.#cases.values()];
    const one = all[random.whole(0, all.length - 1)];
    const form = one && this.forms.get(one.key.subject);
    return (
      one && {
        key: one.key,
        onErased(reference) {
          noteErased(one, service.details);
          if (form !== undefined) erasedCase(form, service).onErased(reference);
        },
      }
    );
  }

  /** One of those without questions, at times. */
  drawErasedAgain(random: Random): ErasedAgain | null {
    if (!random.chance(faults.corrections.restoresErased)) return null;
    const all = [...this.#cases.values()].filter(({ key }) => !this.forms.has(key.subject));
    const one = all[random.whole(0, all.length - 1)];
    if (one === undefined) return null;
    const { details } = this.#dependencies.service;
    return {
      key: one.key,
      onErased: () => noteErased(one, details),
      onLate: () => {
        one.erased = null;
        this.receiver.pardon(reference(`R-${one.key.subject}`));
      },
    };
  }

  /** An answer leaves. */
  noteAnswer(key: SubjectKey): void {
    const one = this.#cases.get(key.subject);
    if (one !== undefined) noteAnswer(one, this.#dependencies.service.details);
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
    figures.overheard = this.receiver.overheard;
    return figures;
  }
}

/** Of a form with questions the details alone can be changed once its answers were sent. */
const sendAlone =
  (
    form: Case | undefined,
    { key, application }: Pick<ChangeCase, 'key' | 'application'>,
  ): CorrectorDependencies['send'] =>
  async (entry, changes) => {
    if (form === undefined) return entry.change(key, application, changes);
    if ((await entry.load(form)) === null) return null;
    const reply = await entry.post(form, contentFrom([], null, changes));
    return reply.kind === 'accepted' ? reply.submission : null;
  };
