/** One schedule: a simulation with its own virtual time, which runs until nothing is left to do. */

import { outgoingParts, readableAnswer } from '../../src/core/answers/answers.ts';
import type { ApplicationId } from '../../src/core/model/ids.ts';
import { reference, subject, type Tenant, tenant } from '../../src/core/model/ids.ts';
import type { QuestionTree } from '../../src/core/tree/question-tree.ts';
import type { AnswerToSend } from '../../src/server/ledger/http-gateway.ts';
import type { LedgerStore } from '../../src/server/ledger/ledger-store.ts';
import type { Lessons, SubjectKey } from '../../src/server/ports.ts';
import { steadyTime } from '../../src/server/store/sqlite.ts';
import { drawAgeing, forget, wipe } from './ageing.ts';
import { Applicant } from './applicant.ts';
import { printOf } from './content.ts';
import { type Control, controlSharedStore, eventControls } from './controls.ts';
import * as faults from './faults-of-a-schedule.ts';
import { Fleet } from './fleet.ts';
import { drawDemands, drawHabits, FORMS, formOf } from './habits.ts';
import { Network } from './network.ts';
import { eraseOnce, operate } from './operator.ts';
import {
  type Case,
  countChanges,
  countUntrueClaims,
  erasedCase,
  newCase,
  noteDemands,
  witnessed,
} from './oracle.ts';
import { createRandom, type Random } from './random.ts';
import { fileOf, randomAnswer } from './random-form.ts';
import { Refusals } from './refusals.ts';
import { type RestoreDependencies, restoreSome } from './restore.ts';
import { type ErasedAgain, restoreErased } from './restore-erased.ts';
import { attributesOf } from './simulated-gateway.ts';
import { SimulatedService } from './simulated-service.ts';
import { SimulatedStaging } from './simulated-staging.ts';
import type { SimulationStore, Stores } from './simulation-store.ts';
import { Timeline } from './timeline.ts';
import { type Figures, figureNames, judgeCase, noFigures } from './verdict.ts';
import { setClock, Wall } from './wall.ts';
import { WebhookReceiver } from './webhook-receiver.ts';
import { areFaultsOn, drawHardness, shareOf, type World } from './world.ts';

/** Milliseconds of virtual time: a simulation that takes longer is stuck. */
const LONGEST = 12 * 3_600_000;
/** Where a back end is told, which is tried once more ten hours after it failed for the sixth time. */
const LONGEST_TOLD = 80 * 3_600_000;
/** Of its time line: one that goes on for weeks takes 150,000, and one that goes round in a ring no end of them. */
const MOST_STEPS = 1_000_000;
/** Milliseconds until no more faults are injected: shorter where each call takes real time. */
const CALM_AFTER = { alone: 900_000, concurrent: 150_000 } as const;
/** Milliseconds between two checks whether all is done. */
const CHECK_INTERVAL = 30_000;
/** Milliseconds between two looks whether everyone is gone. */
const LEFT_INTERVAL = 1_000;
/** Seeds the random numbers of restores, so that other draws of the schedule stay the same. */
const RESTORES = 13;
/** Seeds the random numbers of an erasure. */
const ERASURES = 17;
/** Seeds what a service demands and shows of applications. */
const DEMANDS = 19;
/** Seeds by how much harder than usual a world is, and its clocks. */
const WORLDS = 23;
/** Seeds what a back end is told. */
const EVENTS = 31;
/** Seeds replies that show something else than what was asked for. */
const ODDITIES = 37;
/** Seeds the faults of a database that several processes reach at once. */
const DATABASES = 29;

/** @param now milliseconds of the world */
export type Trace = (now: number, who: string, what: string) => void;

export interface SimulationDependencies {
  readonly seed: number;
  readonly schedule: number;
  readonly control: Control | null;
  readonly stores: Pick<Stores, 'createStore' | 'isConcurrent'>;
  readonly trace: Trace | null;
}

