/** One page of the bench, and what is read off it: time on its main thread, heap, nodes, listeners. */
import { setTimeout } from 'node:timers/promises';
import type { Browser, CDPSession, Page } from 'playwright';
import type { BenchFormName } from './forms/bench-forms.ts';
import type { PageKind, Pages } from './serve-pages.ts';

export interface StandOptions {
  readonly kind: PageKind;
  readonly form: BenchFormName;
  /** How much slower than this machine the page runs. */
  readonly slowdown?: number;
  /** Without it what is measured is the answer, not the frames that dress it. */
  readonly motion?: boolean;
}

/** What one change cost the page's main thread, in milliseconds of its own time and in counts. */
export interface Cost {
  readonly task: number;
  readonly script: number;
  readonly style: number;
  readonly layout: number;
  /** What the thread did besides: paint, and what belongs to every frame. */
  readonly paint: number;
  readonly styles: number;
  readonly layouts: number;
}

/** Milliseconds in which the motion of a change ends, also on a processor slowed four times. */
const REST = 400;

const parts = {
  task: 'TaskDuration',
  script: 'ScriptDuration',
  style: 'RecalcStyleDuration',
  layout: 'LayoutDuration',
  styles: 'RecalcStyleCount',
  layouts: 'LayoutCount',
} as const;

export interface Counters {
  readonly nodes: number;
  readonly listeners: number;
  readonly kibibytes: number;
}

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
  static async open(
    browser: Browser,
    pages: Pages,
    { kind, form, slowdown = 4, motion = false }: StandOptions,
  ): Promise<Stand> {
    const context = await browser.newContext({ reducedMotion: motion ? 'no-preference' : 'reduce' });
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await page.goto(`${pages.origin}/${kind}`);
    await page.evaluate((name) => window.bench?.load(name), form);
    // The thread's own time: what other programs take from this machine is not counted.
    await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    return new Stand(kind, page, devtools);
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
    // Not `waitForFunction`, which puts listeners of its own into the page.
    while (this.#kind !== 'plain' && !(await this.#hasLaterStyles())) await setTimeout(20);
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

  /** One key that changes what is shown, with all that follows from it. @param name in the trace */
  async change(key: string, name: string): Promise<Cost> {
    await this.page.evaluate((mark) => window.bench?.markChange(mark), name);
    const before = await this.#metrics();
    await this.page.keyboard.press(key);
    await setTimeout(REST);
    const after = await this.#metrics();
    const by = (part: keyof typeof parts) => (after.get(parts[part]) ?? 0) - (before.get(parts[part]) ?? 0);
    const [task, script, style, layout] = [
      by('task') * 1000,
      by('script') * 1000,
      by('style') * 1000,
      by('layout') * 1000,
    ];
    const paint = task - script - style - layout;
    return { task, script, style, layout, paint, styles: by('styles'), layouts: by('layouts') };
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

  async #hasLaterStyles(): Promise<boolean> {
    return this.page.evaluate(() => window.bench?.styles().includes('apply-reveal') ?? false);
  }

  async #metric(wanted: string): Promise<number> {
    return (await this.#metrics()).get(wanted) ?? Number.NaN;
  }

  async #metrics(): Promise<ReadonlyMap<string, number>> {
    const { metrics } = await this.#devtools.send('Performance.getMetrics');
    return new Map(metrics.map(({ name, value }) => [name, value]));
  }
}
