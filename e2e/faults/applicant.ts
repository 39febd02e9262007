/** One applicant: what they mean to send, the draft that their browser keeps, the tabs that they open and close. */
import type { Details } from '../../src/core/model/details.ts';
import { type Content, contentOf } from './content.ts';
import * as faults from './faults-of-a-schedule.ts';
import type { Case } from './oracle.ts';
import type { Instance } from './proxies.ts';
import type { Entries } from './random-form.ts';
import type { Refusals } from './refusals.ts';
import type { SimulatedStaging } from './simulated-staging.ts';
import { Tab } from './tab.ts';
import type { World } from './world.ts';

export interface Draft {
  readonly entries: Entries;
  readonly details: Details | null;
}

export interface ApplicantDependencies {
  readonly world: World;
  readonly one: Case;
  readonly proxies: readonly Instance[];
  readonly staging: SimulatedStaging;
  /** What the screen says of a refused file: the others of the question may not change. */
  readonly refusals: Refusals;
}

export class Applicant {
  readonly dependencies: ApplicantDependencies;
  readonly tabs: Tab[] = [];
  /** What was sent with the intention that it arrives, the last one last. */
  readonly meant: Content[] = [];
  /** Kept on the device until all is delivered. */
  draft: Draft | null = null;
  /** Tabs that do something still, and visits that are yet to come. */
  #busy = 0;

  constructor(dependencies: ApplicantDependencies) {
    this.dependencies = dependencies;
    const { random } = dependencies.world;
    this.#visit(random.between(0, 3_000));
    if (random.chance(faults.browser.secondTab)) this.#visit(random.between(0, 25_000));
  }

  get busy(): boolean {
    return this.#busy > 0;
  }

  /** The content that a page would restore; null: nothing is kept. */
  restorable(): Content | null {
    return this.draft && contentOf(this.dependencies.one.tree, this.draft.entries, this.draft.details);
  }

  comeBack(): void {
    const { random } = this.dependencies.world;
    if (random.chance(faults.browser.comesBack))
      this.#visit(random.between(1_000, random.chance(0.7) ? 60_000 : 600_000));
  }

  #visit(milliseconds: number): void {
    const { timeline } = this.dependencies.world;
    this.#busy += 1;
    timeline.after(milliseconds, () => {
      const tab = new Tab(this, this.tabs.length);
      this.tabs.push(tab);
      void tab.live().then(() => {
        this.#busy -= 1;
      });
    });
  }
}
