/**
 * An applicant: the draft in their browser, and the tabs that they open, fill in, send and close. A receipt is
 * followed with the browser's own code.
 */
import { follow } from '../../src/browser/proxy/submissions.ts';
import { plainFailure } from '../../src/core/jsonapi/read-failure.ts';
import { documentsQuestion } from '../../src/core/model/details.ts';
import { type Failure, failure, type Outcome, success } from '../../src/core/model/failure.ts';
import type { Reference } from '../../src/core/model/ids.ts';
import type { AttachedFile } from '../../src/core/model/question.ts';
import type { Submission } from '../../src/core/model/submission.ts';
import * as chances from './chances.ts';
import type { Dossier, Entry, Reply } from './entry.ts';
import type { Fleet } from './fleet.ts';
import {
  answersIn,
  changeMind,
  correctVisitor,
  type Draft,
  type Entries,
  fillIn,
  randomVisitor,
  replaceAnswer,
  type Visitor,
} from './form.ts';
import { printOf, type Service } from './service.ts';
import type { World } from './world.ts';

export interface ApplicantDependencies {
  readonly world: World;
  readonly dossier: Dossier;
  readonly fleet: Fleet;
  readonly service: Service;
}

export class Applicant {
  readonly dossier: Dossier;
  readonly tabs: Tab[] = [];
  /** The draft is stored on the device until everything is delivered. */
  draft: Draft | null = null;
  /** Whether the applicant has sent the form. */
  hasSent = false;
  readonly #dependencies: ApplicantDependencies;
  /** The number of busy tabs and future visits. */
  #busy = 0;

  constructor(dependencies: ApplicantDependencies) {
    this.#dependencies = dependencies;
    this.dossier = dependencies.dossier;
    const { random } = dependencies.world;
    this.#visit(random.between(0, 3_000));
    if (random.chance(chances.browser.secondTab)) this.#visit(random.between(0, 25_000));
  }

  get isBusy(): boolean {
    return this.#busy > 0;
  }

  comeBack(): void {
    const { random } = this.#dependencies.world;
    if (random.chance(chances.browser.comesBack))
      this.#visit(random.between(1_000, random.chance(0.7) ? 60_000 : 600_000));
  }

  #visit(milliseconds: number): void {
    this.#busy += 1;
    this.#dependencies.world.after(milliseconds, async () => {
      const tab = new Tab(this, this.#dependencies, this.tabs.length + 1);
      this.tabs.push(tab);
      await tab.live();
      this.#busy -= 1;
    });
  }
}

/** The number of corrections after which an applicant gives up. */
const MOST_CORRECTIONS = 3;

export class Tab {
  /** The submission on the screen; null before there is a receipt. */
  shown: Submission | null = null;
  readonly #owner: Applicant;
  readonly #dependencies: ApplicantDependencies;
  readonly #world: World;
  readonly #dossier: Dossier;
  readonly #name: string;
  readonly #end = new AbortController();
  #entries: Entries = new Map();
  #visitor: Visitor | null = null;

  constructor(owner: Applicant, dependencies: ApplicantDependencies, number: number) {
    this.#owner = owner;
    this.#dependencies = dependencies;
    this.#world = dependencies.world;
    this.#dossier = dependencies.dossier;
    this.#name = `${this.#dossier.key.subject} tab ${number}`;
  }

  get isClosed(): boolean {
    return this.#end.signal.aborted;
  }

  async live(): Promise<void> {
    const known = await this.#retry((entry) => entry.load(this.#dossier));
    if (known === undefined) return;
    const { draft } = this.#owner;
    this.#entries = new Map(draft?.entries);
    this.#visitor =
      draft?.visitor ?? (this.#dossier.application === null ? randomVisitor(this.#world.random) : null);
    if (known !== null) await this.#follow(known);
    else {
      await this.#fill();
      await this.#send();
    }
    for (let turn = 0; turn < MOST_CORRECTIONS && this.#mayCorrect(); turn += 1) await this.#correct();
  }

  /** Repeats a request as a page does; undefined when the tab has been closed. */
  async #retry<Value>(question: (entry: Entry) => Promise<Value>): Promise<Value | undefined> {
    for (let wait = 1_000; !this.isClosed; wait = Math.min(10_000, wait * 1.5)) {
      const reply = await this.#dependencies.fleet.ask(question);
      if (this.isClosed) break;
      if (reply !== null) return reply.value;
      await this.#world.clock.sleep(wait);
    }
    return undefined;
  }

  #save(): void {
    this.#owner.draft = { entries: new Map(this.#entries), visitor: this.#visitor };
  }

