/** The recruitment service as seen from outside: what it holds, and since when. */
import type { FieldName } from '../../src/core/model/details.ts';
import {
  type ApplicationId,
  applicationId,
  type QuestionId,
  type Reference,
} from '../../src/core/model/ids.ts';
import type { Demandable } from './said.ts';
import type { World } from './world.ts';

export interface StoredAnswer {
  readonly id: string;
  readonly application: ApplicationId;
  readonly question: QuestionId;
  /** What was sent (`printOf`). */
  readonly print: string;
  readonly title: string;
  readonly type: string;
  /** As the service shows it. */
  readonly attributes: Readonly<Record<string, unknown>>;
  /** Milliseconds of virtual time. */
  readonly at: number;
  /** It did not come through this proxy. */
  readonly isForeign: boolean;
}

export interface StoredApplication {
  readonly id: ApplicationId;
  /** null: it was there before us. */
  readonly reference: Reference | null;
  /** What it was made with, as `printSaid` has it; null: not by us. */
  readonly print: string | null;
  /** Names of the files that it was made with. */
  readonly files: readonly string[];
  readonly at: number;
}

/** One that was added, as often as it was. */
export interface StoredTag {
  readonly application: ApplicationId;
  readonly tag: string;
  readonly at: number;
}

export type Duplicates = 'accept' | 'reject' | 'replace';

/** How files are shown: by the names that they came with, with one sign for all but letters and digits, or by the service's own. */
export type Naming = 'kept' | 'rewritten' | 'own';

export interface Habits {
  readonly duplicates: Duplicates;
  /** Whether a read-back of an answer names its question. */
  readonly namesQuestions: boolean;
  /** Milliseconds. */
  readonly clockAhead: number;
  /** Whether files of an application are shown. */
  readonly showsDocuments: boolean;
  readonly naming: Naming;
  /** Among the files of an application are those of its answers. */
  readonly showsAllFiles: boolean;
  /** A tag that it has no category for; null: it takes all. */
  readonly refusedTag: string | null;
  /** What its job demands of an application. */
  readonly demands: readonly Demandable[];
  /** A refusal names what is missing. */
  readonly tells: boolean;
}

/**
 * Milliseconds: the age of answers from elsewhere, more than any read-back lags behind. What is stored elsewhere just
 * before the first read-back cannot be seen, so nothing is promised of it.
 */
const LONG_BEFORE = 60_000;

export type NewAnswer = Omit<StoredAnswer, 'id' | 'at'>;

export class SimulatedService {
  readonly habits: Habits;
  readonly applications: StoredApplication[] = [];
  /** Everything that was ever stored, including what has been replaced since. */
  readonly answers: StoredAnswer[] = [];
  readonly tags: StoredTag[] = [];
  /** Fields that were missing in an application that was refused for it, as far as it was said. */
  readonly missed = new Set<FieldName>();
  /** Applications that were refused. */
  refused = 0;
  /** POSTs that are yet to be stored. */
  pending = 0;
  readonly #world: World;
  readonly #replaced = new Set<StoredAnswer>();
  #count = 0;

  constructor(world: World, habits: Habits) {
    this.#world = world;
    this.habits = habits;
  }

  makeApplication(
    reference: Reference | null,
    { print, files }: Pick<StoredApplication, 'print' | 'files'> = { print: null, files: [] },
  ): ApplicationId {
    const id = applicationId(`a${++this.#count}`);
    this.applications.push({ id, reference, print, files, at: this.#world.timeline.now });
    this.#world.trace?.('service', `makes application ${id} for ${reference ?? 'no submission of ours'}`);
    return id;
  }

  /** null: it is refused. */
  store(answer: NewAnswer): string | null {
    const before = this.#shown(answer.application).find(({ question }) => question === answer.question);
    const counts = before !== undefined && answer.type !== 'multi_document';
    if (counts && this.habits.duplicates === 'reject') return null;
    if (counts && this.habits.duplicates === 'replace') this.#replaced.add(before);
    const id = String(++this.#count);
    const age = answer.isForeign ? LONG_BEFORE : 0;
    this.answers.push({ ...answer, id, at: this.#world.timeline.now - age });
    this.#world.trace?.('service', `stores ${answer.print} as ${id}`);
    return id;
  }

  /** What a read-back shows that lags behind by so many milliseconds. */
  read(application: ApplicationId, lag: number): readonly StoredAnswer[] {
    const until = this.#world.timeline.now - lag;
    return this.#shown(application).filter(({ at }) => at <= until);
  }

  /** Names of files that the application was made with. */
  readFiles(application: ApplicationId, lag: number): readonly string[] {
    const until = this.#world.timeline.now - lag;
    return this.applications.find(({ id, at }) => id === application && at <= until)?.files ?? [];
  }

  addTags(application: ApplicationId, tags: readonly string[]): void {
    const isThere = (tag: string) =>
      this.tags.some((one) => one.application === application && one.tag === tag);
    const added = tags.filter((tag) => !isThere(tag));
    this.tags.push(...added.map((tag) => ({ application, tag, at: this.#world.timeline.now })));
    this.#world.trace?.('service', `tags ${application} by ${tags.join(' and ')}`);
  }

  readTags(application: ApplicationId, lag: number): readonly string[] {
    const until = this.#world.timeline.now - lag;
    const own = this.tags.filter((one) => one.application === application && one.at <= until);
    return own.map(({ tag }) => tag);
  }

  find(reference: Reference, lag: number): ApplicationId | null {
    const until = this.#world.timeline.now - lag;
    const found = this.applications.find((one) => one.reference === reference && one.at <= until);
    return found?.id ?? null;
  }

  /** All that it ever stored. */
  get count(): number {
    return this.applications.length + this.answers.length + this.tags.length;
  }

  has(application: ApplicationId): boolean {
    return this.applications.some(({ id }) => id === application);
  }

  #shown(application: ApplicationId): readonly StoredAnswer[] {
    return this.answers.filter((one) => one.application === application && !this.#replaced.has(one));
  }
}
