/** One applicant: what they mean to send, the draft that their browser keeps, the tabs that they open and close. */
import { type Content, contentOf, type Draft } from './content.ts';
import * as faults from './faults-of-a-schedule.ts';
import { type ApplicantDependencies, Tab, type TabOwner } from './tab.ts';

export class Applicant implements TabOwner {
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
    return this.draft && contentOf(this.dependencies.one.tree, this.draft);
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
