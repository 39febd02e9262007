/** One schedule: a simulation with its own virtual time, which runs until nothing is left to do. */

import { readableAnswer } from '../../src/core/answers/answer-kind.ts';
import { outgoingParts } from '../../src/core/answers/outgoing.ts';
import type { ApplicationId } from '../../src/core/model/ids.ts';
import { subject, type Tenant, tenant } from '../../src/core/model/ids.ts';
import type { Lessons, SubjectKey } from '../../src/core/model/ports.ts';
import type { QuestionTree } from '../../src/core/tree/question-tree.ts';
import type { LedgerStore } from '../../src/server/delivery/ledger-store.ts';
import type { AnswerToSend } from '../../src/server/delivery/service-gateway.ts';
import { Applicant } from './applicant.ts';
import { printOf } from './content.ts';
import { type Control, controlSharedStore } from './controls.ts';
import * as faults from './faults-of-a-schedule.ts';
import { Fleet } from './fleet.ts';
import { Network } from './network.ts';
import type { Stores } from './open-stores.ts';
import { eraseOnce, operate } from './operator.ts';
import { type Case, countChanges, countUntrueClaims, newCase, noteDemands, witnessed } from './oracle.ts';
import { createRandom, type Random } from './random.ts';
import { fileOf, randomAnswer, randomForm } from './random-form.ts';
import { Refusals } from './refusals.ts';
import { type RestoreDependencies, restoreOnce } from './restore.ts';
import { consentIds, demandable } from './said.ts';
import { attributesOf, BEGINNING } from './simulated-gateway.ts';
import { type Habits, type Naming, SimulatedService } from './simulated-service.ts';
import { SimulatedStaging } from './simulated-staging.ts';
import { Timeline } from './timeline.ts';
import { type Figures, figureNames, judgeCase, noFigures } from './verdict.ts';
import type { World } from './world.ts';

/** Milliseconds of virtual time: a simulation that takes longer is stuck. */
const LONGEST = 12 * 3_600_000;
/** Milliseconds between two checks whether all is done. */
const CHECK_INTERVAL = 30_000;
/** Seeds the random numbers of restores, so that other draws of the schedule stay the same. */
const RESTORES = 13;
/** Seeds the random numbers of an erasure. */
const ERASURES = 17;
/** Seeds what a service demands and shows of applications. */
const DEMANDS = 19;
/** Number of different forms per seed. */
const FORMS = 400;

/** @param now milliseconds of the world */
export type Trace = (now: number, who: string, what: string) => void;

export interface SimulationDependencies {
  readonly seed: number;
  readonly schedule: number;
  readonly control: Control | null;
  /** @param now milliseconds since 1970 in this world */
  readonly createStore: Stores['createStore'];
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
  /** How often the store was restored; null: a restore may still come. */
  #restores: number | null = 0;
  /** No erasure is outstanding. */
  #isErased = true;
  /** Counts changes by applicants and operators that the store has taken. */
  #accepted = 0;

