/**
 * One tab with the form. The applicant changes answers, sends until there is a receipt, corrects what the service
 * refused, and may close the tab at any time. The receipt is followed with the browser's own code.
 */

import { follow } from '../../src/browser/proxy/submissions.ts';
import { plainFailure } from '../../src/core/jsonapi/read-failure.ts';
import { documentsQuestion } from '../../src/core/model/details.ts';
import type { Failure } from '../../src/core/model/failure.ts';
import { failure, type Outcome, success } from '../../src/core/model/failure.ts';
import type { Reference } from '../../src/core/model/ids.ts';
import type { Submission } from '../../src/core/model/submission.ts';
import { changeMind, correctEntries, openAnswers } from './change-mind.ts';
import { type Content, contentOf, type Draft } from './content.ts';
import type { Entry, Reply } from './entry.ts';
import * as faults from './faults-of-a-schedule.ts';
import type { Case } from './oracle.ts';
import { call, type Instance } from './proxies.ts';
import { type Entries, fileOf, fillIn } from './random-form.ts';
import type { Refusals } from './refusals.ts';
import { correctDocuments, correctSaid, fillDemanded, randomSaid, type Said } from './said.ts';
import type { SimulatedStaging } from './simulated-staging.ts';
import type { World } from './world.ts';

export interface ApplicantDependencies {
  readonly world: World;
  readonly one: Case;
  readonly proxies: readonly Instance[];
  readonly staging: SimulatedStaging;
  /** What the screen says of a refused file: the others of the question may not change. */
  readonly refusals: Refusals;
}

/** The applicant who opened the tab, as far as the tab knows them. */
export interface TabOwner {
  readonly dependencies: ApplicantDependencies;
  /** What was sent with the intention that it arrives, the last one last. */
  readonly meant: Content[];
  /** Kept on the device until all is delivered. */
  draft: Draft | null;
  comeBack(): void;
}

/** Corrections after which an applicant gives up. */
const MOST_CORRECTIONS = 3;

export class Tab {
  /** What the screen shows; null: no receipt yet. */
  shown: Submission | null = null;
  readonly #owner: TabOwner;
  readonly #name: string;
  readonly #end = new AbortController();
  #entries: Entries = new Map();
  #said: Said | null = null;

  constructor(owner: TabOwner, number: number) {
    this.#owner = owner;
    this.#name = `${owner.dependencies.one.key.subject} tab ${number + 1}`;
  }

  get closed(): boolean {
    return this.#end.signal.aborted;
  }

  async live(): Promise<void> {
    const known = await this.#insist((entry) => entry.load(this.#one));
    if (known === undefined) return;
    this.#restore();
    if (known === null) {
      await this.#askDemands();
      await this.#fill();
      await this.#send();
    } else await this.#follow(known);
    for (let turn = 0; turn < MOST_CORRECTIONS && this.#mayCorrect(); turn += 1) await this.#correct();
  }

  get #one() {
    return this.#owner.dependencies.one;
  }

