/** Answers that are changed again and again: what they leave behind, as the browser itself counts it. */
import type { CDPSession, Page } from 'playwright/test';

export interface Left {
  readonly nodes: number;
  readonly listeners: number;
  /** Of the script's heap, in KiB. */
  readonly kibibytes: number;
}

/** Changes until what is loaded and remembered once is there. */
const WARM_UP = 30;

/**
 * @param rounds two changes each: to Yes, and to No
 * @returns what is there after them and was not there before
 */
export async function changeMind(page: Page, rounds: number): Promise<Left> {
  await answerAgainAndAgain(page, WARM_UP);
  return leftBy(page, () => answerAgainAndAgain(page, rounds));
}

/** What is there after an act and was not there before. */
export async function leftBy(page: Page, act: () => Promise<unknown>): Promise<Left> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  await session.send('HeapProfiler.enable');
  const before = await count(session);
  await act();
  const after = await count(session);
  return {
    nodes: after.nodes - before.nodes,
    listeners: after.listeners - before.listeners,
    kibibytes: after.kibibytes - before.kibibytes,
  };
}

/** Yes and No in turn, as clicks, each drawn before the next; the follow-ups of both come and go. */
const clicks = `async (rounds) => {
  const root = document.querySelector('apply-form-root') ?? document.querySelector('apply-form').shadowRoot;
  const drawn = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  for (let round = 0; round < rounds; round += 1) {
    for (const place of [0, 1]) {
      root.querySelectorAll('[data-question-id="2001"] input')[place].click();
      await drawn();
    }
  }
}`;

/** What is waiting to be said is said, and taken away again, before anything is counted. */
async function answerAgainAndAgain(page: Page, rounds: number): Promise<void> {
  await page.evaluate(`(${clicks})(${rounds})`);
  await page.clock.runFor(60_000);
}

async function count(session: CDPSession): Promise<Left> {
  for (const _time of ['first', 'second', 'third']) await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  const value = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
  return {
    nodes: value('Nodes'),
    listeners: value('JSEventListeners'),
    kibibytes: Math.round(value('JSHeapUsedSize') / 1024),
  };
}