export class Simulation {
  readonly schedule: number;
  readonly tenant: Tenant;
  /** null: the simulation still runs. */
  figures: Figures | null = null;
  readonly #world: World;
  readonly #seed: number;
  readonly #cases = new Map<string, Case>();
  readonly #applicants: Applicant[] = [];
  readonly #service: SimulatedService;
  readonly #store: LedgerStore;
  readonly #lessons: Lessons;
  readonly #fleet: Fleet;
  /** No more operator will come. */
  #isAlone = false;
  /** Whether and when the machine is switched off, until nothing need be kept any more. */
  readonly #ageing: 'early' | 'late' | null;
  /** How often the store was restored; null: a restore may still come. */
  #restores: number | null = 0;
  #erased = 0;
  /** No erasure is outstanding. */
  #isErased = true;
  /** null: no back end is told. */
  readonly #receiver: WebhookReceiver | null;
  /** Calls of several processes meet in the store, so that what one changes is not seen in its order. */
  readonly #isConcurrent: boolean;
  /** Counts changes by applicants and operators that the store has taken. */
  #accepted = 0;
  #steps = 0;

  constructor({ seed, schedule, control, stores, trace }: SimulationDependencies) {
    this.schedule = schedule;
    this.#seed = seed;
    const random = createRandom(seed, schedule);
    const worlds = createRandom(seed, schedule, WORLDS);
    const timeline = new Timeline();
    this.#world = {
      timeline,
      random,
      calmAfter: random.between(60_000, stores.isConcurrent ? CALM_AFTER.concurrent : CALM_AFTER.alone),
      hardness: drawHardness(worlds),
      trace: trace && ((who: string, what: string) => trace(timeline.now, who, what)),
    };
    const own = tenant(`t${schedule}`);
    this.tenant = own;
    const demanding = drawDemands(createRandom(seed, schedule, DEMANDS));
    const events = createRandom(seed, schedule, EVENTS);
    const needsEvents = eventControls.some((one) => one === control);
    const habits = { ...drawHabits(random), ...demanding };
    this.#service = new SimulatedService(this.#world, habits);
    const wall = new Wall(this.#world);
    const ageing = drawAgeing(worlds, stores.isConcurrent);
    this.#ageing = needsEvents ? null : ageing;
    if (this.#ageing === null) setClock(wall, this.#world, worlds);
    const databases = createRandom(seed, schedule, DATABASES);
    const place = stores.createStore({
      tenant: own,
      timeline,
      now:
        control === 'clock'
          ? () => wall.now
          : steadyTime({ now: () => wall.now, monotonic: () => timeline.now }),
      strikes: (share) => areFaultsOn(this.#world) && databases.chance(shareOf(this.#world, 'store', share)),
      random: databases,
    });
    this.#store = place.ledger;
    this.#lessons = place.lessons;
    const chance = createRandom(seed, schedule, RESTORES);
    const isRestoring = this.#ageing === null && chance.chance(faults.restore.share);
    const erasures = createRandom(seed, schedule, ERASURES);
    const isErasing = !isRestoring && this.#ageing === null && erasures.chance(faults.erasure.share);
    const isTold = needsEvents || (this.#ageing === null && events.chance(faults.receiver.share));
    this.#receiver = isTold ? new WebhookReceiver(this.#world, events.branch()) : null;
    this.#isConcurrent = stores.isConcurrent;
    const refusals = new Refusals(random.branch());
    const staging = new SimulatedStaging();
    const network = new Network(this.#world, this.#service, createRandom(seed, schedule, ODDITIES));
    const dependencies = {
      world: this.#world,
      tenant: own,
      store: this.#accessFor(place, control),
      wall,
      service: this.#service,
      network,
      refusals,
      staging,
      receiver: this.#receiver,
      control,
    };
    const onSend = (key: SubjectKey, answer: AnswerToSend, application: ApplicationId) =>
      this.#checkSending(key, answer, application);
    const onReport: ConstructorParameters<typeof Fleet>[0]['onReport'] = (one, submission) => {
      one.untold += countUntrueClaims(one, submission, this.#service);
      noteDemands(one, submission, this.#service);
    };
    this.#fleet = new Fleet({ ...dependencies, onSend, onReport }, random.whole(2, faults.crowd.processes));
    const count = random.chance(stores.isConcurrent ? 0.3 : 0.8)
      ? 1
      : random.whole(2, faults.crowd.applicants);
    const asked = { world: this.#world, proxies: this.#fleet.workers };
    for (let number = 1; number <= count; number += 1) {
      const one = this.#newCase({ tenant: own, subject: subject(`s${number}`) }, random);
      this.#applicants.push(new Applicant({ ...asked, one, staging, refusals }));
    }
    void operate({ ...asked, tenant: own, service: this.#service }).then(() => {
      this.#isAlone = true;
    });
    if (isRestoring) this.#restore({ store: place, staging, control, random: chance });
    if (isErasing) this.#erase(erasures);
    void this.#watch();
  }

  /** Runs the next event; false: the simulation is over. */
  step(): boolean {
    if (this.figures !== null) return false;
    const goesOn = ++this.#steps <= MOST_STEPS && this.#world.timeline.step();
    if (!goesOn) throw new Error(`The world of schedule ${this.schedule} stands still or never ends.`);
    return this.figures === null;
  }

  /** What each process is given: below all that its own faults may hide, what it stores is seen. */
  #accessFor(
    place: SimulationStore,
    control: Control | null,
  ): Pick<SimulationStore, 'accessOf' | 'breakOff'> {
    const controlled = controlSharedStore(control);
    const changed = () => {
      this.#accepted += 1;
    };
    const witness = { caseOf: (key: SubjectKey) => this.#cases.get(key.subject), look: place.ledger.find };
    const accessOf = (number: number) => {
      const { ledger, lessons } = place.accessOf(number);
      const seen = witnessed(countChanges(controlled(ledger), changed), witness);
      const receiver = this.#isConcurrent ? null : this.#receiver;
      return { ledger: receiver?.witness(seen, place.ledger.find) ?? seen, lessons };
    };
    return { accessOf, breakOff: place.breakOff };
  }

  /** Only in simulations without a restore, since a backup still holds what was erased after it was made. */
  #erase(random: Random): void {
    const [one] = this.#cases.values();
    if (one === undefined) return;
    const erased = erasedCase(one, this.#service);
    this.#isErased = false;
    void eraseOnce({ world: this.#world, random, proxies: this.#fleet.workers, erased }).then((isErased) => {
      this.#erased += Number(isErased);
      this.#isErased = true;
    });
  }

  #restore({
    control,
    ...dependencies
  }: Pick<RestoreDependencies, 'store' | 'staging' | 'random'> &
    Pick<SimulationDependencies, 'control'>): void {
    this.#restores = null;
    const [isMarked, forgetsEvents] = [control !== 'restore', control === 'restored-events'];
    const accepted = () => this.#accepted;
    const receiver = this.#receiver;
    const [world, own, fleet] = [this.#world, this.tenant, this.#fleet];
    const common = {
      ...dependencies,
      world,
      tenant: own,
      receiver,
      fleet,
      accepted,
      isMarked,
      forgetsEvents,
    };
    const erased = this.#drawErasedAgain(dependencies.random);
    const restoring =
      erased === null ? restoreSome(common) : restoreErased({ ...common, proxies: fleet.workers, erased });
    void restoring.then((count) => {
      this.#restores = count;
    });
  }

  #drawErasedAgain(random: Random): ErasedAgain | null {
    const receiver = this.#receiver;
    const [one] = this.#cases.values();
    if (receiver === null || one === undefined || !random.chance(faults.receiver.restoresErased)) return null;
    return {
      ...erasedCase(one, this.#service),
      onLate() {
        one.heldAtErasure = null;
        receiver.pardon(reference(`R-${one.key.subject}`));
      },
    };
  }

  #newCase(key: SubjectKey, random: Random): Case {
    const tree = formOf(this.#seed, random.whole(0, FORMS - 1));
    const application = random.chance(0.65) ? this.#service.makeApplication(null) : null;
    // Where the service names no question, its answers could not be told apart from ours.
    if (application !== null && this.#service.habits.namesQuestions && random.chance(0.08))
      this.#answerElsewhere(tree, application, random);
    const one = newCase(key, tree, application);
    this.#cases.set(key.subject, one);
    return one;
  }

  /** Stores some answers that did not come through this proxy. */
  #answerElsewhere(tree: QuestionTree, application: ApplicationId, random: Random): void {
    for (const id of tree.roots) {
      const question = tree.nodes.get(id)?.question;
      if (question === undefined || random.chance(0.6)) continue;
      const answer = readableAnswer(question, randomAnswer(question, random, fileOf(random)));
      for (const { value } of outgoingParts(id, answer).slice(0, 1)) {
        const { canonicalTitle: title, type } = question;
        const attributes = attributesOf(value);
        const print = printOf(id, value);
        this.#service.store({ application, question: id, print, title, type, attributes, isForeign: true });
      }
    }
  }

  /** When an answer is sent, all answers above it must already be at the service. */
  #checkSending(key: SubjectKey, { question }: AnswerToSend, application: ApplicationId): void {
    const one = this.#cases.get(key.subject);
    const content = one?.accepted.at(-1);
    if (one === undefined || content === undefined) return;
    const above = new Set<string>();
    for (
      let id = one.tree.nodes.get(question)?.parent ?? null;
      id !== null;
      id = one.tree.nodes.get(id)?.parent ?? null
    )
      above.add(id);
    for (const answer of content.answers) {
      if (!above.has(answer.question)) continue;
      const print = printOf(answer.question, answer.value);
      const isThere = this.#service.answers.some(
        (held) => held.application === application && held.print === print,
      );
      if (!isThere) {
        one.hidden += 1;
        this.#world.trace?.('verdict', `${question} goes before ${print}`);
      }
    }
  }

  async #watch(): Promise<void> {
    const ageing = { world: this.#world, tenant: this.tenant, fleet: this.#fleet, store: this.#store };
    if (this.#ageing === 'early') await this.#untilLeft();
    else await this.#untilRest();
    const old = { ...ageing, cases: [...this.#cases.values()] };
    const wrong = this.#ageing === null ? 0 : await wipe(old);
    if (this.#ageing !== null) await this.#untilRest();
    const figures = await this.#judge();
    if (this.#ageing !== null) {
      const held = this.#service.count;
      figures.kept += wrong + (await forget(old));
      figures.duplicated += this.#service.count - held;
      figures.aged += 1;
    }
    this.#fleet.end();
    this.figures = figures;
  }

  async #untilRest(): Promise<void> {
    const { timeline } = this.#world;
    const longest = timeline.now + (this.#receiver === null ? LONGEST : LONGEST_TOLD);
    do await timeline.pause(CHECK_INTERVAL);
    while (timeline.now < longest && !(await this.#isAtRest()));
  }

  /** Until everyone is gone, whatever is left to do. */
  async #untilLeft(): Promise<void> {
    const { timeline } = this.#world;
    while (timeline.now < LONGEST && (!this.#isAlone || this.#applicants.some(({ busy }) => busy)))
      await timeline.pause(LEFT_INTERVAL);
  }

  async #judge(): Promise<Figures> {
    const { refused: refusals } = this.#service;
    const figures = { ...noFigures(), restores: this.#restores ?? 0, erased: this.#erased, refusals };
    const learned = (await this.#lessons.list(this.tenant)).map(({ field }) => field);
    figures.mistaught += learned.filter((field) => !this.#service.missed.has(field)).length;
    for (const applicant of this.#applicants) {
      const { one } = applicant.dependencies;
      figures.mistaught += [...one.toLearn].filter((field) => !learned.includes(field)).length;
      const record = await this.#store.find(one.key);
      const consents = await this.#store.findConsents(this.tenant, { subject: one.key.subject });
      if (record !== null) figures.unheard += this.#receiver?.judgeLast(record) ?? 0;
      const isRestored = figures.restores > 0;
      const own = judgeCase(applicant, record, { service: this.#service, consents, isRestored });
      for (const name of figureNames) figures[name] += own[name];
      this.#world.trace?.(
        'verdict',
        `${applicant.dependencies.one.key.subject} ${JSON.stringify(own)} ${JSON.stringify(record?.items.map(({ question, part, state, code }) => [question, part, state, code]))}`,
      );
    }
    if (this.#receiver !== null) {
      figures.events += this.#receiver.count;
      figures.unheard += this.#receiver.judge();
      figures.overheard += this.#receiver.overheard;
    }
    return figures;
  }

  async #isAtRest(): Promise<boolean> {
    if (
      !this.#isAlone ||
      !this.#isErased ||
      this.#restores === null ||
      this.#service.pending > 0 ||
      this.#applicants.some(({ busy }) => busy)
    )
      return false;
    for (const { key } of this.#cases.values()) {
      const record = await this.#store.find(key);
      if (record !== null && record.dueAt !== null) return false;
    }
    return this.#receiver === null || (await this.#store.webhooks.count(this.tenant)).waiting === 0;
  }
}