  async #fill(): Promise<void> {
    const { clock, random } = this.#world;
    const { tree } = this.#dossier.form;
    const isSecond = this.#owner.draft !== null;
    fillIn(tree, this.#entries, random);
    for (let changes = random.whole(0, isSecond ? 1 : 3); changes > 0; changes -= 1) {
      await clock.sleep(random.between(0, 3_000));
      changeMind(tree, this.#entries, random);
    }
    this.#save();
    await clock.sleep(random.between(0, 3_000));
  }

  /** Sends the form, from the press of *Send* to a receipt or a final refusal. */
  async #send(): Promise<void> {
    const { random, trace, clock } = this.#world;
    const { tree } = this.#dossier.form;
    const draft = { entries: new Map(this.#entries), visitor: this.#visitor };
    if (this.isClosed || (answersIn(tree, draft).length === 0 && draft.visitor === null)) return;
    this.#owner.hasSent = true;
    trace?.(
      this.#name,
      `sends ${answersIn(tree, draft).map(({ question, value }) => printOf(question, value))}`,
    );
    if (random.chance(chances.browser.closes)) this.#closeWithin(6_000);
    const post = () => this.#retry((entry) => entry.post(this.#dossier, draft));
    for (let tries = 0; tries < 20 && !this.isClosed; tries += 1) {
      if (tries === 0 && random.chance(chances.browser.doubleClick)) void post();
      const reply = await post();
      if (reply === undefined || (await this.#take(reply))) return;
      await clock.sleep(random.between(1_000, 6_000));
    }
  }

  /** Returns false if the same content has to be sent again. */
  async #take(reply: Reply): Promise<boolean> {
    if (reply.kind === 'unavailable') return false;
    if (reply.kind === 'erased') return true;
    const { reference } = reply.submission;
    if (reply.kind === 'accepted') this.#dossier.receipts.add(reference);
    this.#show(reply.submission);
    if (this.#world.random.chance(0.8)) this.#closeWithin(60_000);
    await this.#follow(reference);
    return true;
  }

  async #follow(reference: Reference): Promise<void> {
    const { clock } = this.#world;
    const read = () => this.#read(reference);
    for await (const reading of follow(read, this.#end.signal, (milliseconds) => clock.sleep(milliseconds))) {
      if (!reading.ok) return;
      this.#show(reading.value);
    }
  }

  async #read(reference: Reference): Promise<Outcome<Submission, Failure>> {
    const reply = await this.#dependencies.fleet.ask((entry) => entry.read(this.#dossier, reference));
    if (reply === null) return failure(plainFailure('service_unavailable'));
    return reply.value === null ? failure(plainFailure('not_found')) : success(reply.value);
  }

  #show(submission: Submission): void {
    if (this.isClosed) return;
    this.shown = submission;
    this.#world.trace?.(this.#name, `shows ${submission.state}`);
    if (submission.state === 'complete') this.#owner.draft = null;
  }

  #closeWithin(milliseconds: number): void {
    this.#world.after(this.#world.random.between(0, milliseconds), () => {
      if (this.isClosed) return;
      this.#world.trace?.(this.#name, 'is closed');
      this.#end.abort();
      this.#owner.comeBack();
    });
  }

  #mayCorrect(): boolean {
    if (this.isClosed || this.shown === null) return false;
    const { application, answers } = this.shown;
    return application?.state === 'refused' || answers.some(({ state }) => state === 'refused');
  }

  async #correct(): Promise<void> {
    const { random, clock } = this.#world;
    const { tree } = this.#dossier.form;
    await clock.sleep(random.between(2_000, 60_000));
    if (this.isClosed || this.shown === null || random.chance(0.1)) return;
    const { application } = this.shown;
    if (application?.state === 'refused' && this.#visitor !== null) {
      this.#visitor = correctVisitor(this.#visitor, random);
      if (random.chance(0.3)) changeMind(tree, this.#entries, random);
    } else this.#correctAnswers(this.shown);
    this.#save();
    await this.#send();
  }

  /** Changes only refused answers and the questions below them. */
  #correctAnswers({ answers }: Submission): void {
    const { random } = this.#world;
    const { tree } = this.#dossier.form;
    const refused = new Set(
      answers.flatMap(({ question, state }) => (state === 'refused' ? [question] : [])),
    );
    for (const id of refused) {
      const question = tree.nodes.get(id)?.question;
      if (question !== undefined)
        replaceAnswer(question, this.#entries, { random, isRefused: (file) => this.#isRefused(id, file) });
    }
    fillIn(tree, this.#entries, random);
    if (this.#visitor === null || !refused.has(documentsQuestion)) return;
    const documents = this.#visitor.documents.filter((file) => !this.#isRefused(documentsQuestion, file));
    this.#visitor = {
      ...this.#visitor,
      documents: random.chance(0.2) ? [...documents].reverse() : documents,
    };
  }

  /** Whether the screen shows this file as refused. */
  #isRefused(question: string, file: AttachedFile): boolean {
    return this.#dependencies.service.refuses(printOf(question, { kind: 'document', file }));
  }
}
