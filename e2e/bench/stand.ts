/** One page of the bench, and what a change costs its main thread. */
import { setTimeout } from 'node:timers/promises';
import type { CDPSession, Page } from 'playwright';
import type { Rig } from './row.ts';
import type { PageKind } from './serve-pages.ts';

export interface StandOptions {
  readonly kind: PageKind;
  /** Questions of the form. */
  readonly size: number;
  /** How much slower than this machine the page runs. */
  readonly slowdown: number;
  readonly motion: boolean;
}

/** Milliseconds in which the motion of a change ends, also on a processor slowed four times. */
const REST = 400;

export class Stand {
  readonly page: Page;
  readonly #kind: PageKind;
  readonly #devtools: CDPSession;

  private constructor(kind: PageKind, page: Page, devtools: CDPSession) {
    this.#kind = kind;
    this.page = page;
    this.#devtools = devtools;
  }

  /** A page in a process of its own, with the form loaded but not yet shown. */
  static async open({ browser, pages }: Rig, options: StandOptions): Promise<Stand> {
    const { kind, size, slowdown, motion } = options;
    const context = await browser.newContext({ reducedMotion: motion ? 'no-preference' : 'reduce' });
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await page.goto(`${pages.origin}/${kind}`);
    await page.evaluate((questions) => window.bench?.load(questions), size);
    // The thread's own time: what other programs take from this machine is not counted.
    await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    return new Stand(kind, page, devtools);
  }

  async show(): Promise<void> {
    await this.page.evaluate(() => window.bench?.show());
  }

  async focus(question: string): Promise<void> {
    await this.page.evaluate((id) => window.bench?.focus(id), question);
  }

  /** The first touch loads what comes later; it is not a part of any answer. */
  async touch(question: string): Promise<void> {
    await this.focus(question);
    const hasLaterStyles = () =>
      this.page.evaluate(() => window.bench?.styles().includes('apply-reveal') ?? false);
    // Not `waitForFunction`, which puts listeners of its own into the page.
    while (this.#kind !== 'plain' && !(await hasLaterStyles())) await setTimeout(20);
    await setTimeout(REST);
  }

  /** One key that changes what is shown, with all that follows from it. @returns milliseconds of the main thread */
  async change(key: string): Promise<number> {
    const before = await this.#taskTime();
    await this.page.keyboard.press(key);
    await setTimeout(REST);
    return (await this.#taskTime()) - before;
  }

  async close(): Promise<void> {
    await this.page.context().close();
  }

  async #taskTime(): Promise<number> {
    const { metrics } = await this.#devtools.send('Performance.getMetrics');
    return 1_000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN);
  }
}
