/** The recruitment service as seen from outside: what it holds, and since when. */
import {
  type ApplicationId,
  applicationId,
  type QuestionId,
  type Reference,
} from '../../src/core/model/ids.ts';
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
  readonly at: number;
}

export type Duplicates = 'accept' | 'reject' | 'replace';

export interface Habits {
  readonly duplicates: Duplicates;
  /** Whether a read-back of an answer names its question. */
  readonly namesQuestions: boolean;
  /** Milliseconds. */
  readonly clockAhead: number;
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
  /** POSTs that are yet to be stored. */
  pending = 0;
  readonly #world: World;
  readonly #replaced = new Set<StoredAnswer>();
  #count = 0;

  constructor(world: World, habits: Habits) {
    this.#world = world;
    this.habits = habits;
  }

  makeApplication(reference: Reference | null): ApplicationId {
    const id = applicationId(`a${++this.#count}`);
    this.applications.push({ id, reference, at: this.#world.timeline.now });
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

  find(reference: Reference, lag: number): ApplicationId | null {
    const until = this.#world.timeline.now - lag;
    const found = this.applications.find((one) => one.reference === reference && one.at <= until);
    return found?.id ?? null;
  }

  has(application: ApplicationId): boolean {
    return this.applications.some(({ id }) => id === application);
  }

  #shown(application: ApplicationId): readonly StoredAnswer[] {
    return this.answers.filter((one) => one.application === application && !this.#replaced.has(one));
  }
}