  constructor({ seed, schedule, control, createStore, trace }: SimulationDependencies) {
    this.schedule = schedule;
    this.#seed = seed;
    const random = createRandom(seed, schedule);
    const timeline = new Timeline();
    this.#world = {
      timeline,
      random,
      calmAfter: random.between(60_000, 900_000),
      trace: trace && ((who: string, what: string) => trace(timeline.now, who, what)),
    };
    const own = tenant(`t${schedule}`);
    this.tenant = own;
    const demanding = drawDemands(createRandom(seed, schedule, DEMANDS));
    this.#service = new SimulatedService(this.#world, { ...drawHabits(random), ...demanding });
    const place = createStore(own, () => BEGINNING + Math.floor(timeline.now));
    const base = controlSharedStore(place.ledger, control);
    this.#store = this.#witness(base);
    this.#lessons = place.lessons;
    const refusals = new Refusals(random.branch());
    const staging = new SimulatedStaging();
    const network = new Network(this.#world, this.#service);
    const dependencies = {
      world: this.#world,
      tenant: own,
      store: this.#store,
      lessons: this.#lessons,
      service: this.#service,
      network,
      refusals,
      staging,
      control,
    };
    const onSend = (key: SubjectKey, answer: AnswerToSend, application: ApplicationId) =>
      this.#checkSending(key, answer, application);
    const onReport: ConstructorParameters<typeof Fleet>[0]['onReport'] = (one, submission) => {
      one.untold += countUntrueClaims(one, submission, this.#service);
      noteDemands(one, submission, this.#service);
    };
    this.#fleet = new Fleet({ ...dependencies, onSend, onReport }, random.whole(2, 3));
    const count = random.chance(0.8) ? 1 : random.whole(2, 3);
    for (let number = 1; number <= count; number += 1) {
      const one = this.#newCase({ tenant: own, subject: subject(`s${number}`) }, random);
      this.#applicants.push(
        new Applicant({ world: this.#world, one, proxies: this.#fleet.workers, staging, refusals }),
      );
    }
    void operate({
      world: this.#world,
      tenant: own,
      proxies: this.#fleet.workers,
      service: this.#service,
    }).then(() => {
      this.#isAlone = true;
    });
    const chance = createRandom(seed, schedule, RESTORES);
    if (chance.chance(faults.restore.share))
      this.#mayRestore({ store: place, staging, control, random: chance });
    else this.#mayErase(createRandom(seed, schedule, ERASURES));
    void this.#watch();
  }

  /** Runs the next event; false: the simulation is over. */
  step(): boolean {
    if (this.figures === null && !this.#world.timeline.step()) throw new Error('A world stands still.');
    return this.figures === null;
  }

  #witness(base: LedgerStore): LedgerStore {
    return countChanges(
      witnessed(base, (key) => this.#cases.get(key.subject)),
      () => {
        this.#accepted += 1;
      },
    );
  }

  /** Only in simulations without a restore, since a backup still holds what was erased after it was made. */
  #mayErase(random: Random): void {
    const [one] = this.#cases.values();
    if (one === undefined || !random.chance(faults.erasure.share)) return;
    this.#isErased = false;
    const dependencies = { random, proxies: this.#fleet.workers, service: this.#service, one };
    void eraseOnce({ world: this.#world, ...dependencies }).then(() => {
      this.#isErased = true;
    });
  }

  #mayRestore({
    control,
    ...dependencies
  }: Pick<RestoreDependencies, 'store' | 'staging' | 'random'> &
    Pick<SimulationDependencies, 'control'>): void {
    this.#restores = null;
    const isMarked = control !== 'restore';
    const accepted = () => this.#accepted;
    void restoreOnce({ ...dependencies, world: this.#world, fleet: this.#fleet, accepted, isMarked }).then(
      (count) => {
        this.#restores = count;
      },
    );
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
    const { timeline } = this.#world;
    do await timeline.pause(CHECK_INTERVAL);
    while (timeline.now < LONGEST && !(await this.#isAtRest()));
    this.#fleet.end();
    const figures = { ...noFigures(), restores: this.#restores ?? 0, refusals: this.#service.refused };
    const learned = (await this.#lessons.list(this.tenant)).map(({ field }) => field);
    figures.mistaught += learned.filter((field) => !this.#service.missed.has(field)).length;
    for (const applicant of this.#applicants) {
      const { one } = applicant.dependencies;
      figures.mistaught += [...one.toLearn].filter((field) => !learned.includes(field)).length;
      const record = await this.#store.find(one.key);
      const consents = await this.#store.findConsents(this.tenant, { subject: one.key.subject });
      const isRestored = figures.restores > 0;
      const own = judgeCase(applicant, record, { service: this.#service, consents, isRestored });
      for (const name of figureNames) figures[name] += own[name];
      this.#world.trace?.(
        'verdict',
        `${applicant.dependencies.one.key.subject} ${JSON.stringify(own)} ${JSON.stringify(record?.items.map(({ question, part, state, code }) => [question, part, state, code]))}`,
      );
    }
    this.figures = figures;
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
    return true;
  }
}

function drawDemands(random: Random): Omit<Habits, 'duplicates' | 'namesQuestions' | 'clockAhead'> {
  const count = random.chance(faults.demands.share) ? random.whole(1, faults.demands.most) : 0;
  const demands = new Set(Array.from({ length: count }, () => random.pick(demandable)));
  return {
    demands: [...demands],
    tells: !random.chance(faults.demands.tellsNothing),
    showsDocuments: !random.chance(faults.habits.hidesDocuments),
    naming: drawNaming(random),
    showsAllFiles: random.chance(faults.habits.showsAllFiles),
    refusedTag: random.chance(faults.habits.refusesTag) ? random.pick(consentIds) : null,
  };
}

function drawNaming(random: Random): Naming {
  const { rewritesNames, givesNames } = faults.habits;
  const drawn = random.next();
  if (drawn < givesNames) return 'own';
  return drawn < givesNames + rewritesNames ? 'rewritten' : 'kept';
}

function drawHabits(random: Random): Pick<Habits, 'duplicates' | 'namesQuestions' | 'clockAhead'> {
  const duplicates = random.chance(0.7) ? 'accept' : random.pick(['reject', 'replace'] as const);
  return { duplicates, namesQuestions: random.chance(0.8), clockAhead: random.between(-90_000, 90_000) };
}

const forms = new Map<string, QuestionTree>();

/** Cached, because making a form takes longer than most of a schedule. */
function formOf(seed: number, number: number): QuestionTree {
  const name = `${seed} ${number}`;
  const form = forms.get(name) ?? randomForm(createRandom(seed, 1e9 + number));
  forms.set(name, form);
  return form;
}