  get #world() {
    return this.#owner.dependencies.world;
  }

  /** Retries as a page does; undefined: the tab was closed meanwhile. */
  async #insist<Value>(ask: (entry: Entry) => Promise<Value>): Promise<Value | undefined> {
    for (let wait = 1_000; !this.closed; wait = Math.min(10_000, wait * 1.5)) {
      const reply = await call(this.#world, this.#owner.dependencies.proxies, ask);
      if (this.closed) break;
      if (reply.kind === 'replied') return reply.value;
      await this.#world.timeline.pause(wait);
    }
    return undefined;
  }

  #restore(): void {
    const { draft } = this.#owner;
    if (draft !== null) this.#entries = new Map(draft.entries);
    const { random } = this.#world;
    const isJob = this.#one.application === null;
    this.#said = draft?.said ?? (isJob ? randomSaid(random, fileOf(random)) : null);
  }

  /** What earlier visitors were refused without is asked from the start. */
  async #askDemands(): Promise<void> {
    if (this.#said === null) return;
    const demanded = await this.#insist((entry) => entry.demanded(this.#one));
    if (demanded !== undefined) this.#said = fillDemanded(this.#said, demanded, this.#tools);
  }

  get #tools() {
    const { random } = this.#world;
    return { random, newFile: fileOf(random) };
  }

  async #fill(): Promise<void> {
    const { timeline, random } = this.#world;
    const isSecond = this.#owner.draft !== null;
    fillIn(this.#one.tree, this.#entries, random);
    const changes = isSecond ? Number(random.chance(faults.browser.edits)) : random.whole(0, 3);
    for (let change = 0; change < changes; change += 1) {
      await timeline.pause(random.between(0, 3_000));
      changeMind(this.#one.tree, this.#entries, random);
    }
    this.#save();
    await timeline.pause(random.between(0, 3_000));
  }

  #save(): void {
    this.#owner.draft = { entries: new Map(this.#entries), said: this.#said };
  }

  /** What the page does from the press of *Send* to a receipt or a final refusal. */
  async #send(): Promise<void> {
    const { random, trace, timeline } = this.#world;
    const [entries, said] = [this.#entries, this.#said];
    const content = contentOf(this.#one.tree, { entries, said });
    if (this.closed || (content.answers.length === 0 && said === null)) return;
    this.#owner.meant.push(content);
    trace?.(this.#name, `sends ${content.fingerprint}`);
    if (random.chance(faults.browser.closes)) this.#closeWithin(faults.browser.closesWithin);
    this.#stageFiles();
    const post = () => this.#insist((entry) => entry.post(this.#one, content));
    if (random.chance(faults.browser.doubleClick)) void post();
    for (let tries = 0; tries < 20 && !this.closed; tries += 1) {
      const reply = await post();
      if (reply === undefined || (await this.#take(reply))) return;
      await timeline.pause(random.between(1_000, 6_000));
      this.#stageFiles();
    }
  }

  /** False: the same is to be sent again. */
  async #take(reply: Reply): Promise<boolean> {
    switch (reply.kind) {
      case 'unavailable':
        return false;
      case 'erased':
        return true;
      case 'refused':
        this.#world.trace?.(this.#name, `is told ${reply.code}`);
        return reply.code !== 'file_missing';
      default:
        if (reply.kind === 'accepted') this.#one.receipts.add(reply.submission.reference);
        this.#show(reply.submission);
        if (this.#world.random.chance(0.8)) this.#closeWithin(60_000);
        await this.#follow(reply.submission.reference);
        return true;
    }
  }

  /** Files that never arrived are uploaded again before the form is sent. */
  #stageFiles(): void {
    const { staging } = this.#owner.dependencies;
    for (const { question, value } of openAnswers(this.#one.tree, this.#entries))
      if (value.kind === 'document')
        staging.stage(this.#one.key, { ...value.file, purpose: `question ${question}` });
    if (this.#said === null) return;
    const { cv, letter, documents } = this.#said;
    for (const file of [cv, letter, ...documents])
      if (file !== null) staging.stage(this.#one.key, { ...file, purpose: 'document' });
  }

  async #follow(reference: Reference): Promise<void> {
    const { random, timeline } = this.#world;
    const wait = (milliseconds: number) => timeline.pause(milliseconds + random.between(0, 200));
    for await (const reading of follow(() => this.#read(reference), this.#end.signal, wait)) {
      if (!reading.ok) return;
      this.#show(reading.value);
    }
  }

  async #read(reference: Reference): Promise<Outcome<Submission, Failure>> {
    const { proxies } = this.#owner.dependencies;
    const reply = await call(this.#world, proxies, (entry) => entry.read(this.#one, reference));
    if (reply.kind !== 'replied')
      return failure(plainFailure(reply.kind === 'none' ? 'offline' : 'service_unavailable'));
    return reply.value === null ? failure(plainFailure('not_found')) : success(reply.value);
  }

  #show(submission: Submission): void {
    if (this.closed) return;
    this.shown = submission;
    this.#world.trace?.(this.#name, `shows ${submission.state}`);
    if (submission.state === 'complete') this.#owner.draft = null;
  }

  #closeWithin(milliseconds: number): void {
    const { timeline, random, trace } = this.#world;
    timeline.after(random.between(0, milliseconds), () => {
      if (this.closed) return;
      trace?.(this.#name, 'is closed');
      this.#end.abort();
      this.#owner.comeBack();
    });
  }

  #mayCorrect(): boolean {
    if (this.closed || this.shown === null) return false;
    const { application, answers, state } = this.shown;
    if (state !== 'attention' && state !== 'refused') return false;
    return application?.state === 'refused' || answers.some(({ state }) => state === 'refused');
  }

  async #correct(): Promise<void> {
    const { random, timeline } = this.#world;
    await timeline.pause(random.between(2_000, 60_000));
    if (this.closed || this.shown === null || random.chance(0.1)) return;
    const { application, answers } = this.shown;
    const { refusals } = this.#owner.dependencies;
    if (application?.state === 'refused' && this.#said !== null) {
      this.#said = correctSaid(this.#said, application.fields, this.#tools);
      if (random.chance(0.3)) changeMind(this.#one.tree, this.#entries, random);
    } else {
      correctEntries({ tree: this.#one.tree, entries: this.#entries, shown: this.shown, refusals }, random);
      const isRefused = answers.some((one) => one.question === documentsQuestion && one.state === 'refused');
      if (this.#said !== null && isRefused) this.#said = correctDocuments(this.#said, refusals, this.#tools);
    }
    this.#save();
    await this.#send();
  }
}
