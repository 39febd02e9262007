/** One page of the bench, and what is read off it: time on its main thread, heap, nodes, listeners. */
import type { Browser, CDPSession, Page } from 'playwright';
import type { BenchFormName } from './forms/bench-forms.ts';
import type { PageKind, Pages } from './serve-pages.ts';

export interface StandOptions {
  readonly kind: PageKind;
  readonly form: BenchFormName;
  /** How much slower than this machine the page runs. */
  readonly slowdown?: number;
}

export interface Counters {
  readonly nodes: number;
  readonly listeners: number;
  readonly kibibytes: number;
}

export class Stand {
  readonly page: Page;
  readonly #devtools: CDPSession;

  private constructor(page: Page, devtools: CDPSession) {
    this.page = page;
    this.#devtools = devtools;
  }

  /** A page in a process of its own, with the form loaded but not yet shown. */
  static async open(
    browser: Browser,
    pages: Pages,
    { kind, form, slowdown = 4 }: StandOptions,
  ): Promise<Stand> {
    // Without motion: what is measured is the answer, not the frames that dress it.
    const context = await browser.newContext({ reducedMotion: 'reduce' });
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await page.goto(`${pages.origin}/${kind}`);
    await page.evaluate((name) => window.bench?.load(name), form);
    // The thread's own time: what other programs take from this machine is not counted.
    await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    return new Stand(page, devtools);
  }

  /** @returns milliseconds until the form stands */
  async show(containment = true): Promise<number> {
    return (
      (await this.page.evaluate((contained) => window.bench?.show(contained), containment)) ?? Number.NaN
    );
  }

  /** The first touch loads what comes later; it is not a part of any answer. */
  async touch(question: string): Promise<void> {
    await this.page.evaluate((id) => window.bench?.focus(id), question);
    await this.page.waitForFunction(() => window.bench?.styles().includes('apply-reveal'));
    await this.page.evaluate(() => window.bench?.settle());
  }

  /** Real key presses, each until it is drawn. @returns main-thread milliseconds */
  async press(...keys: readonly string[]): Promise<number> {
    const before = await this.#metric('TaskDuration');
    for (const key of keys) {
      await this.page.keyboard.press(key);
      await this.page.evaluate(() => window.bench?.settle());
    }
    return ((await this.#metric('TaskDuration')) - before) * 1000;
  }

  /** What is left when everything that can be collected is. */
  async counters(): Promise<Counters> {
    await this.page.evaluate(() => window.bench?.settle());
    for (let turn = 0; turn < 3; turn += 1) await this.#devtools.send('HeapProfiler.collectGarbage');
    const { usedSize } = await this.#devtools.send('Runtime.getHeapUsage');
    return {
      nodes: await this.#metric('Nodes'),
      listeners: await this.#metric('JSEventListeners'),
      kibibytes: usedSize / 1024,
    };
  }

  async close(): Promise<void> {
    await this.page.context().close();
  }

  async #metric(wanted: string): Promise<number> {
    const { metrics } = await this.#devtools.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN;
  }
}
